/* common/json.c: deterministic text, exact doubles, refusals, typed members. */
#include "tests/unit/common/test.h"

#include <string.h>

#include "common/json.h"
#include "tests/unit/common/capture.h"

static void text_is_compact_and_sorted(void **state) {
    (void)state;
    json_t *j = json_pack("{s:i, s:[b,n], s:s}", "z", 1, "b", 1, "a", "q\"\n");
    char *s = lp_json_text(j);
    assert_string_equal(s, "{\"a\":\"q\\\"\\n\",\"b\":[true,null],\"z\":1}");
    free(s);
    json_decref(j);
}

static void lines_keep_insertion_order(void **state) {
    (void)state;
    json_t *j = json_pack("{s:i, s:i}", "z", 1, "a", 2);
    capture c = capture_begin(stdout);
    int rc = lp_json_print_line(j);
    char *s = capture_end(&c);
    assert_int_equal(rc, 0);
    assert_string_equal(s, "{\"z\":1,\"a\":2}\n");
    free(s);
    json_decref(j);
}

static json_t *square(void *ctx, size_t i) {
    (*(int *)ctx)++;
    return json_pack("{s:i}", "v", (int)(i * i));
}

static void lists_end_a_line(void **state) {
    (void)state;
    json_t *j = json_pack("{s:i}", "z", 1);
    int asked = 0;
    capture c = capture_begin(stdout);
    int rc = lp_json_print_line_with(j, "list", square, &asked, 3);
    int rc_empty = lp_json_print_line_with(j, "none", square, &asked, 0);
    char *s = capture_end(&c);
    assert_int_equal(rc | rc_empty, 0);
    assert_int_equal(asked, 3);
    assert_string_equal(
        s, "{\"z\":1,\"list\":[{\"v\":0},{\"v\":1},{\"v\":4}]}\n{\"z\":1,\"none\":[]}\n");
    free(s);
    json_decref(j);
}

static void doubles_come_back(void **state) {
    (void)state;
    const double values[] = {0.1, 1.0 / 3, 1e-300, 123456789.123456789, 5e15};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        json_t *j = json_pack("{s:f}", "v", values[i]);
        char *s = lp_json_text(j);
        json_t *back = lp_json_parse(s, strlen(s), NULL);
        assert_true(lp_json_num(back, "v", -1) == values[i]);
        json_decref(back);
        free(s);
        json_decref(j);
    }
}

static void bad_documents_are_refused(void **state) {
    (void)state;
    const char *bad[] = {"",    "{", "{\"a\":1,\"a\":2}", "[1] x", "{\"a\":99999999999999999999}",
                         "\xFF"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        lp_err e = {{0}};
        assert_null(lp_json_parse(bad[i], strlen(bad[i]), &e));
        assert_memory_equal(e.msg, "JSON: ", 6);
    }
    char *deep = malloc(100000);
    memset(deep, '[', 100000);
    assert_null(lp_json_parse(deep, 100000, NULL));
    assert_null(lp_json_parse(deep, (size_t)1 << 40, NULL)); /* refused before a byte is read */
    free(deep);
}

static void members_have_types_and_defaults(void **state) {
    (void)state;
    const char *text = "{\"i\":5,\"d\":2.5,\"s\":\"x\",\"n\":null}";
    json_t *j = lp_json_parse(text, strlen(text), NULL);
    assert_int_equal(lp_json_i64(j, "i", -1), 5);
    assert_int_equal(lp_json_i64(j, "d", -1), -1);
    assert_int_equal(lp_json_i64(j, "absent", -1), -1);
    assert_true(lp_json_num(j, "i", -1) == 5);
    assert_true(lp_json_num(j, "d", -1) == 2.5);
    assert_true(lp_json_num(j, "s", -1) == -1);
    assert_string_equal(lp_json_str(j, "s", "?"), "x");
    assert_string_equal(lp_json_str(j, "n", "?"), "?");
    assert_string_equal(lp_json_str(NULL, "s", "?"), "?");
    json_decref(j);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_is_compact_and_sorted),
        cmocka_unit_test(lines_keep_insertion_order),
        cmocka_unit_test(lists_end_a_line),
        cmocka_unit_test(doubles_come_back),
        cmocka_unit_test(bad_documents_are_refused),
        cmocka_unit_test(members_have_types_and_defaults),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
