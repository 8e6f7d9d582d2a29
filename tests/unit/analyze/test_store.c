/* Records into the database: duplicates whatever the order, replacing, what is gone, samples that
 * stay. */
#include "analyze/store.h"
#include "tests/unit/analyze/temp.h"

static const char same_source[] = "kernel void same(global int *a) { a[get_global_id(0)] = 1; }";
static const char one_source[] = "kernel void one(global int *a) { a[get_global_id(0)] = 2; }";

static db *open_db(void) {
    lp_err e = {""};
    db *d = db_open("t.db", DB_CREATE, &e);
    if (!d) fail_msg("%s", e.msg);
    return d;
}

/* The whole stage on paths, the NULL-terminated list; stops after `limit` files as if interrupted.
 */
static void analyse_some(const char *const *paths, size_t limit) {
    lp_strv v = {0};
    an_corpus c;
    an_store s;
    an_options o;
    lp_err e = {""};
    an_parser *p = an_parser_new();
    db *d = open_db();
    an_options_defaults(&o);
    for (; *paths; paths++) lp_strv_add(&v, *paths);
    if (an_corpus_find(&v, 1 << 20, &c, &e) || an_store_begin(&s, d, &c, &e)) fail_msg("%s", e.msg);
    for (size_t i = 0; i < c.n && i < limit; i++) {
        an_records r = {0};
        an_import(p, &o, &c.v[i], &r);
        if (an_store_file(&s, &c.v[i], &r, &e)) fail_msg("%s", e.msg);
        an_records_free(&r);
    }
    if (an_store_end(&s, limit >= c.n, &e)) fail_msg("%s", e.msg);
    db_close(d);
    an_corpus_free(&c);
    an_options_free(&o);
    an_parser_free(p);
    lp_strv_free(&v);
}

#define ANALYSE(...) analyse_some((const char *const[]){__VA_ARGS__, NULL}, SIZE_MAX)

/* Rows as "path name status reason", one a line. */
static void rows_are(const char *want) {
    db *d = open_db();
    char *got = NULL;
    lp_err e = {""};
    if (db_get_text(d, &e, &got,
                    "SELECT group_concat(r, char(10)) FROM (SELECT path || ' ' || name || ' ' || "
                    "status || ' ' ||"
                    " coalesce(reason, '-') AS r FROM kernel ORDER BY path, line, name)",
                    ""))
        fail_msg("%s", e.msg);
    assert_string_equal(got ? got : "", want);
    free(got);
    db_close(d);
}

static int fresh(void **state) {
    (void)state;
    return system("rm -rf t.db* c x.cl"); // NOLINT(cert-env33-c): a fixed command
}

static void duplicates_whatever_the_order(void **state) {
    (void)state;
    put("c/b.cl", same_source);
    put("c/a.cl", "/* longer */ __kernel void same(__global int *a) { a[get_global_id(0)]=1; }");
    put("c/z.cl", one_source);
    static const char want[] = "c/a.cl same ok -\nc/b.cl same skipped duplicate\nc/z.cl one ok -";
    ANALYSE("c/a.cl", "c/b.cl", "c/z.cl");
    rows_are(want);
    assert_int_equal(fresh(state), 0);
    put("c/b.cl", same_source);
    put("c/a.cl", same_source);
    put("c/z.cl", one_source);
    ANALYSE("c/z.cl", "c/b.cl", "c/a.cl");
    rows_are(want);
    db *d = open_db();
    char *detail = NULL;
    assert_int_equal(
        db_get_text(d, NULL, &detail, "SELECT detail FROM kernel WHERE reason = 'duplicate'", ""),
        0);
    assert_string_equal(detail, "the same source as kernel same in c/a.cl");
    free(detail);
    db_close(d);
}

static void records_are_replaced(void **state) {
    (void)state;
    put("c/a.cl", "kernel void old(global int *a) { a[get_global_id(0)] = 1; }\n"
                  "kernel void one(global int *a) { a[get_global_id(0)] = 2; }");
    ANALYSE("c");
    rows_are("a.cl old ok -\na.cl one ok -");
    ANALYSE("c");
    rows_are("a.cl old ok -\na.cl one ok -");
    put("c/a.cl", one_source);
    ANALYSE("c");
    rows_are("a.cl one ok -");
    put("c/a.cl", "oops");
    ANALYSE("c");
    rows_are("a.cl  skipped syntax");
    put("c/a.cl", one_source);
    ANALYSE("c");
    rows_are("a.cl one ok -");
}

