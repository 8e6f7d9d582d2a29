/* common/metrics.c: figures worked out by hand. */
#include "tests/unit/common/test.h"

#include <math.h>

#include "common/metrics.h"

static bool near(double a, double b) {
    return fabs(a - b) < 1e-9;
}

static void correlations(void **state) {
    (void)state;
    const double up[] = {1, 2, 3, 4}, squares[] = {1, 4, 9, 16}, down[] = {9, 7, 3, 1};
    const double ties[] = {1, 1, 2, 3}, mixed[] = {2, 1, 4, 3}, same[] = {5, 5, 5, 5};
    assert_true(near(lp_spearman(up, squares, 4), 1));
    assert_true(near(lp_spearman(up, down, 4), -1));
    assert_true(near(lp_spearman(up, mixed, 4), 0.6));
    /* scipy.stats.spearmanr([1, 2, 3, 4], [1, 1, 2, 3]) */
    assert_true(near(lp_spearman(up, ties, 4), 0.9486832980505139));
    assert_true(isnan(lp_spearman(up, same, 4)));
    assert_true(isnan(lp_spearman(up, up, 1)));
}

static void medians(void **state) {
    (void)state;
    double odd[] = {3, 1, 2}, even[] = {4, 1, 3, 2}, one[] = {7};
    assert_true(lp_median(odd, 3) == 2);
    assert_true(lp_median(even, 4) == 2.5);
    assert_true(lp_median(one, 1) == 7);
}

static void figures(void **state) {
    (void)state;
    const lp_predicted rows[] = {
        /* kernel a is ordered right, b wrong, c has too few launches */
        {.kernel = "a", .measured_us = 1, .median_us = 2, .lo_us = 1, .hi_us = 3},
        {.kernel = "a", .measured_us = 2, .median_us = 4, .lo_us = 3, .hi_us = 5},
        {.kernel = "a", .measured_us = 4, .median_us = 8, .lo_us = 3, .hi_us = 9},
        {.kernel = "b", .measured_us = 1, .median_us = 4, .lo_us = 2, .hi_us = 5},
        {.kernel = "b", .measured_us = 2, .median_us = 2, .lo_us = 1, .hi_us = 3},
        {.kernel = "b", .measured_us = 4, .median_us = 1, .lo_us = 0.5, .hi_us = 2},
        {.kernel = "c", .measured_us = 8, .median_us = 4, .lo_us = 3, .hi_us = 5},
        {.kernel = "c", .measured_us = 8, .median_us = 8, .lo_us = 8, .hi_us = 8},
    };
    const lp_predicted *all[8];
    for (int i = 0; i < 8; i++) all[i] = &rows[i];
    lp_metrics m;
    lp_metrics_of(all, 8, true, &m);
    assert_int_equal(m.n, 8);
    assert_int_equal(m.n_kernels, 3);
    assert_int_equal(m.n_ranked, 2);
    assert_true(near(m.mape, (100 + 100 + 100 + 300 + 0 + 75 + 50 + 0) / 8.0));
    assert_true(near(m.median_ape, (75 + 100) / 2.0));
    assert_true(near(m.log_error, (1 + 1 + 1 + 2 + 0 + 2 + 1 + 0) / 8.0));
    assert_true(near(m.bias, (1 + 1 + 1 + 2 + 0 - 2 - 1 + 0) / 8.0));
    assert_true(near(m.coverage, 4 / 8.0));
    assert_true(near(m.rank, 0));
    lp_metrics_of(all + 6, 2, false, &m);
    assert_true(isnan(m.coverage) && isnan(m.rank));
    const lp_predicted constant[] = {
        {.kernel = "k", .measured_us = 1, .median_us = 3},
        {.kernel = "k", .measured_us = 2, .median_us = 3},
        {.kernel = "k", .measured_us = 3, .median_us = 3},
    };
    const lp_predicted *three[] = {&constant[0], &constant[1], &constant[2]};
    lp_metrics_of(three, 3, false, &m);
    assert_true(m.n_ranked == 1 && m.rank == 0); /* no order found is no order */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(correlations),
        cmocka_unit_test(medians),
        cmocka_unit_test(figures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
