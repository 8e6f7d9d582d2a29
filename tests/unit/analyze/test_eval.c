/* --eval: bindings, derived scalars, what has no value; and the table of reasons. */
#include "analyze/eval.h"
#include "analyze/reason.h"
#include "tests/unit/analyze/source.h"

static void bindings(void **state) {
    an_eval v;
    int64_t x = 0;
    lp_err e = {""};
    (void)state;
    assert_int_equal(an_eval_parse("global=1024,local=64,n=-5", &v, &e), 0);
    assert_true(an_eval_get(&v, "global / local + n", &x));
    assert_int_equal(x, 11);
    assert_false(an_eval_get(&v, "m", &x));
    assert_false(an_eval_get(&v, "n / 0", &x));
    assert_false(an_eval_get(&v, NULL, &x));
    an_eval_free(&v);
    static const char *const bad[] = {"", "n", "n=", "=1", "n=1,", "n=1.5", "n=x", "n=1 m=2"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_int_equal(an_eval_parse(bad[i], &v, &e), -1);
        assert_has(e.msg, "NAME=INTEGER is expected");
        an_eval_free(&v);
    }
}

static void derived_scalars(void **state) {
    db_arg args[] = {{.name = "n", .domain = "{\"eq\":\"local * 2\"}"},
                     {.name = "m", .domain = "{\"eq\":\"n + 1\",\"min\":1}"},
                     {.name = "given", .domain = "{\"eq\":\"local\"}"},
                     {.name = "free", .domain = "{\"min\":1}"},
                     {.name = "x"}};
    db_kernel k = {.args = args, .n_args = 5}, none = {0};
    an_eval v;
    int64_t x = 0;
    (void)state;
    assert_int_equal(an_eval_parse("global=128,local=64,given=3", &v, NULL), 0);
    an_eval_begin(&v, &k);
    assert_true(an_eval_get(&v, "n * 1000 + m", &x));
    assert_int_equal(x, 128 * 1000 + 129);
    assert_true(an_eval_get(&v, "given", &x));
    assert_int_equal(x, 3);
    assert_false(an_eval_get(&v, "free", &x));
    an_eval_begin(&v, &none);
    assert_false(an_eval_get(&v, "n", &x));
    an_eval_free(&v);
}

static void reasons_differ(void **state) {
    (void)state;
    for (int i = 0; i < AN_N_REASONS; i++) {
        assert_true(an_reason_code((an_reason)i)[0] && an_reason_text((an_reason)i)[0]);
        for (int k = 0; k < i; k++)
            assert_string_not_equal(an_reason_code((an_reason)i), an_reason_code((an_reason)k));
    }
    assert_string_equal(an_reason_code(AN_INDIRECT), "indirect-index");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bindings),
        cmocka_unit_test(derived_scalars),
        cmocka_unit_test(reasons_differ),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
