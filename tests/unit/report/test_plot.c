/* What plots are made of: cells, medians, regions. */
#include "report/plot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/common/test.h"

#define assert_has(text, part)                                                                     \
    do {                                                                                           \
        if (!strstr((text), (part))) fail_msg("\"%s\" lacks \"%s\"", (text), (part));              \
    } while (0)

static void assert_close(double got, double want) {
    if (!(fabs(got - want) <= 1e-9 * fabs(want))) fail_msg("%.12g, not %.12g", got, want);
}

static void axes(void **state) {
    (void)state;
    const double v[] = {2, 40, 900};
    rep_axis a = rep_log_axis(v, 3, 5);
    assert_true(a.lo < 2 && a.hi > 900 && a.log);
    assert_close(rep_axis_at(&a, 0), a.lo);
    assert_close(rep_axis_at(&a, a.cells), a.hi);
    for (int i = 0; i < 3; i++) {
        int c = rep_axis_cell(&a, v[i]);
        assert_true(c >= 0 && c < a.cells);
        assert_true(rep_axis_at(&a, c) <= v[i] * (1 + 1e-12));
        assert_true(rep_axis_at(&a, c + 1) > v[i] * (1 - 1e-12));
    }
    assert_int_equal(rep_axis_cell(&a, 0), -1);
    assert_int_equal(rep_axis_cell(&a, -1), -1);
    assert_int_equal(rep_axis_cell(&a, NAN), -1);
    assert_int_equal(rep_axis_cell(&a, 1e9), -1);
    assert_int_equal(rep_axis_cell(&a, a.hi), a.cells - 1);
    /* one value, and none */
    a = rep_log_axis(v, 1, 5);
    assert_true(a.cells >= 1 && rep_axis_cell(&a, 2) >= 0);
    a = rep_log_axis(NULL, 0, 5);
    assert_true(a.cells >= 1 && a.lo < a.hi);
    const rep_axis linear = {false, -10, 10, 4, false};
    assert_int_equal(rep_axis_cell(&linear, -10), 0);
    assert_int_equal(rep_axis_cell(&linear, -0.1), 1);
    assert_int_equal(rep_axis_cell(&linear, 0.1), 2);
    assert_int_equal(rep_axis_cell(&linear, 10), 3);
    assert_int_equal(rep_axis_cell(&linear, 10.1), -1);
    assert_close(rep_axis_at(&linear, 1), -5);
}

static void density(void **state) {
    (void)state;
    const rep_axis x = {false, 0, 10, 10, false}, y = {false, 0, 4, 4, false};
    rep_points p = {0};
    lp_text t = {0};
    size_t outside = 7;
    rep_points_add(&p, 0.5, 0.5);
    rep_points_add(&p, 0.6, 0.9);
    rep_points_add(&p, 9.5, 3.5);
    rep_points_add(&p, 11, 1);
    assert_int_equal(rep_density_block(&t, "d", &p, &x, &y, &outside), 2);
    assert_int_equal(outside, 1);
    assert_string_equal(t.s, "$d << EOD\n0.5 0.5 0 1.04 0 1.04 2\n9.5 3.5 9 10.04 3 4.04 1\nEOD\n");
    lp_text_free(&t);
    rep_points_free(&p);
}

/* Of the cells that begin at 1, 1.26, 1.58 and 2.00, those between hold no whole number. */
static void whole_numbers(void **state) {
    (void)state;
    const rep_axis y = {false, 0, 1, 1, false};
    rep_axis x = {true, 1, 10, 10, true};
    rep_points p = {0};
    lp_text t = {0};
    rep_points_add(&p, 1, 0.5);
    rep_density_block(&t, "d", &p, &x, &y, NULL);
    assert_has(t.s, " 0.5 1 2.0512 "); /* to where the cell of 2 begins, and a little */
    lp_text_clear(&t);
    x.whole = false;
    rep_density_block(&t, "d", &p, &x, &y, NULL);
    assert_has(t.s, " 0.5 1 1.2706 ");
    lp_text_free(&t);
    rep_points_free(&p);
}

