/* model/best_local.c: what belongs to a sweep, and what a choice loses. */
#include "tests/unit/common/test.h"

#include <math.h>
#include <string.h>

#include "model/best_local.h"

/* Two sweeps, their rows apart, and a launch by itself. */
static void regrets(void **state) {
    (void)state;
    lp_predicted rows[] = {
        {.same = 9, .local_size = 64, .measured_us = 10, .median_us = 30},
        {.same = 5, .local_size = 32, .measured_us = 10.2, .median_us = 4},
        {.same = 9, .local_size = 512, .measured_us = 12, .median_us = 20},
        {.same = 9, .local_size = 128, .measured_us = 20, .median_us = 25},
        {.same = 5, .local_size = 256, .measured_us = 10, .median_us = 5},
        {.same = 7, .local_size = 256, .measured_us = 1, .median_us = 1},
    };
    mdl_validation v = {.rows = rows, .n = 6};
    mdl_best_local b;
    mdl_best_local_of(&v, &b);
    assert_int_equal(b.sweeps, 2);
    assert_int_equal(b.launches, 5);
    /* 512 of the first, 32 of the second: 20 % and 2 % off */
    assert_true(b.predicted.within_5 == 0.5);
    assert_true(fabs(b.predicted.mean - 0.11) < 1e-9 && fabs(b.predicted.top95 - 0.2) < 1e-9);
    /* 512 and 128 are as near to 256: the first one counts */
    assert_true(fabs(b.usual.mean - 0.1) < 1e-9 && b.usual.within_5 == 0.5);
    assert_true(fabs(b.random.within_5 - (1 / 3. + 1) / 2) < 1e-9);
    assert_true(fabs(b.random.mean - (1.2 / 3 + 0.02 / 2) / 2) < 1e-9);
    assert_true(fabs(b.random.top95 - 1) < 1e-9);
}

static void no_sweep(void **state) {
    (void)state;
    lp_predicted rows[] = {{.same = 1, .local_size = 64, .measured_us = 1, .median_us = 1},
                           {.same = 1, .local_size = 64, .measured_us = 2, .median_us = 1}};
    mdl_validation v = {.rows = rows, .n = 2};
    mdl_best_local b;
    mdl_best_local_of(&v, &b);
    assert_int_equal(b.sweeps, 0);
    v.n = 0;
    mdl_best_local_of(&v, &b);
    assert_int_equal(b.sweeps, 0);
}

/* Lengths may follow the local size, values may not. */
static void what_a_sweep_shares(void **state) {
    (void)state;
    db_sample_arg args[] = {{.idx = 0, .elems = 64, .recipe = "zero"},
                            {.idx = 1, .elems = -1, .value = "7"}};
    db_sample s = {
        .global_size = 1024, .local_size = 32, .fill_seed = 3, .args = args, .n_args = 2};
    uint64_t key = mdl_best_local_key("k", &s, 1);
    s.local_size = 64;
    args[0].elems = 32;
    assert_true(mdl_best_local_key("k", &s, 1) == key);
    assert_true(mdl_best_local_key("k", &s, 2) != key);
    assert_true(mdl_best_local_key("l", &s, 1) != key);
    args[1].value = "8";
    assert_true(mdl_best_local_key("k", &s, 1) != key);
    args[1].value = "7";
    s.fill_seed = 4;
    assert_true(mdl_best_local_key("k", &s, 1) != key);
    s.fill_seed = 3;
    s.global_size = 2048;
    assert_true(mdl_best_local_key("k", &s, 1) != key);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(regrets), cmocka_unit_test(no_sweep),
                                       cmocka_unit_test(what_a_sweep_shares)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
