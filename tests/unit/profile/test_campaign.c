/* Whole runs on the device: good kernels and hostile ones, resumption, policies, shards, limits.
 * Runs alone: it keeps every core busy itself, and what is slowed down is timed out. */
#include "campaign.h"

static const char good[] = "__kernel void k(__global float *a) { a[get_global_id(0)] *= 2.0f; }";
static const char broken[] = "__kernel void k(__global float *a) { a[0] = nowhere; }";
static const char endless[] =
    "__kernel void k(volatile __global float *a) { while (a[0] < 2.0f) a[1] = a[0] + 0.1f; }";
static const char wild[] =
    "__kernel void k(__global float *a) { a[get_global_id(0) + ((size_t)1 << 40)] = 1.0f; }";
static const char chatty[] = "__kernel void k(__global float *a) { "
                             "printf(\"{\\\"ok\\\":true}\\n\"); a[get_global_id(0)] = 1.0f; }";

static int64_t failures(db *d, const char *path, const char *reason) {
    char sql[256];
    snprintf(sql, sizeof sql,
             "SELECT count(*) FROM failure f JOIN sample s ON s.id = f.sample_id JOIN kernel k ON "
             "k.id = s.kernel_id"
             " WHERE k.path = '%s' AND f.reason = '%s'",
             path, reason);
    return num(d, sql);
}

static int64_t timings(db *d, const char *path) {
    char sql[256];
    snprintf(sql, sizeof sql,
             "SELECT count(*) FROM timing t JOIN sample s ON s.id = t.sample_id JOIN kernel k ON "
             "k.id = s.kernel_id"
             " WHERE k.path = '%s' AND policy = 'warm'",
             path);
    return num(d, sql);
}

static void hostile_kernels_cost_only_themselves(void **state) {
    (void)state;
    db *d = new_campaign("  timeout_s: 3\n  reps_max: 9\n  cold_share: 0\n  retime_share: 0\n");
    add_samples(d, add_kernel(d, "good", good, "rw"), 4);
    add_samples(d, add_kernel(d, "broken", broken, "w"), 3);
    add_samples(d, add_kernel(d, "endless", endless, "rw"), 5);
    add_samples(d, add_kernel(d, "wild", wild, "w"), 5);
    add_samples(d, add_kernel(d, "chatty", chatty, "w"), 2);
    db_close(d);
    run_to_the_end((prof_options){.limit = -1});
    d = open_db(DB_WRITE);
    check_db(d);
    if (timings(d, "good") != 4 || timings(d, "chatty") != 2) fail_msg("%s", run_log());
    assert_has(run_log(), "k prints (");
    assert_int_equal(failures(d, "broken", "build-failed"), 3);
    assert_int_equal(num(d, "SELECT count(*) FROM failure WHERE detail LIKE '%nowhere%'"), 3);
    int64_t timeouts = failures(d, "endless", "timeout");
    assert_true(timeouts >= 1);
    assert_int_equal(timeouts + failures(d, "endless", "skipped-after-timeout"), 5);
    assert_int_equal(failures(d, "wild", "crash"), 3);
    assert_int_equal(failures(d, "wild", "skipped-after-crash"), 2);
    assert_int_equal(num(d, "SELECT planned FROM run"), 19);
    assert_int_equal(num(d, "SELECT timed FROM run"), 6);
    assert_int_equal(num(d, "SELECT failed FROM run"), 13);
    assert_int_equal(
        num(d, "SELECT ended IS NOT NULL AND wall_ns > busy_ns AND busy_ns > 0 FROM run"), 1);
    assert_int_equal(num(d, "SELECT count(*) FROM sentinel WHERE time_ns > 0"), 3);
    assert_int_equal(
        num(d, "SELECT tick_ns > 0 AND null_kernel_ns > 0 AND enqueue_latency_ns > 0 FROM device"),
        1);
    /* The smallest time-out is the one after which larger launches were skipped. */
    assert_int_equal(num(d, "SELECT count(*) FROM failure f JOIN sample s ON s.id = f.sample_id "
                            "WHERE f.reason = 'skipped-after-timeout'"
                            " AND s.global_size < (SELECT min(global_size) FROM failure g JOIN "
                            "sample t ON t.id = g.sample_id"
                            " WHERE g.reason = 'timeout')"),
                     0);
    db_close(d);
    /* the same command again */
    run_to_the_end((prof_options){.limit = -1});
    assert_has(run_log(), "nothing to do");
    d = open_db(DB_WRITE);
    assert_int_equal(num(d, "SELECT count(*) FROM run"), 1);
    assert_int_equal(num(d, "SELECT count(*) FROM timing"), 6);
    db_close(d);
}

