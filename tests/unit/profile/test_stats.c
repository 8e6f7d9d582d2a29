/* Order statistics: the interval's ranks against published ones and against the binomial itself,
 * medians, quantiles, gcd. */
#include "check.h"

#include <math.h>

#include "profile/stats.h"

static void ranks_are_the_published_ones(void **state) {
    (void)state;
    static const int table[][3] = {{1, 1, 1},    {3, 1, 3},    {5, 1, 5},   {6, 1, 6},
                                   {9, 2, 8},    {15, 4, 12},  {20, 6, 15}, {25, 8, 18},
                                   {54, 20, 35}, {100, 40, 61}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        int lo, hi;
        prof_ci_ranks(table[i][0], &lo, &hi);
        if (lo != table[i][1] || hi != table[i][2])
            fail_msg("n = %d: ranks (%d, %d)", table[i][0], lo, hi);
    }
}

/* P(B(n, 1/2) <= k), straight from the definition. */
static double below(int n, int k) {
    double sum = 0;
    for (int i = 0; i <= k; i++)
        sum += exp(lgamma(n + 1.0) - lgamma(i + 1.0) - lgamma(n - i + 1.0) - n * log(2));
    return sum;
}

static void ranks_are_the_tightest_that_hold(void **state) {
    (void)state;
    for (int n = 6; n <= 400; n++) {
        int lo, hi;
        prof_ci_ranks(n, &lo, &hi);
        assert_int_equal(lo + hi, n + 1);
        assert_true(lo < hi);
        assert_true(1 - 2 * below(n, lo - 1) >= 0.95);
        assert_true(1 - 2 * below(n, lo) < 0.95 || lo + 1 > n - lo);
    }
}

static void ranks_of_very_many_times_join_on(void **state) {
    (void)state;
    int lo, hi, lo2, hi2;
    prof_ci_ranks(1000, &lo, &hi);
    prof_ci_ranks(1001, &lo2, &hi2);
    assert_true(abs(lo - lo2) <= 1);
    prof_ci_ranks(20000, &lo, &hi);
    assert_true(lo > 9800 && lo < 9900);
    assert_int_equal(lo + hi, 20001);
}

static void medians(void **state) {
    (void)state;
    const int64_t odd[] = {1, 5, 9}, even[] = {1, 4, 7, 100};
    const int64_t huge[] = {INT64_MAX - 1, INT64_MAX};
    assert_int_equal(prof_median(odd, 3), 5);
    assert_int_equal(prof_median(even, 4), 5);
    assert_int_equal(prof_median(odd, 1), 1);
    assert_true(prof_median(huge, 2) == INT64_MAX - 1);
}

static void quantiles_interpolate(void **state) {
    (void)state;
    const int64_t v[] = {10, 20, 30, 40, 50};
    assert_true(prof_quantile(v, 5, 0) == 10);
    assert_true(prof_quantile(v, 5, 0.25) == 20);
    assert_true(prof_quantile(v, 5, 0.375) == 25);
    assert_true(prof_quantile(v, 5, 1) == 50);
    assert_true(prof_quantile(v, 1, 0.7) == 10);
}

static void gcd_finds_the_tick(void **state) {
    (void)state;
    const int64_t h200[] = {3808, 5600, 7104, 5632}, one[] = {17}, odd[] = {32, 64, 65};
    assert_int_equal(prof_gcd(h200, 4), 32);
    assert_int_equal(prof_gcd(one, 1), 17);
    assert_int_equal(prof_gcd(odd, 3), 1);
}

static void stats_of_unsorted_times(void **state) {
    (void)state;
    const int64_t t[] = {90, 10, 50, 20, 80, 30, 70, 40, 60};
    prof_stats s;
    prof_stats_of(t, 9, &s);
    assert_int_equal(s.n, 9);
    assert_int_equal(s.median, 50);
    assert_int_equal(s.min, 10);
    assert_int_equal(s.max, 90);
    assert_int_equal(s.ci_lo, 20);
    assert_int_equal(s.ci_hi, 80);
    assert_true(s.mean == 50);
    assert_true(fabs(s.half_width - 0.6) < 1e-12);
    assert_int_equal(t[0], 90); /* the times keep their order */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ranks_are_the_published_ones),
        cmocka_unit_test(ranks_are_the_tightest_that_hold),
        cmocka_unit_test(ranks_of_very_many_times_join_on),
        cmocka_unit_test(medians),
        cmocka_unit_test(quantiles_interpolate),
        cmocka_unit_test(gcd_finds_the_tick),
        cmocka_unit_test(stats_of_unsorted_times),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
