/* Export: fields, order, words, files; and that check finds every way in which a file can differ.
 */
#include <sys/stat.h>

#include "campaign.h"
#include "db/check.h"

/* Two kernels (stored in the other order), two devices, three samples each, one cold timing, one
 * weight 0. */
static db *small_campaign(const char *name) {
    db *d = temp_db(name);
    int64_t d1 = add_device(d, "D1", 4), d0 = add_device(d, "D0", 4);
    int64_t r1 = add_run(d, d1, "t1"), r0 = add_run(d, d0, "t0");
    const char *const paths[] = {"b.cl", "a.cl"};
    for (int k = 0; k < 2; k++) {
        int64_t id = add_kernel(d, paths[k], "f", paths[k], k ? NULL : "fam");
        for (int i = 2; i >= 0; i--) {
            int64_t s = add_sample(d, id, i, (int64_t)64 << i);
            add_timing(d, s, d1, r1, "warm", 1000 + i);
            add_timing(d, s, d0, r0, "warm", 2000 + i);
            add_timing(d, s, d0, r0, "cold", 3000 + i);
        }
    }
    sql(d, "INSERT INTO split VALUES ('fam', 'test')");
    sql(d, "UPDATE timing SET weight = 1.0 WHERE policy = 'warm'");
    sql(d, "UPDATE timing SET weight = 0.0, weight_reason = 'capped' WHERE id = 1");
    return d;
}

static int64_t export_to(db *d, const char *path, bool balanced) {
    lp_err e;
    int64_t rows;
    must(db_export(d, &campaign, path, balanced, &rows, &e), &e);
    return rows;
}

static json_t *line_of(const char *path, int n) {
    char buf[65536];
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    for (int i = 0; i <= n; i++) assert_non_null(fgets(buf, sizeof buf, f));
    fclose(f);
    json_t *o = json_loads(buf, 0, NULL);
    assert_non_null(o);
    return o;
}

static void fields(void **state) {
    (void)state;
    static const char expected[] =
        "{'code':'__kernel void k(__global float *x, int n) "
        "{}','gsize':128,'lsize':64,'kernel_path':'b.cl',"
        "'kernel':'f','std':'CL1.2','execution_time':2002,"
        "'input_sizes':'Argument 0 is x, global buffer of float[128]\\nArgument 1 is n, scalar of "
        "int = 100',"
        "'prompt':'Predict the execution time of this OpenCL kernel.\\n__kernel void k(__global "
        "float *x, int n) {}\\n"
        "Given input:\\nArgument 0 is x, global buffer of float[128]\\nArgument 1 is n, scalar of "
        "int = 100\\n"
        "Given global_size=128, local_size=64',"
        "'args':[{'index':0,'name':'x','kind':'buffer','type':'float','elem_bytes':4,'access':'rw',"
        "'elems':128,"
        "'value':null,'recipe':'uniform(0,1)'},{'index':1,'name':'n','kind':'scalar','type':'int','"
        "elem_bytes':4,"
        "'access':'r','elems':null,'value':'100','recipe':null}],'fill_seed':1001,'class':'idle',"
        "'pattern':'direct','family':'fam','split':'test','weight':1.0,'features':{'flop':1,'odd':"
        "null},"
        "'device':{'name':'D0','platform':'P','vendor':'V','version':'OpenCL "
        "3.0','driver':'1','type':'gpu',"
        "'compute_units':4,'clock_mhz':1000},'timing':{'median_ns':2002,'mean_ns':2002.0,'min_ns':"
        "2001,'max_ns':2003,"
        "'ci_lo_ns':2001,'ci_hi_ns':2003,'reps':3,'flags':'','policy':'warm','raw_ns':[2001,2003,"
        "2002]}}";
    char text[sizeof expected];
    for (size_t i = 0; i < sizeof expected; i++) text[i] = expected[i] == '\'' ? '"' : expected[i];
    db *d = small_campaign("f.db");
    assert_int_equal(export_to(d, temp_path("f.jsonl"), false), 12);
    json_t *want = json_loads(text, 0, NULL), *got = line_of(temp_path("f.jsonl"), 8);
    assert_non_null(want);
    char *a = lp_json_text(want), *b = lp_json_text(got);
    assert_string_equal(b, a);
    free(a);
    free(b);
    json_decref(want);
    json_decref(got);
    got = line_of(temp_path("f.jsonl"), 0); /* kernel a.cl: no family, no part */
    assert_string_equal(lp_json_str(got, "family", ""), "a.cl");
    assert_true(json_is_null(json_object_get(got, "split")));
    json_decref(got);
    db_close(d);
}

