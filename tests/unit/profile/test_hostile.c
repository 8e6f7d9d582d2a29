/* Kernels that harm whoever compiles or runs them: each costs itself, the good ones beside it are
 * timed, the database stays in order.
 * Runs alone: it keeps every core busy itself, and what is slowed down is timed out. */
#include "campaign.h"

#include "common/text.h"

static const char good[] = "__kernel void k(__global float *a) { a[get_global_id(0)] += 1.0f; }";

static int64_t failures(db *d, const char *path) {
    char sql[200];
    snprintf(sql, sizeof sql,
             "SELECT count(*) FROM failure f JOIN sample s ON s.id = f.sample_id"
             " JOIN kernel k ON k.id = s.kernel_id WHERE k.path = '%s'",
             path);
    return num(d, sql);
}

/* Two samples of the hostile kernel between two good ones; nothing else may be lost. Returns the
 * open database. */
static db *beside_good_ones(const char *source, const char *settings) {
    char all[256];
    snprintf(all, sizeof all, "  reps_max: 9\n  cold_share: 0\n  retime_share: 0\n%s", settings);
    db *d = new_campaign(all);
    add_samples(d, add_kernel(d, "good1", good, "rw"), 3);
    add_samples(d, add_kernel(d, "bad", source, "rw"), 2);
    add_samples(d, add_kernel(d, "good2", good, "rw"), 3);
    db_close(d);
    run_to_the_end((prof_options){.limit = -1});
    d = open_db(DB_WRITE);
    check_db(d);
    if (failures(d, "good1") + failures(d, "good2") != 0) fail_msg("%s", run_log());
    assert_int_equal(
        num(d, "SELECT count(DISTINCT sample_id) FROM timing t JOIN sample s ON s.id = "
               "t.sample_id JOIN kernel k ON k.id = s.kernel_id WHERE k.path LIKE 'good%'"),
        6);
    return d;
}

static void all_fail(const char *source, const char *settings, const char *reasons) {
    char sql[160];
    db *d = beside_good_ones(source, settings);
    assert_int_equal(failures(d, "bad"), 2);
    snprintf(sql, sizeof sql, "SELECT count(*) FROM failure WHERE reason NOT IN (%s)", reasons);
    if (num(d, sql) != 0) fail_msg("%s", run_log());
    db_close(d);
}

/* On x86 a signal; elsewhere it may give any value. */
static void division_by_zero(void **state) {
    (void)state;
    db *d = beside_good_ones("__kernel void k(volatile __global int *a) {"
                             " int z = a[0] - a[0]; a[get_global_id(0)] = 7 / z + 7 % z; }",
                             "");
    assert_int_equal(failures(d, "bad") + num(d, "SELECT count(*) FROM timing") - 6, 2);
    assert_int_equal(num(d, "SELECT count(*) FROM failure WHERE reason NOT IN ('crash', "
                            "'launch-failed', 'skipped-after-crash')"),
                     0);
    db_close(d);
}

/* Brackets nest deeper than compilers allow, or than their stack. */
static void a_compiler_that_recurses(void **state) {
    (void)state;
    enum { DEPTH = 100000 };
    lp_text t = {0};
    lp_text_add(&t, "__kernel void k(__global float *a) { a[0] = ");
    for (int i = 0; i < DEPTH; i++) lp_text_addc(&t, '(');
    lp_text_add(&t, "1.0f");
    for (int i = 0; i < DEPTH; i++) lp_text_addc(&t, ')');
    lp_text_add(&t, "; }");
    all_fail(t.s, "", "'build-failed', 'build-crash'");
    lp_text_free(&t);
}

/* A chain of operators is a tree as deep as it is long. */
static void a_compiler_that_runs_out_of_stack(void **state) {
    (void)state;
    enum { LENGTH = 200000 };
    lp_text t = {0};
    lp_text_add(&t, "__kernel void k(__global float *a) { float x = a[0]; a[0] = x");
    for (int i = 0; i < LENGTH; i++) lp_text_add(&t, i % 2 ? "*x" : "+x");
    lp_text_add(&t, "; }");
    all_fail(t.s, "", "'build-failed', 'build-crash'");
    lp_text_free(&t);
}

