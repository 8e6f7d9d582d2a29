/* report/choice.c: which kernels get a page. */
#include "tests/unit/common/test.h"

#include <math.h>

#include "report/choice.h"

enum { N = 60 };

static const char *const patterns[] = {"tiling", "direct", "stencil"};

/* 30 of tiling, 20 of direct, 10 of stencil; every 6th held out; errors of the first 40. */
static void make(rep_candidate c[N]) {
    for (int i = 0; i < N; i++)
        c[i] = (rep_candidate){.pattern = patterns[i < 30   ? 0
                                                   : i < 50 ? 1
                                                            : 2],
                               .held_out = i % 6 == 0,
                               .seen = i % 6 != 0,
                               .mape = i < 40 ? 100.0 - i : (double)NAN,
                               .timed = i != 59};
}

static size_t count(const rep_candidate *c, rep_page_why why) {
    size_t n = 0;
    for (int i = 0; i < N; i++) n += c[i].why == why;
    return n;
}

static void everything_fits(void **state) {
    (void)state;
    const size_t most[] = {0, N, 1000};
    for (int m = 0; m < 3; m++) {
        rep_candidate c[N];
        make(c);
        rep_choose(c, N, most[m]);
        assert_int_equal(count(c, REP_NO_PAGE), 0);
    }
    rep_choose(NULL, 0, 5);
}

static void thirds(void **state) {
    (void)state;
    rep_candidate c[N];
    make(c);
    rep_choose(c, N, 18);
    assert_int_equal(count(c, REP_PAGE_WORST), 6);
    assert_int_equal(count(c, REP_PAGE_EVEN) + count(c, REP_PAGE_HELD_OUT), 12);
    /* the worst of those that were not trained on: 0 6 12 18 24 30 */
    for (int i = 0; i <= 30; i += 6) assert_int_equal(c[i].why, REP_PAGE_WORST);
    for (int i = 36; i < N; i += 6) assert_int_equal(c[i].why, REP_PAGE_HELD_OUT);
}

static void patterns_take_turns(void **state) {
    (void)state;
    rep_candidate c[N];
    make(c);
    for (int i = 0; i < N; i++) {
        c[i].mape = NAN;
        c[i].held_out = false;
    }
    rep_choose(c, N, 30);
    size_t of[3] = {0};
    for (int i = 0; i < N; i++)
        if (c[i].why == REP_PAGE_EVEN) of[i < 30 ? 0 : i < 50 ? 1 : 2]++;
    /* stencil has 9 that are timed: 9 turns of three, three more of two */
    assert_int_equal(of[2], 9);
    assert_true(of[0] + of[1] == 21 && (of[0] == 10 || of[0] == 11));
    assert_int_equal(c[59].why, REP_NO_PAGE);
    rep_choose(c, N, 59);
    assert_int_equal(c[59].why, REP_NO_PAGE); /* what is not timed comes last */
}

static void the_same_again(void **state) {
    (void)state;
    rep_candidate a[N], b[N];
    make(a);
    make(b);
    rep_choose(a, N, 7);
    rep_choose(b, N, 20);
    rep_choose(b, N, 7);
    for (int i = 0; i < N; i++) assert_int_equal(a[i].why, b[i].why);
    assert_int_equal(N - count(a, REP_NO_PAGE), 7);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everything_fits),
        cmocka_unit_test(thirds),
        cmocka_unit_test(patterns_take_turns),
        cmocka_unit_test(the_same_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