static void order_is_by_meaning(void **state) {
    (void)state;
    db *d = small_campaign("o.db");
    export_to(d, temp_path("o.jsonl"), false);
    for (int i = 0; i < 12; i++) {
        json_t *o = line_of(temp_path("o.jsonl"), i);
        assert_string_equal(lp_json_str(o, "kernel_path", ""), i < 6 ? "a.cl" : "b.cl");
        assert_int_equal(lp_json_i64(o, "gsize", 0), 64 << i % 6 / 2);
        assert_string_equal(lp_json_str(json_object_get(o, "device"), "name", ""),
                            i % 2 ? "D1" : "D0");
        json_decref(o);
    }
    db_close(d);
}

static void balanced_leaves_out_weight_zero(void **state) {
    (void)state;
    db *d = small_campaign("b.db");
    assert_int_equal(export_to(d, temp_path("b.jsonl"), true), 11);
    sql(d, "UPDATE timing SET weight = NULL, weight_reason = NULL");
    assert_int_equal(export_to(d, temp_path("b.jsonl"), true),
                     12); /* not balanced: nothing is known */
    json_t *o = line_of(temp_path("b.jsonl"), 0);
    assert_true(json_is_null(json_object_get(o, "weight")));
    json_decref(o);
    db_close(d);
}

static void features_can_be_left_out(void **state) {
    (void)state;
    db *d = small_campaign("nf.db");
    campaign.export_features = false;
    export_to(d, temp_path("nf.jsonl"), false);
    campaign.export_features = true;
    json_t *o = line_of(temp_path("nf.jsonl"), 0);
    assert_int_equal(json_object_size(json_object_get(o, "features")), 0);
    assert_non_null(json_object_get(o, "features"));
    json_decref(o);
    db_close(d);
}

/* Readers make a column of each name. */
static void rows_have_the_same_features_whatever_their_kernel_lacks(void **state) {
    (void)state;
    db *d = small_campaign("sf.db");
    sql(d, "DELETE FROM feature WHERE name = 'flop' AND kernel_id = (SELECT min(id) FROM kernel)");
    int64_t n = export_to(d, temp_path("sf.jsonl"), false), lacking = 0;
    for (int i = 0; i < n; i++) {
        json_t *o = line_of(temp_path("sf.jsonl"), i), *f = json_object_get(o, "features");
        assert_int_equal(json_object_size(f), 2);
        assert_true(json_is_null(json_object_get(f, "odd")));
        assert_non_null(json_object_get(f, "flop"));
        lacking += json_is_null(json_object_get(f, "flop"));
        json_decref(o);
    }
    assert_true(lacking > 0 && lacking < n);
    db_close(d);
}

static void facts_are_features_that_have_a_value(void **state) {
    (void)state;
    db *d = small_campaign("facts.db");
    campaign.export_facts = true;
    export_to(d, temp_path("facts.jsonl"), false);
    campaign.export_facts = false;
    json_t *o = line_of(temp_path("facts.jsonl"), 0);
    const char *prompt = json_string_value(json_object_get(o, "prompt"));
    assert_has(prompt, " = 100\nFact: flop = 3\nGiven global_size=64, local_size=64");
    json_decref(o);
    db_close(d);
}