static void a_compiler_without_end(void **state) {
    (void)state;
    lp_text t = {0};
    lp_text_add(&t, "#define A0(x) (x*3+1)\n");
    for (int i = 1; i <= 20; i++)
        lp_text_addf(&t, "#define A%d(x) (A%d(x)^A%d(x+%d))\n", i, i - 1, i - 1, i);
    lp_text_add(&t, "__kernel void k(__global int *a) { a[0] = A20(get_global_id(0)); }");
    all_fail(t.s, "  build_timeout_s: 3\n", "'build-timeout', 'memory-limit'");
    lp_text_free(&t);
}

/* 8 EiB in the plan of one kernel. */
static void more_memory_than_there_is(void **state) {
    (void)state;
    lp_err e = {""};
    db *d = new_campaign("  reps_max: 9\n  cold_share: 0\n  retime_share: 0\n");
    add_samples(d, add_kernel(d, "good1", good, "rw"), 3);
    add_samples(d, add_kernel(d, "bad", good, "rw"), 2);
    must(db_run(d, &e, "UPDATE sample_arg SET elems = 2000000000000 WHERE sample_id IN (4, 5)", ""),
         &e);
    db_close(d);
    run_to_the_end((prof_options){.limit = -1});
    d = open_db(DB_READ);
    check_db(d);
    assert_int_equal(num(d, "SELECT count(*) FROM timing"), 3);
    assert_int_equal(num(d, "SELECT count(*) FROM failure WHERE reason = 'out-of-memory'"), 2);
    db_close(d);
}

/* One buffer of all the device's memory, one as long as the driver allows: neither may be had when
 * workers are held to less. */
static void the_whole_device(void **state) {
    (void)state;
    lp_err e = {""};
    db *d = new_campaign("  reps_max: 9\n  cold_share: 0\n  retime_share: 0\n"
                         "  memory_bytes_max: 536870912\n");
    add_samples(d, add_kernel(d, "good1", good, "rw"), 3);
    add_samples(d, add_kernel(d, "bad", good, "rw"), 2);
    add_samples(d, add_kernel(d, "good2", good, "rw"), 3);
    db_close(d);
    run_to_the_end((prof_options){.limit = -1, .probe_only = true}); /* the device's row */
    d = open_db(DB_WRITE);
    must(db_run(d, &e,
                "UPDATE sample_arg SET elems = CASE sample_id WHEN 4 THEN (SELECT global_mem_bytes"
                " FROM device) / 4 ELSE (SELECT max_alloc_bytes FROM device) / 4 END"
                " WHERE sample_id IN (4, 5)",
                ""),
         &e);
    db_close(d);
    run_to_the_end((prof_options){.limit = -1});
    d = open_db(DB_READ);
    check_db(d);
    assert_int_equal(num(d, "SELECT count(*) FROM timing WHERE sample_id NOT IN (4, 5)"), 6);
    assert_int_equal(num(d, "SELECT count(*) FROM failure WHERE reason = 'out-of-memory'"), 1);
    if (num(d, "SELECT count(*) FROM device, failure WHERE reason = 'memory-limit'") !=
        num(d, "SELECT type = 'cpu' FROM device")) /* a GPU may have what a driver allows */
        fail_msg("%s", run_log());
    db_close(d);
}

static void gigabytes_of_output(void **state) {
    (void)state;
    db *d =
        beside_good_ones("__kernel void k(__global float *a) { for (int i = 0; i < 100000000; i++)"
                         " printf(\"0123456789012345678901234567890123456789\\n\");"
                         " a[get_global_id(0)] = 1.0f; }",
                         "  timeout_s: 3\n");
    assert_int_equal(failures(d, "bad"), 2);
    assert_int_equal(num(d, "SELECT count(*) FROM failure WHERE reason NOT IN ('timeout', "
                            "'skipped-after-timeout')"),
                     0);
    db_close(d);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(division_by_zero),
    cmocka_unit_test(a_compiler_that_recurses),
    cmocka_unit_test(a_compiler_that_runs_out_of_stack),
    cmocka_unit_test(a_compiler_without_end),
    cmocka_unit_test(more_memory_than_there_is),
    cmocka_unit_test(the_whole_device),
    cmocka_unit_test(gigabytes_of_output),
};
CAMPAIGN_MAIN(tests)
