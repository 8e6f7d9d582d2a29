/* report/judged.c: groups of rows, parts that were not trained on first. */
#include "tests/unit/common/test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/judged.h"

static lp_predicted row(const char *kernel, const char *part, const char *class_, double measured,
                        double said) {
    return (lp_predicted){.kernel = kernel,
                          .family = "f",
                          .pattern = "direct",
                          .part = part,
                          .class_ = class_,
                          .measured_us = measured,
                          .median_us = said,
                          .lo_us = said / 2,
                          .hi_us = said * 2};
}

static rep_judged six_rows(void) {
    rep_judged j = {.rows = lp_alloc(6, sizeof(lp_predicted)), .n = 6, .intervals = true};
    j.rows[0] = row("a", "train", "saturated", 5, 10);
    j.rows[1] = row("a", "train", "idle", 20, 10);
    j.rows[2] = row("b", "test", "under", 5, 5);
    j.rows[3] = row("b", "test", "idle", 0.5, 0.6);
    j.rows[4] = row("c", "heldout", "idle", 10, 40);
    j.rows[5] = row("d", "train", "idle", 1, 9);
    return j;
}

static void by_part(void **state) {
    (void)state;
    rep_judged j = six_rows();
    rep_grouping g = rep_group_rows(&j, REP_BY_PART);
    assert_int_equal(g.n, 3);
    assert_int_equal(g.v[0].part, REP_TEST);
    assert_int_equal(g.v[1].part, REP_HELDOUT);
    assert_int_equal(g.v[2].part, REP_TRAIN);
    assert_int_equal(g.v[2].m.n, 3);
    assert_int_equal(g.v[2].m.n_kernels, 2);
    assert_true(fabs(g.v[1].m.mape - 300) < 1e-9 && g.v[1].m.coverage == 0);
    assert_true(g.rows[g.v[1].first] == &j.rows[4]);
    rep_grouping_free(&g);
    rep_judged_free(&j);
}

static void by_class_and_decade(void **state) {
    (void)state;
    rep_judged j = six_rows();
    rep_grouping g = rep_group_rows(&j, REP_BY_CLASS);
    const char *const names[] = {"idle", "under", "idle", "idle", "saturated"};
    assert_int_equal(g.n, 5);
    for (int i = 0; i < 5; i++) assert_string_equal(g.v[i].name, names[i]);
    rep_grouping_free(&g);
    g = rep_group_rows(&j, REP_BY_DECADE);
    const int decades[] = {-1, 0, 1, 0, 1};
    assert_int_equal(g.n, 5);
    for (int i = 0; i < 5; i++) assert_int_equal(g.v[i].order, decades[i]);
    rep_grouping_free(&g);
    rep_judged_free(&j);
}

/* The worst first, but those that were trained on after the others. */
static void by_kernel(void **state) {
    (void)state;
    rep_judged j = six_rows();
    rep_grouping g = rep_group_rows(&j, REP_BY_KERNEL);
    const char *const names[] = {"c", "b", "d", "a"};
    assert_int_equal(g.n, 4);
    for (int i = 0; i < 4; i++) assert_string_equal(g.v[i].name, names[i]);
    rep_grouping_free(&g);
    rep_judged_free(&j);
}

static void words_of_decades(void **state) {
    (void)state;
    static const struct {
        double us;
        const char *words;
    } cases[] = {{0.5, "100-1000 ns"}, {1, "1-10 us"},      {10, "10-100 us"},
                 {999, "100-1000 us"}, {1000, "1-10 ms"},   {5e5, "100-1000 ms"},
                 {2e6, "1-10 s"},      {3e8, "100-1000 s"}, {1e-3, "1-10 ns"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char shown[32];
        rep_decade_words(rep_decade_of(cases[i].us), shown);
        assert_string_equal(shown, cases[i].words);
    }
    assert_int_equal(rep_part_of("nonsense"), REP_NO_PART);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_part),
        cmocka_unit_test(by_class_and_decade),
        cmocka_unit_test(by_kernel),
        cmocka_unit_test(words_of_decades),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