static void a_failed_export_leaves_the_old_file(void **state) {
    (void)state;
    lp_err e = {""};
    int64_t rows;
    db *d = small_campaign("old.db");
    export_to(d, temp_path("old.jsonl"), false);
    struct stat before, after;
    assert_int_equal(stat(temp_path("old.jsonl"), &before), 0);
    sql(d, "UPDATE timing SET end_ns = '[1]' WHERE id = 8");
    assert_int_equal(db_export(d, &campaign, temp_path("old.jsonl"), false, &rows, &e), -1);
    assert_has(e.msg, "damaged times");
    assert_int_equal(stat(temp_path("old.jsonl"), &after), 0);
    assert_int_equal(before.st_ino, after.st_ino);
    sql(d, "UPDATE timing SET end_ns = '[5,30,50]', start_ns = '[0,10,20]' WHERE id = 8");
    sql(d, "UPDATE kernel SET source = CAST(x'ff00' AS TEXT)");
    assert_int_equal(db_export(d, &campaign, temp_path("old.jsonl"), false, &rows, &e), -1);
    assert_has(e.msg, "UTF-8");
    db_close(d);
    char list[160];
    snprintf(list, sizeof list, "test -z \"$(ls %s | grep tmp)\"", temp_dir);
    assert_int_equal(system(list), 0); // NOLINT(cert-env33-c)
}

static void places_that_take_no_file(void **state) {
    (void)state;
    lp_err e = {""};
    int64_t rows;
    db *d = small_campaign("dev.db");
    assert_int_equal(db_export(d, &campaign, "/dev/full", false, &rows, &e), -1);
    assert_has(e.msg, "/dev/full: cannot write: No space left");
    assert_int_equal(db_export(d, &campaign, temp_path("no/such/folder"), false, &rows, &e), -1);
    assert_has(e.msg, "cannot be made: No such file");
    assert_int_equal(export_to(d, "/dev/null", false), 12);
    struct stat st;
    assert_int_equal(stat("/dev/null", &st), 0);
    assert_true(S_ISCHR(st.st_mode)); /* not replaced by a file */
    db_close(d);
}

static void words_of_contents(void **state) {
    (void)state;
    static const struct {
        const char *content, *recipe, *words;
        int64_t elems;
    } cases[] = {
        {NULL, "uniform(0,1)", NULL, 8},
        {"zero", NULL, NULL, 8},
        {"zero", "zero", "zeros", 8},
        {"index:n", "index(512)", "uniform indices below 512", 8},
        {"bounded:n", "index(7)", "uniform values below 7", 8},
        {"rowptr:m", "rowptr(1000)", "row pointers, mean 10", 101},
        {"rowptr:m", "rowptr_skewed(500)", "skewed row pointers, mean 5", 101},
        {"permutation:n", "permutation(12)", "permutation of 12", 8},
        {"flags", "flags(0.25)", "flags, 25 % set", 8},
        {"rowptr:m", "rowptr(1)", "row pointers, mean 0", 1},
        {"members:8;0:int:n", "members(8;0:int:512)", "uniform int at byte 0 below 512", 8},
        {"members:12;0:int:n;8:short:3", "members(12;0:int:9;8:short:3)",
         "uniform int at byte 0 below 9, short at byte 8 below 3", 8},
        {"members:8;0:int:n", "members(8;0)", "members(8;0)", 8},
        {"index:n", "index(12", "index(12", 8},
        {"index:n", "index(x)", "index(x)", 8},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *w = db_content_words(cases[i].content, cases[i].recipe, cases[i].elems);
        if (cases[i].words)
            assert_string_equal(w, cases[i].words);
        else
            assert_null(w);
        free(w);
    }
}

/* ---- the file against the database
 * ---------------------------------------------------------------- */

