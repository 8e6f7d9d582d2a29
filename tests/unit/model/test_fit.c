/* model/fit.c, groups.c: what is fitted, what is left alone, what the groups are. */
#include "tests/unit/common/test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/fit.h"
#include "model/groups.h"

#define KERNELS ((size_t)12)
#define LAUNCHES ((size_t)12)
static char names[2 * KERNELS][16];

/* Stencils take twice as long as predicted; kernels without order are right on average. */
static mdl_validation make(void) {
    mdl_validation v = {.intervals = false};
    v.rows = lp_alloc(2 * KERNELS * LAUNCHES, sizeof *v.rows);
    for (size_t k = 0; k < 2 * KERNELS; k++) {
        snprintf(names[k], sizeof names[k], "k%02zu", k);
        for (size_t i = 0; i < LAUNCHES; i++) {
            lp_predicted *r = &v.rows[v.n++];
            double off = k < KERNELS ? 2 * (1 + 0.01 * (double)i) : i % 2 ? 1.5 : 1 / 1.5;
            *r = (lp_predicted){.kernel = names[k],
                                .family = names[k],
                                .pattern = k < KERNELS ? "stencil" : "direct",
                                .class_ = i < 6 ? "idle" : "saturated",
                                .median_us = 4 + (double)i,
                                .measured_us = (4 + (double)i) * off};
        }
    }
    return v;
}

static void what_helps_is_fitted(void **state) {
    (void)state;
    mdl_validation v = make();
    mdl_calibration c = {0};
    mdl_calibration_add(&c, &(mdl_factor){"old", NULL, 3, false, 9});
    mdl_calibration_add(&c, &(mdl_factor){"stencil", "idle", 1.5, true, 0});
    mdl_fit_calibration(&v, &c);
    const mdl_factor *f = mdl_calibration_find(&c, "stencil", NULL);
    assert_non_null(f);
    assert_string_equal(f->pattern, "stencil");
    assert_int_equal(f->n, KERNELS * LAUNCHES);
    /* the median, 2 * 1.055, drawn towards 1 by 20 rows */
    assert_true(fabs(log2(f->factor) - log2(2 * 1.055) * 144 / 164) < 1e-3);
    f = mdl_calibration_find(&c, "stencil", "idle"); /* set by hand */
    assert_true(f->by_hand && f->factor == 1.5);
    f = mdl_calibration_find(&c, "old", NULL); /* fitted once, of rows that are no more */
    assert_true(!f || !f->pattern);
    for (size_t i = 0; i < c.n; i++) /* nothing helps those without order */
        assert_true(!c.v[i].pattern || strcmp(c.v[i].pattern, "direct") != 0);
    mdl_calibration_free(&c);
    free(v.rows);
}

static void few_rows_are_not_fitted(void **state) {
    (void)state;
    mdl_validation v = make();
    mdl_calibration c = {0};
    v.n = 3 * LAUNCHES; /* three kernels */
    mdl_fit_calibration(&v, &c);
    assert_int_equal(c.n, 0);
    mdl_calibration_free(&c);
    free(v.rows);
}

static void groups_are_sorted_by_error(void **state) {
    (void)state;
    mdl_validation v = make();
    mdl_groups g = mdl_groups_of(&v, MDL_BY_PATTERN);
    assert_int_equal(g.n, 2);
    assert_string_equal(g.v[0].name, "stencil");
    assert_int_equal(g.v[0].m.n_kernels, KERNELS);
    assert_true(g.v[0].m.bias < -1 && fabs(g.v[1].m.bias) < 1e-9);
    mdl_groups_free(&g);
    g = mdl_groups_of(&v, MDL_BY_KERNEL);
    assert_int_equal(g.n, 2 * KERNELS);
    mdl_groups_free(&g);
    g = mdl_groups_of(&v, MDL_BY_CLASS);
    assert_int_equal(g.v[0].m.n_kernels, 2 * KERNELS);
    mdl_groups_free(&g);
    lp_metrics m;
    mdl_metrics_above(&v, 1e9, &m);
    assert_int_equal(m.n, 0);
    const lp_predicted **worst = mdl_worst_rows(&v);
    assert_true(lp_ape_of(worst[0]) >= lp_ape_of(worst[1]));
    assert_string_equal(worst[0]->pattern, "stencil");
    free(worst);
    free(v.rows);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_helps_is_fitted),
        cmocka_unit_test(few_rows_are_not_fitted),
        cmocka_unit_test(groups_are_sorted_by_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