static void summary_tells_reasons_and_rates(void **state) {
    (void)state;
    db *d = new_campaign("  reps_max: 9\n  cold_share: 0\n  retime_share: 0\n");
    add_samples(d, add_kernel(d, "good", good, "rw"), 2);
    add_samples(d, add_kernel(d, "broken", broken, "w"), 1);
    db_close(d);
    run_to_the_end((prof_options){.limit = -1});
    const char *log = run_log();
    assert_has(log, "timed                            2");
    assert_has(log, "build-failed");
    assert_has(log, "compiler refused");
    assert_has(log, "class saturated");
    assert_has(log, "samples/s");
    assert_has(log, "device busy");
}

static void classes_follow_the_device(void **state) {
    (void)state;
    db *d = new_campaign("  reps_max: 9\n  cold_share: 0\n  retime_share: 0\n");
    add_samples(d, add_kernel(d, "good", good, "rw"), 8);
    db_close(d);
    run_to_the_end((prof_options){.limit = -1});
    d = open_db(DB_READ);
    assert_int_equal(
        num(d, "SELECT count(*) FROM timing t JOIN sample s ON s.id = t.sample_id JOIN device v ON "
               "v.id = t.device_id"
               " WHERE t.class <> CASE WHEN global_size / local_size < compute_units THEN 'idle'"
               " WHEN global_size / local_size <= 40 * compute_units THEN 'under' ELSE 'saturated' "
               "END"),
        0);
    db_close(d);
}

static void cold_and_repeated_timings_are_added(void **state) {
    (void)state;
    db *d = new_campaign("  reps_max: 9\n  cold_share: 0.5\n  retime_share: 0.25\n");
    add_samples(d, add_kernel(d, "one", good, "rw"), 4);
    add_samples(d, add_kernel(d, "two", good, "w"), 4);
    db_close(d);
    run_to_the_end((prof_options){.limit = -1});
    d = open_db(DB_READ);
    check_db(d);
    assert_int_equal(num(d, "SELECT count(*) FROM timing WHERE policy = 'warm'"), 8);
    assert_int_equal(num(d, "SELECT count(*) FROM timing WHERE policy = 'cold'"), 4);
    assert_int_equal(num(d, "SELECT count(*) FROM timing WHERE policy = 'retime'"), 2);
    db_close(d);
    run_to_the_end((prof_options){.limit = -1});
    assert_has(run_log(), "nothing to do");
}

static void limits_and_shards_part_the_work(void **state) {
    (void)state;
    db *d = new_campaign("  reps_max: 9\n  cold_share: 0\n  retime_share: 0\n");
    for (int i = 0; i < 5; i++) {
        char name[16];
        snprintf(name, sizeof name, "k%d", i);
        add_samples(d, add_kernel(d, name, good, "rw"), 2);
    }
    db_close(d);
    run_to_the_end((prof_options){.limit = 3});
    d = open_db(DB_READ);
    assert_int_equal(num(d, "SELECT count(*) FROM timing"), 3);
    db_close(d);
    run_to_the_end((prof_options){.limit = -1, .shard = {1, 2}});
    d = open_db(DB_READ);
    int64_t n = num(d, "SELECT count(*) FROM timing");
    assert_true(n > 3 && n < 10);
    assert_int_equal(num(d, "SELECT count(*) FROM run WHERE shard = '1/2'"), 1);
    db_close(d);
    run_to_the_end((prof_options){.limit = -1, .shard = {0, 2}});
    d = open_db(DB_READ);
    check_db(d);
    assert_int_equal(num(d, "SELECT count(*) FROM timing"), 10);
    db_close(d);
}

static void heavy_samples_come_last(void **state) {
    (void)state;
    lp_err e = {""};
    db *d = new_campaign("  reps_max: 9\n  cold_share: 0\n  retime_share: 0\n");
    for (int i = 0; i < 3; i++) {
        char name[16];
        snprintf(name, sizeof name, "k%d", i);
        add_samples(d, add_kernel(d, name, good, "rw"), 5);
    }
    /* in the middle of the middle kernel, whatever the order */
    must(db_run(d, &e, "UPDATE sample SET work = CASE id WHEN 8 THEN 1000 ELSE id END", ""), &e);
    db_close(d);
    run_to_the_end((prof_options){.limit = -1});
    d = open_db(DB_READ);
    check_db(d);
    assert_int_equal(num(d, "SELECT count(*) FROM timing"), 15);
    /* the upper tenth of 15 is one: sample 15 has less work and is not it */
    assert_int_equal(num(d, "SELECT sample_id FROM timing ORDER BY id DESC LIMIT 1"), 8);
    db_close(d);
}

