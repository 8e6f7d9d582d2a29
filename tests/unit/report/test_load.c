/* What is read for the pages: which device is plotted, order, classes, weights, flags. */
#include "report/report.h"

#include "db/ops.h"
#include "tests/unit/db/temp.h"

static db *two_devices(void) {
    db *d = temp_db("two.db");
    int64_t small = add_device(d, "Small", 2), large = add_device(d, "Large", 4);
    int64_t run = add_run(d, small, "a"), run2 = add_run(d, large, "b");
    int64_t b = add_kernel(d, "b.cl", "f", "h1", "fam"), a = add_kernel(d, "a.cl", "g", "h2", NULL);
    int64_t s[4] = {add_sample(d, b, 0, 64000), add_sample(d, b, 1, 64), add_sample(d, a, 0, 640),
                    add_sample(d, a, 1, 128)};
    add_timing(d, s[0], small, run, "warm", 500);
    for (int i = 0; i < 4; i++) add_timing(d, s[i], large, run2, "warm", 1000 + i);
    add_timing(d, s[0], large, run2, "retime", 9000);
    sql(d, "UPDATE timing SET flags = 'noisy drift' WHERE median_ns = 1001;"
           "UPDATE timing SET weight = 1 WHERE median_ns = 1001;"
           "UPDATE timing SET weight = 0, weight_reason = 'outlier' WHERE median_ns = 1002;"
           "UPDATE timing SET weight = 0, weight_reason = 'capped' WHERE median_ns = 1003;"
           "UPDATE kernel SET template = 't', held_out = 1 WHERE path = 'b.cl';"
           "INSERT INTO split VALUES ('h2', 'val')");
    return d;
}

static void loads(void **state) {
    (void)state;
    lp_campaign c;
    lp_err e = {""};
    db *d = two_devices();
    rep r = {.d = d, .campaign = &c};
    lp_campaign_defaults(&c);
    must(rep_load(&r, &e), &e);
    assert_int_equal(r.n_devices, 2);
    assert_string_equal(r.devices[0].name, "Large");
    assert_int_equal(r.devices[0].timed, 4);
    assert_int_equal(r.devices[1].timed, 1);
    assert_string_equal(json_string_value(json_object_get(rep_device_stats(&r), "name")), "Large");
    assert_int_equal(r.n_kernels, 2);
    assert_string_equal(r.kernels[0].path, "a.cl");
    assert_string_equal(r.kernels[0].family, "h2"); /* none of its own: its hash */
    assert_string_equal(r.kernels[0].part, "val");
    assert_false(r.kernels[0].held_out || r.kernels[0].synthesised);
    assert_string_equal(r.kernels[1].part, "");
    assert_true(r.kernels[1].held_out && r.kernels[1].synthesised);
    assert_int_equal(r.n_times, 4);
    static const struct {
        size_t kernel;
        int64_t groups, ns;
        rep_class class_;
        rep_weight weight;
        unsigned flags;
    } want[] = {{0, 2, 1004, REP_IDLE, REP_UNBALANCED, 0},
                {0, 10, 1003, REP_UNDER, REP_CAPPED, 0},
                {1, 1, 1002, REP_IDLE, REP_OUTLIER, 0},
                {1, 1000, 1001, REP_SATURATED, REP_KEPT, REP_NOISY | REP_DRIFT}};
    for (size_t i = 0; i < r.n_times; i++) {
        const rep_time *t = &r.times[i];
        assert_int_equal(t->kernel, want[i].kernel);
        assert_int_equal(rep_groups(t), want[i].groups);
        assert_int_equal(t->ns, want[i].ns);
        assert_int_equal(t->class_, want[i].class_);
        assert_int_equal(t->weight, want[i].weight);
        assert_int_equal(t->flags, want[i].flags);
        assert_int_equal(t->lo_ns, t->ns - 1);
        assert_int_equal(t->reps, 3);
    }
    assert_int_equal(r.kernels[1].first, 2);
    assert_int_equal(r.kernels[1].n, 2);
    rep_free(&r);
    lp_campaign_free(&c);
    db_close(d);
}

static void loads_nothing(void **state) {
    (void)state;
    lp_campaign c;
    lp_err e = {""};
    db *d = temp_db("empty.db");
    rep r = {.d = d, .campaign = &c};
    lp_campaign_defaults(&c);
    must(rep_load(&r, &e), &e);
    assert_int_equal(r.n_devices + r.n_kernels + r.n_times, 0);
    assert_null(rep_device_stats(&r));
    rep_free(&r);
    lp_campaign_free(&c);
    db_close(d);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(loads), cmocka_unit_test(loads_nothing)};
    return cmocka_run_group_tests(tests, temp_setup, temp_teardown);
}
