/* The warm-up rule and the stopping rule, each number of the protocol. */
#include "check.h"

#include "profile/rule.h"

static const int64_t us = 1000, ms = 1000000;
static const int64_t forever = INT64_C(1) << 60;
static const prof_rule rule = {
    .reps_min = 9, .reps_max = 54, .ci_target = 0.02, .budget_ns = 300000000};

static void two_warm_ups_at_least(void **state) {
    (void)state;
    const int64_t same[] = {10 * us, 10 * us};
    assert_false(prof_warm_enough(same, 1));
    assert_true(prof_warm_enough(same, 2));
}

static void warm_ups_until_two_agree(void **state) {
    (void)state;
    const int64_t falling[] = {40 * us, 20 * us, 12 * us, 11 * us};
    assert_false(prof_warm_enough(falling, 2));
    assert_false(prof_warm_enough(falling, 3));
    assert_true(prof_warm_enough(falling, 4));
    const int64_t edge[] = {100, 90}, over[] = {100, 89};
    assert_true(prof_warm_enough(edge, 2));
    assert_false(prof_warm_enough(over, 2));
}

static void warm_ups_end(void **state) {
    (void)state;
    const int64_t wild[] = {1, 9, 1, 9, 1, 9, 1, 9, 1, 9};
    for (int n = 2; n < 10; n++) assert_false(prof_warm_enough(wild, n));
    assert_true(prof_warm_enough(wild, 10));
    const int64_t slow[] = {1 * ms, 4 * ms};
    assert_true(prof_warm_enough(slow, 2)); /* 5 ms are spent */
}

static void one_long_warm_up_suffices(void **state) {
    (void)state;
    const int64_t longer[] = {51 * ms}, shorter[] = {49 * ms};
    assert_true(prof_warm_enough(longer, 1));
    assert_false(prof_warm_enough(shorter, 1));
}

static void first_batches(void **state) {
    (void)state;
    assert_int_equal(prof_next_batch(&rule, NULL, 0, 7 * us, forever), 9);
    assert_int_equal(prof_next_batch(&rule, NULL, 0, 51 * ms, forever), 5);
    assert_int_equal(prof_next_batch(&rule, NULL, 0, 1001 * ms, forever), 3);
}

static void fill(int64_t *t, int n, int64_t low, int64_t high) {
    for (int i = 0; i < n; i++) t[i] = i % 2 ? low : high;
}

static void stops_when_tight(void **state) {
    (void)state;
    int64_t t[54];
    fill(t, 54, 1000, 1010);
    assert_int_equal(prof_next_batch(&rule, t, 9, 1, forever), 0);
    fill(t, 54, 1000, 1100);
    assert_int_equal(prof_next_batch(&rule, t, 9, 1, forever), 5);
}

static void stops_at_the_limits(void **state) {
    (void)state;
    int64_t t[54];
    fill(t, 54, 1000, 2000);
    int n = 9, more;
    while ((more = prof_next_batch(&rule, t, n, 1, forever)) > 0) {
        assert_int_equal(more, 5);
        n += more;
    }
    assert_int_equal(n, 54);
    fill(t, 54, 30 * ms, 45 * ms); /* 9 launches use the budget up */
    assert_int_equal(prof_next_batch(&rule, t, 9, 1, forever), 0);
    const prof_rule odd = {.reps_min = 9, .reps_max = 12, .ci_target = 0, .budget_ns = forever};
    fill(t, 54, 1000, 2000);
    assert_int_equal(prof_next_batch(&odd, t, 9, 1, forever), 3);
}

static void long_kernels_stop_after_their_batch(void **state) {
    (void)state;
    int64_t t[5];
    fill(t, 5, 60 * ms, 90 * ms);
    assert_int_equal(prof_next_batch(&rule, t, 5, 1, forever), 0);
    fill(t, 5, 1 * ms, 2 * ms); /* the warm-up had misled */
    assert_int_equal(prof_next_batch(&rule, t, 5, 60 * ms, forever), 4);
}

static void makes_up_for_rejected_times(void **state) {
    (void)state;
    const int64_t t[] = {100, 100, 100, 100, 100, 100, 100};
    assert_int_equal(prof_next_batch(&rule, t, 7, 100, forever), 2);
}

static void fewer_repetitions_rather_than_a_timeout(void **state) {
    (void)state;
    int64_t t[9];
    fill(t, 9, 900 * ms, 900 * ms);
    assert_int_equal(prof_next_batch(&rule, NULL, 0, 2000 * ms, 5000 * ms), 2);
    assert_int_equal(prof_next_batch(&rule, NULL, 0, 9000 * ms, 5000 * ms), 1);
    assert_int_equal(prof_next_batch(&rule, NULL, 0, 1 * ms, -1), 1);
    assert_int_equal(prof_next_batch(&rule, t, 1, 1, 100 * ms), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_warm_ups_at_least),
        cmocka_unit_test(warm_ups_until_two_agree),
        cmocka_unit_test(warm_ups_end),
        cmocka_unit_test(one_long_warm_up_suffices),
        cmocka_unit_test(first_batches),
        cmocka_unit_test(stops_when_tight),
        cmocka_unit_test(stops_at_the_limits),
        cmocka_unit_test(long_kernels_stop_after_their_batch),
        cmocka_unit_test(makes_up_for_rejected_times),
        cmocka_unit_test(fewer_repetitions_rather_than_a_timeout),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