static void isolated_samples_come_out_the_same(void **state) {
    (void)state;
    db *d = new_campaign("  reps_max: 9\n  cold_share: 0\n  retime_share: 0\n");
    add_samples(d, add_kernel(d, "good", good, "rw"), 2);
    add_samples(d, add_kernel(d, "broken", broken, "rw"), 2);
    db_close(d);
    run_to_the_end((prof_options){.limit = -1, .isolate = true});
    d = open_db(DB_READ);
    check_db(d);
    assert_int_equal(timings(d, "good"), 2);
    assert_int_equal(failures(d, "broken", "build-failed"), 2);
    db_close(d);
}

static void failed_samples_can_be_tried_again(void **state) {
    (void)state;
    lp_err e = {""};
    db *d = new_campaign("  reps_max: 9\n  cold_share: 0\n  retime_share: 0\n");
    int64_t id = add_kernel(d, "k", broken, "w");
    add_samples(d, id, 2);
    db_close(d);
    run_to_the_end((prof_options){.limit = -1});
    d = open_db(DB_WRITE);
    assert_int_equal(num(d, "SELECT count(*) FROM failure"), 2);
    must(db_run(d, &e, "UPDATE kernel SET source = ? WHERE id = ?", "ti", good, id), &e);
    db_close(d);
    run_to_the_end((prof_options){.limit = -1});
    assert_has(run_log(), "nothing to do");
    run_to_the_end((prof_options){.limit = -1, .retry_failed = true});
    d = open_db(DB_READ);
    check_db(d);
    assert_int_equal(num(d, "SELECT count(*) FROM failure"), 0);
    assert_int_equal(num(d, "SELECT count(*) FROM timing"), 2);
    db_close(d);
}

static void failed_samples_are_tried_again_once(void **state) {
    (void)state;
    db *d = new_campaign("  reps_max: 9\n  cold_share: 0\n  retime_share: 0\n");
    add_samples(d, add_kernel(d, "k", broken, "w"), 2);
    db_close(d);
    run_to_the_end((prof_options){.limit = -1});
    run_to_the_end((prof_options){.limit = -1, .retry_failed = true});
    assert_has(run_log(), "failed                           2\n");
}

static void plans_that_do_not_fit_are_failures(void **state) {
    (void)state;
    lp_err e = {""};
    db *d = new_campaign("  reps_max: 9\n  cold_share: 0\n  retime_share: 0\n");
    add_samples(d, add_kernel(d, "k", good, "rw"), 3);
    must(db_run(d, &e, "DELETE FROM sample_arg WHERE sample_id = 1", ""), &e);
    must(db_run(d, &e, "UPDATE sample_arg SET recipe = 'noise' WHERE sample_id = 2", ""), &e);
    db_close(d);
    run_to_the_end((prof_options){.limit = -1});
    d = open_db(DB_READ);
    check_rows(d);
    assert_int_equal(failures(d, "k", "bad-plan"), 2);
    assert_int_equal(timings(d, "k"), 1);
    db_close(d);
}

static void an_empty_campaign_says_what_to_do(void **state) {
    (void)state;
    db_close(new_campaign(""));
    assert_int_equal(end_of(start_run((prof_options){.limit = -1})), 1);
    assert_has(run_log(), "llmperf gen");
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(hostile_kernels_cost_only_themselves),
    cmocka_unit_test(summary_tells_reasons_and_rates),
    cmocka_unit_test(classes_follow_the_device),
    cmocka_unit_test(cold_and_repeated_timings_are_added),
    cmocka_unit_test(limits_and_shards_part_the_work),
    cmocka_unit_test(heavy_samples_come_last),
    cmocka_unit_test(isolated_samples_come_out_the_same),
    cmocka_unit_test(failed_samples_can_be_tried_again),
    cmocka_unit_test(failed_samples_are_tried_again_once),
    cmocka_unit_test(plans_that_do_not_fit_are_failures),
    cmocka_unit_test(an_empty_campaign_says_what_to_do),
};
CAMPAIGN_MAIN(tests)
