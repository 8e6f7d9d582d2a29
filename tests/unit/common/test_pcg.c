/* common/pcg.c: published answers, fixed plans, and the distributions that planning relies on. */
#include "tests/unit/common/test.h"

#include <math.h>
#include <stdbool.h>

#include "common/pcg.h"

static void published_answers(void **state) {
    (void)state;
    static const uint32_t want[] = {0xa15c02b7, 0x7b47f409, 0xba1d3330,
                                    0x83d2f293, 0xbfa4784b, 0xcbed606e};
    lp_pcg r;
    lp_pcg_seed(&r, 42, 54);
    for (size_t i = 0; i < 6; i++) assert_true(lp_pcg_next(&r) == want[i]);
    /* The first output of SplitMix64 seeded with 0. */
    assert_true(lp_mix64(UINT64_C(0x9e3779b97f4a7c15)) == UINT64_C(0xe220a8397b1dcdaf));
}

/* Worked out with arbitrary-precision integers from the definition in the header. */
static void counter_based_answers(void **state) {
    (void)state;
    assert_true(lp_pcg_at(0, 0) == 0);
    assert_true(lp_pcg_at(0, 1) == 0x412162a4);
    assert_true(lp_pcg_at(42, 7) == 0x0ff4b573);
    assert_true(lp_pcg_at(UINT64_MAX, UINT64_MAX) == 0x298738b8);
    assert_true(lp_pcg_at(123456789, UINT64_C(1) << 40) == 0xfd2deaac);
}

/* A change of these numbers changes every plan. */
static void plans_stay_the_same(void **state) {
    (void)state;
    static const int64_t logs[] = {43, 204, 10430, 1642, 1019, 32528, 16, 664, 378992, 486};
    lp_pcg r;
    lp_pcg_seed(&r, 42, 54);
    for (int i = 0; i < 6; i++) lp_pcg_next(&r);
    for (size_t i = 0; i < 10; i++) assert_int_equal(lp_pcg_log_range(&r, 3, 1000000), logs[i]);
}

static void below_is_even(void **state) {
    (void)state;
    enum { BOUND = 7, DRAWS = 70000 };
    int count[BOUND] = {0};
    lp_pcg r;
    lp_pcg_seed(&r, 1, 1);
    for (int i = 0; i < DRAWS; i++) {
        uint32_t x = lp_pcg_below(&r, BOUND);
        assert_in_range(x, 0, BOUND - 1);
        count[x]++;
    }
    /* Five standard deviations of 93. */
    for (int i = 0; i < BOUND; i++) assert_in_range(count[i], 10000 - 465, 10000 + 465);
    assert_int_equal(lp_pcg_below(&r, 1), 0);
}

static void ranges_include_their_ends(void **state) {
    (void)state;
    lp_pcg r;
    lp_pcg_seed(&r, 2, 3);
    bool lo = false, hi = false;
    for (int i = 0; i < 1000; i++) {
        int64_t x = lp_pcg_range(&r, -3, 4);
        assert_true(x >= -3 && x <= 4);
        lo |= x == -3;
        hi |= x == 4;
    }
    assert_true(lo && hi);
    assert_int_equal(lp_pcg_range(&r, 5, 5), 5);
    assert_true(lp_pcg_range(&r, INT64_MAX, INT64_MAX) == INT64_MAX);
    int negative = 0, wide = 0;
    for (int i = 0; i < 1000; i++) {
        negative += lp_pcg_range(&r, INT64_MIN, INT64_MAX) < 0;
        int64_t x = lp_pcg_range(&r, 0, INT64_C(1) << 40);
        assert_true(x >= 0 && x <= INT64_C(1) << 40);
        wide += x > INT64_C(1) << 39;
    }
    assert_in_range(negative, 400, 600);
    assert_in_range(wide, 400, 600);
}

static void units_fill_the_interval(void **state) {
    (void)state;
    lp_pcg r;
    lp_pcg_seed(&r, 4, 5);
    double sum = 0;
    for (int i = 0; i < 10000; i++) {
        double u = lp_pcg_unit(&r);
        assert_true(u >= 0 && u < 1);
        sum += u;
    }
    assert_true(fabs(sum / 10000 - 0.5) < 0.015);
}

/* Each integer v of [lo, hi] has the share log((v + 1) / v) of log((hi + 1) / lo). */
static void log_range_is_log_uniform(void **state) {
    (void)state;
    enum { LO = 2, HI = 12, DRAWS = 100000 };
    int count[HI + 1] = {0};
    lp_pcg r;
    lp_pcg_seed(&r, 6, 7);
    for (int i = 0; i < DRAWS; i++) {
        int64_t v = lp_pcg_log_range(&r, LO, HI);
        assert_true(v >= LO && v <= HI);
        count[v]++;
    }
    for (int v = LO; v <= HI; v++) {
        double share = log((v + 1.0) / v) / log((HI + 1.0) / LO);
        double sigma = sqrt(share * (1 - share) * DRAWS);
        assert_true(fabs(count[v] - share * DRAWS) < 5 * sigma);
    }
}

static void log_range_keeps_its_limits(void **state) {
    (void)state;
    lp_pcg r;
    lp_pcg_seed(&r, 8, 9);
    for (int i = 0; i < 20000; i++) {
        int64_t lo = lp_pcg_range(&r, 1, INT64_MAX) >> lp_pcg_below(&r, 63);
        if (lo < 1) lo = 1;
        int64_t hi = lp_pcg_range(&r, lo, INT64_MAX) >> lp_pcg_below(&r, 63);
        if (hi < lo) hi = lo;
        int64_t v = lp_pcg_log_range(&r, lo, hi);
        assert_true(v >= lo && v <= hi);
    }
    assert_true(lp_pcg_log_range(&r, INT64_MAX, INT64_MAX) == INT64_MAX);
    assert_true(lp_pcg_log_range(&r, INT64_MAX - 1, INT64_MAX) >= INT64_MAX - 1);
    assert_int_equal(lp_pcg_log_range(&r, 1, 1), 1);
    int high = 0;
    for (int i = 0; i < 1000; i++) high += lp_pcg_log_range(&r, 1, INT64_MAX) >= INT64_C(1) << 31;
    assert_in_range(high, 430, 590); /* 32 of 63 octaves */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(published_answers),         cmocka_unit_test(counter_based_answers),
        cmocka_unit_test(plans_stay_the_same),       cmocka_unit_test(below_is_even),
        cmocka_unit_test(ranges_include_their_ends), cmocka_unit_test(units_fill_the_interval),
        cmocka_unit_test(log_range_is_log_uniform),  cmocka_unit_test(log_range_keeps_its_limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