static void medians(void **state) {
    (void)state;
    const rep_axis x = {false, 0, 2, 2, false};
    rep_points p = {0};
    lp_text t = {0};
    for (int i = 1; i <= 5; i++) rep_points_add(&p, 0.1 * i, (i * 3) % 5); /* 0 .. 4, shuffled */
    rep_points_add(&p, 1.5, 100);
    rep_points_add(&p, 5, 100);
    assert_int_equal(rep_median_block(&t, "m", &p, &x, 5), 1);
    assert_string_equal(t.s, "$m << EOD\n0.5 1 2 3 5\nEOD\n");
    lp_text_clear(&t);
    assert_int_equal(rep_median_block(&t, "m", &p, &x, 1), 2);
    assert_has(t.s, "\n1.5 100 100 100 1\n");
    lp_text_free(&t);
    rep_points_free(&p);
}

/* Few points are drawn as points, many as cells; a median needs enough of them. */
static void cloud(void **state) {
    (void)state;
    rep_points p = {0};
    lp_text t = {0};
    size_t outside = 0;
    for (int i = 0; i < REP_FEW - 1; i++) {
        rep_points_add(&p, 1 + i % 3, 1 + i % 7);
        outside += 1 + i % 7 > 5;
    }
    rep_cloud c = {.x = rep_log_axis(p.x, p.n, 5), .y = {false, 0, 5, 5, false}};
    rep_cloud_blocks(&t, &c, 3, &p, 5, 10);
    assert_true(c.most == 0 && c.line);
    assert_int_equal(c.outside, outside);
    assert_has(t.s, "$points3 << EOD\n1 1\n2 2\n");
    assert_has(rep_cloud_words(&c), "Each point");
    lp_text_clear(&t);
    rep_cloud_plot(&t, &c, 3, true);
    assert_has(t.s, "unset colorbox\nplot $points3 with points");
    assert_has(t.s, "$median3 using 1:3 ");
    assert_has(t.s, "title 'median'\n");
    lp_text_clear(&t);
    rep_points_add(&p, 2, 2);
    rep_cloud_blocks(&t, &c, 0, &p, 5, 1000);
    assert_true(c.most > 1 && !c.line);
    assert_null(strstr(t.s, "$points0"));
    assert_has(rep_cloud_words(&c), "Each cell");
    lp_text_clear(&t);
    rep_cloud_plot(&t, &c, 0, true);
    assert_has(t.s, "plot $cells0 using");
    assert_has(t.s, "set cblabel");
    assert_null(strstr(t.s, "$median0"));
    lp_text_free(&t);
    rep_points_free(&p);
}

static void regions(void **state) {
    (void)state;
    const rep_axis x = {true, 1, 1e6, 60, false};
    const int64_t n[] = {1000, 2, 3};
    lp_text t = {0};
    rep_regions(&t, &x, 100, 40, n);
    assert_has(t.s, "rect from 1, graph 0 to 100, graph 1");
    assert_has(t.s, "rect from 100, graph 0 to 4000, graph 1");
    assert_has(t.s, "rect from 4000, graph 0 to 1e+06, graph 1");
    assert_has(t.s, "'under-saturated'");
    assert_has(t.s, "'n = 1000'");
    assert_has(t.s, "'NSM = 100' at 100,");
    assert_has(t.s, "'40 NSM = 4000' at 4000,");
    lp_text_clear(&t);
    rep_regions(&t, &x, 100, 40, NULL); /* small: no words */
    assert_null(strstr(t.s, "label"));
    assert_has(t.s, "from 4000, graph 0 to 4000, graph 1 nohead");
    lp_text_clear(&t);
    const rep_axis few = {true, 1, 50, 10, false}; /* everything is idle */
    rep_regions(&t, &few, 100, 40, n);
    assert_has(t.s, "rect from 1, graph 0 to 50, graph 1");
    assert_null(strstr(t.s, "saturated"));
    assert_null(strstr(t.s, "NSM"));
    lp_text_free(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(axes),          cmocka_unit_test(density),
                                       cmocka_unit_test(whole_numbers), cmocka_unit_test(medians),
                                       cmocka_unit_test(cloud),         cmocka_unit_test(regions)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