static int compare(db *d, const char *path, bool balanced, lp_text *detail) {
    lp_err e = {""};
    lp_text_clear(detail);
    int rc = db_check_jsonl(d, &campaign, path, balanced, detail, &e);
    if (rc < 0) lp_text_add(detail, e.msg);
    return rc;
}

/* Copies the export through an edit by sed; check must find it and say `part`. */
static void must_notice(db *d, const char *edit, const char *part) {
    char cmd[512];
    lp_text detail = {0};
    snprintf(cmd, sizeof cmd, "sed '%s' %s > %s", edit, temp_path("c.jsonl"),
             temp_path("edited.jsonl"));
    assert_int_equal(system(cmd), 0); // NOLINT(cert-env33-c)
    assert_int_not_equal(compare(d, temp_path("edited.jsonl"), false, &detail), 1);
    assert_has(lp_text_str(&detail), part);
    lp_text_free(&detail);
}

static void the_file_must_equal_the_database(void **state) {
    (void)state;
    lp_text detail = {0};
    db *d = small_campaign("c.db");
    export_to(d, temp_path("c.jsonl"), false);
    assert_int_equal(compare(d, temp_path("c.jsonl"), false, &detail), 1);
    must_notice(d, "3s/\"execution_time\":[0-9]*/\"execution_time\":7/",
                "line 3: field execution_time is 7, the database has");
    must_notice(d, "3s/,\"split\":null//", "field split is nothing, the database has null");
    must_notice(d, "3s/^{/{\"more\":1,/", "unknown fields");
    must_notice(d, "5d", "line 5: field");
    must_notice(d, "12d", "the file ends after 11 rows");
    must_notice(d, "12p", "line 13: the database has no such row");
    must_notice(d, "1s/}$//", "line 1: JSON");
    must_notice(d, "1s/.*/[]/", "line 1: not an object");
    must_notice(d, "1,12d", "ends after 0 rows");
    must_notice(d, "1s/^/\\x00/", "line 1: JSON");
    must_notice(d, "1s/^/\\n/", "line 1: JSON");
    must_notice(d, "12s/$/\\n\\x00/", "line 13: the database has no such row");
    assert_int_equal(compare(d, temp_path("absent.jsonl"), false, &detail), 0);
    assert_has(detail.s, "No such file");
    export_to(d, temp_path("c.jsonl"), true);
    assert_int_equal(compare(d, temp_path("c.jsonl"), false, &detail), 0);
    assert_int_equal(compare(d, temp_path("c.jsonl"), true, &detail), 1);
    lp_text_free(&detail);
    db_close(d);
}

/* A slip of the fingers must not cost a campaign. */
static void the_database_is_not_overwritten(void **state) {
    (void)state;
    lp_err e = {""};
    int64_t rows;
    db *d = small_campaign("own.db");
    assert_int_equal(symlink("own.db", temp_path("link.db")), 0);
    assert_int_equal(db_export(d, &campaign, temp_path("own.db"), false, &rows, &e), -1);
    assert_has(e.msg, "is the campaign database itself");
    assert_int_equal(db_export(d, &campaign, temp_path("link.db"), false, &rows, &e), -1);
    assert_int_equal(export_to(d, temp_path("own.jsonl"), false), 12);
    db_close(d);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fields),
        cmocka_unit_test(order_is_by_meaning),
        cmocka_unit_test(balanced_leaves_out_weight_zero),
        cmocka_unit_test(features_can_be_left_out),
        cmocka_unit_test(rows_have_the_same_features_whatever_their_kernel_lacks),
        cmocka_unit_test(facts_are_features_that_have_a_value),
        cmocka_unit_test(a_failed_export_leaves_the_old_file),
        cmocka_unit_test(places_that_take_no_file),
        cmocka_unit_test(words_of_contents),
        cmocka_unit_test(the_file_must_equal_the_database),
        cmocka_unit_test(the_database_is_not_overwritten),
    };
    return cmocka_run_group_tests(tests, campaign_setup, campaign_teardown);
}