/* Kernels of one name in several strings of a file. */
static void parts_of_a_file(void **state) {
    (void)state;
    put("c/a.c", "s = \"kernel void k(global int *a) { a[get_global_id(0)] = 1; }\";\n"
                 "t = \"kernel void k(global int *a) { a[get_global_id(0)] = 2 + 1; }\";");
    put("c/a.c.cl", "kernel void k(global int *a) { a[get_global_id(0)] = -1; }");
    ANALYSE("c");
    rows_are("a.c k ok -\na.c#2 k ok -\na.c.cl k ok -");
    ANALYSE("c");
    rows_are("a.c k ok -\na.c#2 k ok -\na.c.cl k ok -");
    put("c/a.c", "s = \"kernel void k(global int *a) { a[get_global_id(0)] = 1; }\";");
    ANALYSE("c/a.c");
    rows_are("a.c k ok -\na.c#2 k ok -\na.c.cl k ok -\nc/a.c k skipped duplicate");
    ANALYSE("c");
    rows_are("a.c k ok -\na.c.cl k ok -");
    put("c/a.c", "int x;");
    ANALYSE("c");
    rows_are("a.c.cl k ok -");
}

static void files_that_are_gone(void **state) {
    (void)state;
    put("c/a.cl", same_source);
    put("c/b.cl", one_source);
    ANALYSE("c");
    assert_int_equal(remove("c/b.cl"), 0);
    analyse_some((const char *const[]){"c", NULL}, 0);
    rows_are("a.cl same ok -\nb.cl one ok -");
    ANALYSE("c");
    rows_are("a.cl same ok -");
    /* Files that are given themselves are added to what is there. */
    put("x.cl", same_source);
    ANALYSE("x.cl");
    rows_are("a.cl same ok -\nx.cl same skipped duplicate");
}

static void add_sample(const char *kernel) {
    db *d = open_db();
    lp_err e = {""};
    if (db_run(d, &e,
               "INSERT INTO sample (kernel_id, idx, strategy, global_size, local_size, class, "
               "fill_seed, bytes)"
               " SELECT id, 0, 'naive', 64, 32, 'idle', 1, 4 FROM kernel WHERE name = ?",
               "t", kernel))
        fail_msg("%s", e.msg);
    db_close(d);
}

static void sampled_kernels_stay(void **state) {
    (void)state;
    put("c/a.cl", same_source);
    put("c/b.cl", one_source);
    ANALYSE("c");
    add_sample("one");
    assert_int_equal(remove("c/b.cl"), 0);
    put("c/new.cl", one_source);
    ANALYSE("c");
    rows_are("a.cl same ok -\nb.cl one ok -\nnew.cl one skipped duplicate");
    db *d = open_db();
    int64_t n = 0;
    assert_int_equal(db_get_i64(d, NULL, &n, 0, "SELECT count(*) FROM sample", ""), 0);
    assert_int_equal(n, 1);
    db_close(d);
}

static void many_files_many_commits(void **state) {
    db *d;
    int64_t n = 0;
    (void)state;
    for (int i = 0; i < 150; i++) {
        char path[32], text[128];
        snprintf(path, sizeof path, "c/%03d.cl", i);
        snprintf(text, sizeof text, "kernel void k(global int *a) { a[get_global_id(0)] = %d; }",
                 i / 2);
        put(path, text);
    }
    ANALYSE("c");
    d = open_db();
    assert_int_equal(
        db_get_i64(d, NULL, &n, 0, "SELECT count(*) FROM kernel WHERE status = 'ok'", ""), 0);
    assert_int_equal(n, 75);
    assert_int_equal(db_get_i64(d, NULL, &n, 0, "SELECT count(DISTINCT family) FROM kernel", ""),
                     0);
    assert_int_equal(n, 1);
    db_close(d);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(duplicates_whatever_the_order, fresh),
        cmocka_unit_test_setup(records_are_replaced, fresh),
        cmocka_unit_test_setup(files_that_are_gone, fresh),
        cmocka_unit_test_setup(parts_of_a_file, fresh),
        cmocka_unit_test_setup(sampled_kernels_stay, fresh),
        cmocka_unit_test_setup(many_files_many_commits, fresh),
    };
    return cmocka_run_group_tests(tests, temp_enter, temp_leave);
}
