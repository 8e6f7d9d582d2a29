/* common/error.c: messages are one clean line, prefixes stack, NULL is fine. */
#include "tests/unit/common/test.h"

#include <string.h>

#include "common/error.h"

static void formats_and_returns_minus_one(void **state) {
    (void)state;
    lp_err e;
    assert_int_equal(lp_fail(&e, "%s:%d: bad", "a.cl", 7), -1);
    assert_string_equal(e.msg, "a.cl:7: bad");
    assert_int_equal(lp_fail_in(&e, "kernel %s", "k"), -1);
    assert_string_equal(e.msg, "kernel k: a.cl:7: bad");
    assert_int_equal(lp_fail(NULL, "x"), -1);
    assert_int_equal(lp_fail_in(NULL, "x"), -1);
}

static void may_format_its_own_message(void **state) {
    (void)state;
    lp_err e;
    lp_fail(&e, "inner");
    lp_fail(&e, "outer (%s)", e.msg);
    assert_string_equal(e.msg, "outer (inner)");
}

static void is_one_line_without_escapes(void **state) {
    (void)state;
    lp_err e;
    lp_fail(&e, "a\nb\x1b[2J\r\n");
    assert_string_equal(e.msg, "a b [2J");
}

static void long_messages_are_cut_between_characters(void **state) {
    (void)state;
    char text[2048];
    memset(text, 'a', sizeof text);
    memcpy(text + 1021, "\xE2\x82\xAC", 3); /* its last byte does not fit */
    text[sizeof text - 1] = '\0';
    lp_err e;
    lp_fail(&e, "%s", text);
    assert_int_equal(strlen(e.msg), 1021);
    assert_int_equal(e.msg[1020], 'a');
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(formats_and_returns_minus_one),
        cmocka_unit_test(may_format_its_own_message),
        cmocka_unit_test(is_one_line_without_escapes),
        cmocka_unit_test(long_messages_are_cut_between_characters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
