/* model/sweep.c: lists, ranges, combinations, and what is refused. */
#include "tests/unit/common/test.h"

#include <string.h>

#include "model/sweep.h"

static mdl_sweep parse(const char *text) {
    mdl_sweep s = {0};
    lp_err e = {""};
    if (mdl_sweep_parse(text, &s, &e)) fail_msg("%s: %s", text, e.msg);
    return s;
}

static void lists_and_ranges(void **state) {
    (void)state;
    mdl_sweep s = parse("global=1024:16384:x2,local=32,64,n=10:35:+10,7");
    const int64_t global[] = {1024, 2048, 4096, 8192, 16384}, local[] = {32, 64},
                  n[] = {10, 20, 30, 7};
    assert_int_equal(s.n, 3);
    assert_int_equal(s.axes[0].n, 5);
    assert_memory_equal(s.axes[0].v, global, sizeof global);
    assert_int_equal(s.axes[1].n, 2);
    assert_memory_equal(s.axes[1].v, local, sizeof local);
    assert_int_equal(s.axes[2].n, 4);
    assert_memory_equal(s.axes[2].v, n, sizeof n);
    assert_int_equal(mdl_sweep_axis(&s, "n"), 2);
    assert_int_equal(mdl_sweep_axis(&s, "m"), 3);
    mdl_sweep_free(&s);
}

static void combinations(void **state) {
    (void)state;
    mdl_sweep s = parse("a=1,2,b=3,4,5");
    assert_int_equal(mdl_sweep_count(&s), 6);
    const int64_t want[6][2] = {{1, 3}, {1, 4}, {1, 5}, {2, 3}, {2, 4}, {2, 5}};
    for (size_t i = 0; i < 6; i++)
        for (size_t axis = 0; axis < 2; axis++)
            assert_int_equal(mdl_sweep_value(&s, i, axis), want[i][axis]);
    mdl_sweep_free(&s);
    assert_int_equal(mdl_sweep_count(&s), 1); /* no axes: one launch */
}

static void the_end_of_the_numbers(void **state) {
    (void)state;
    mdl_sweep s = parse("a=4611686018427387904:9223372036854775807:x2");
    assert_int_equal(s.axes[0].n, 1);
    mdl_sweep_free(&s);
}

static void bad_ones_are_refused(void **state) {
    (void)state;
    static const struct {
        const char *text, *says;
    } bad[] = {
        {"", "begins with a name"},
        {"5", "begins with a name"},
        {"=5", "a name is missing"},
        {"a=", "is expected"},
        {"a=x", "is expected"},
        {"a=0", "numbers from 1"},
        {"a=-3", "numbers from 1"},
        {"a=1,", "is expected"},
        {"a=1,a=2", "a is there twice"},
        {"a=1:2", "is expected"},
        {"a=1:2:3", "is expected"},
        {"a=1:8:x1", "is expected"},
        {"a=1:8:+0", "is expected"},
        {"a=8:1:+1", "is expected"},
        {"a=1:999999999:+1", "a has more than 100000 values"},
        {"a=1:1000:+1,b=1:1000:+1", "more than 100000 combinations"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        mdl_sweep s = {0};
        lp_err e = {""};
        assert_int_equal(mdl_sweep_parse(bad[i].text, &s, &e), -1);
        if (!strstr(e.msg, bad[i].says)) fail_msg("%s: %s", bad[i].text, e.msg);
        mdl_sweep_free(&s);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_and_ranges),
        cmocka_unit_test(combinations),
        cmocka_unit_test(the_end_of_the_numbers),
        cmocka_unit_test(bad_ones_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
