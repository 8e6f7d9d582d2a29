/* report/curves.c: which launches are connected. */
#include "tests/unit/common/test.h"

#include <string.h>

#include "report/curves.h"

static rep_launch *add(rep_launches *l, int64_t global, int64_t local, int64_t seed) {
    l->v = lp_grow(l->v, &l->cap, l->n + 1, sizeof *l->v);
    l->v[l->n] = (rep_launch){.global_size = global, .local_size = local, .fill_seed = seed};
    return &l->v[l->n++];
}

static void scalars_that_follow(void **state) {
    (void)state;
    rep_launches l = {0};
    rep_launch *v = add(&l, 1024, 64, 1);
    rep_launch_scalar(v, "n", "bound", "1000"); /* within a work-group */
    rep_launch_scalar(v, "m", "bound", "4090"); /* four times */
    rep_launch_scalar(v, "k", "trips", "7");
    rep_launch_scalar(v, "far", "bound", "1500");
    rep_launch_scalar(v, "a", "coefficient", "0.25");
    rep_launch_scalar(v, "f", NULL, "-1.5");
    rep_launch_scalar(v, "max", "bound", "9223372036854775807");
    assert_string_equal(v->scalars.s,
                        "n=1000, m=4090, k=7, far=1500, a=0.25, f=-1.5, max=9223372036854775807");
    assert_string_equal(v->fixed.s,
                        "m=4*global, k=7, far=1500, f=-1.5, max=9007199254740992*global");
    rep_launches_free(&l);
}

static void curves_over_groups(void **state) {
    (void)state;
    rep_launches l = {0};
    for (int64_t i = 1; i <= 4; i++) add(&l, 640 - i * 64, 64, i); /* 9 8 7 6 groups */
    for (int64_t i = 1; i <= 3; i++) add(&l, i * 32, 32, i);       /* 1 2 3 groups */
    for (int64_t i = 1; i <= 2; i++) add(&l, i * 128, 128, i);     /* too few */
    for (int i = 1; i <= 3; i++) rep_launch_scalar(add(&l, 512, 256, i), "n", "bound", "512");
    rep_launch_scalar(add(&l, 6400, 64, 9), "k", "trips", "3"); /* another curve */
    rep_curves c = rep_curves_of_groups(&l, 6);
    assert_int_equal(c.n, 2);
    assert_int_equal(c.on, 7);
    assert_int_equal(c.v[0].n, 4);
    assert_int_equal(c.v[1].n, 3);
    const size_t first[] = {3, 2, 1, 0, 4, 5, 6};
    assert_memory_equal(c.order, first, sizeof first);
    bool seen[13] = {false};
    for (size_t i = 0; i < l.n; i++) seen[c.order[i]] = true;
    for (size_t i = 0; i < l.n; i++) assert_true(seen[i]);
    rep_curves_free(&c);
    c = rep_curves_of_groups(&l, 1);
    assert_true(c.n == 1 && c.on == 4);
    rep_curves_free(&c);
    rep_launches_free(&l);
}

static void curves_over_local_sizes(void **state) {
    (void)state;
    rep_launches l = {0};
    for (int i = 0; i < 3; i++) rep_launch_scalar(add(&l, 4096, 256 >> i, 5), "n", "bound", "4096");
    rep_launch_scalar(add(&l, 4096, 512, 5), "n", "bound", "4095"); /* another scalar */
    add(&l, 4096, 1024, 6);                                         /* other contents */
    rep_curves c = rep_curves_of_local(&l, 6);
    assert_true(c.n == 1 && c.on == 3 && c.v[0].first == 0);
    const size_t order[] = {2, 1, 0};
    assert_memory_equal(c.order, order, sizeof order);
    rep_curves_free(&c);
    rep_launches_free(&l);
    c = rep_curves_of_local(&l, 6);
    assert_true(c.n == 0 && c.on == 0);
    rep_curves_free(&c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scalars_that_follow),
        cmocka_unit_test(curves_over_groups),
        cmocka_unit_test(curves_over_local_sizes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
