/* common/text.c: growing, taking, sorting, numbers, UTF-8. */
#include "tests/unit/common/test.h"

#include <stdlib.h>
#include <string.h>

#include "common/text.h"

static void text_grows_and_is_taken(void **state) {
    (void)state;
    lp_text t = {0};
    assert_string_equal(lp_text_str(&t), "");
    for (int i = 0; i < 1000; i++) lp_text_addf(&t, "%d,", i);
    lp_text_addc(&t, '!');
    lp_text_addn(&t, "abcdef", 2);
    assert_int_equal(t.len, 10 + 2 * 90 + 3 * 900 + 1000 + 3);
    assert_int_equal(strlen(t.s), t.len);
    assert_string_equal(t.s + t.len - 7, "999,!ab");
    char *s = lp_text_take(&t);
    assert_null(t.s);
    free(s);
    s = lp_text_take(&t);
    assert_string_equal(s, "");
    free(s);
}

static void text_holds_nul_bytes_and_clears(void **state) {
    (void)state;
    lp_text t = {0};
    lp_text_addn(&t, "a\0b", 3);
    assert_int_equal(t.len, 3);
    assert_memory_equal(t.s, "a\0b", 4);
    lp_text_clear(&t);
    assert_int_equal(t.len, 0);
    assert_string_equal(t.s, "");
    lp_text_free(&t);
    assert_int_equal(t.cap, 0);
}

static void vectors_sort_by_bytes(void **state) {
    (void)state;
    lp_strv v = {0};
    const char *words[] = {"b", "\xC3\xA4", "a/b", "B", "a.b", "", "a"};
    for (size_t i = 0; i < 7; i++) lp_strv_add(&v, words[i]);
    lp_strv_sort(&v);
    const char *sorted[] = {"", "B", "a", "a.b", "a/b", "b", "\xC3\xA4"};
    assert_int_equal(v.n, 7);
    for (size_t i = 0; i < 7; i++) assert_string_equal(v.v[i], sorted[i]);
    lp_strv_free(&v);
    lp_strv_sort(&v);
    assert_int_equal(v.n, 0);
}

static void memory_is_zeroed_and_grows(void **state) {
    (void)state;
    int *a = lp_alloc(100, sizeof *a);
    for (int i = 0; i < 100; i++) assert_int_equal(a[i], 0);
    free(a);
    size_t cap = 0;
    char *p = lp_grow(NULL, &cap, 0, 1);
    assert_non_null(p);
    p = lp_grow(p, &cap, 1000, 1);
    assert_in_range(cap, 1000, 2000);
    size_t before = cap;
    p = lp_grow(p, &cap, 10, 1);
    assert_int_equal(cap, before);
    free(p);
    char *s = lp_strndup("abc", 100);
    assert_string_equal(s, "abc");
    free(s);
}

static void integers(void **state) {
    (void)state;
    static const struct {
        const char *s;
        bool ok;
        long long v;
    } rows[] = {
        {"0", true, 0},
        {"-12", true, -12},
        {"+7", true, 7},
        {"010", true, 10},
        {"0x1F", true, 31},
        {"-0x10", true, -16},
        {"9223372036854775807", true, INT64_MAX},
        {"-9223372036854775808", true, INT64_MIN},
        {"9223372036854775808", false, 0},
        {"", false, 0},
        {"-", false, 0},
        {"0x", false, 0},
        {" 1", false, 0},
        {"1 ", false, 0},
        {"1k", false, 0},
        {"--1", false, 0},
        {"1.0", false, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        long long v = -99;
        assert_int_equal(lp_parse_i64(rows[i].s, &v), rows[i].ok);
        assert_true(v == (rows[i].ok ? rows[i].v : -99));
    }
}

static void doubles(void **state) {
    (void)state;
    double v = -99;
    assert_true(lp_parse_double("0.25", &v) && v == 0.25);
    assert_true(lp_parse_double("-.5e1", &v) && v == -5);
    assert_true(lp_parse_double("3", &v) && v == 3);
    const char *bad[] = {"", "-", ".", "e5", "nan", "inf", "-inf", "1e999", " 1", "1 ", "1,5"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) assert_false(lp_parse_double(bad[i], &v));
    assert_true(v == 3);
}

static void controls_become_blanks(void **state) {
    (void)state;
    char s[] = "a\tb\nc\x1b\x7f\xC3\xA4";
    lp_clean_controls(s, "\n");
    assert_string_equal(s, "a b\nc  \xC3\xA4");
}

static bool utf8(const char *s) {
    return lp_utf8_valid(s, strlen(s));
}

static void utf8_forms(void **state) {
    (void)state;
    const char *good[] = {"",
                          "abc",
                          "\xC2\x80",
                          "\xDF\xBF",
                          "\xE0\xA0\x80",
                          "\xED\x9F\xBF",
                          "\xEE\x80\x80",
                          "\xF0\x90\x80\x80",
                          "\xF4\x8F\xBF\xBF"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) assert_true(utf8(good[i]));
    const char *bad[] = {"\x80",
                         "\xC0\x80",
                         "\xC1\xBF",
                         "\xC3",
                         "\xC3(",
                         "\xE0\x9F\xBF",
                         "\xE2\x82",
                         "\xED\xA0\x80",
                         "\xF0\x8F\xBF\xBF",
                         "\xF4\x90\x80\x80",
                         "\xF5\x80\x80\x80",
                         "\xFF",
                         "a\xE2\x82-"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) assert_false(utf8(bad[i]));
    assert_true(lp_utf8_valid("a\0b", 3));
    assert_false(lp_utf8_valid("\xE2\x82\xAC", 2));
}

static void words_of_a_list(void **state) {
    (void)state;
    static const char *const words[] = {"one", "two"};
    assert_true(lp_is_one_of("two", words, 2));
    assert_false(lp_is_one_of("two", words, 1));
    assert_false(lp_is_one_of("tw", words, 2));
    assert_false(lp_is_one_of("", words, 0));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_grows_and_is_taken),
        cmocka_unit_test(text_holds_nul_bytes_and_clears),
        cmocka_unit_test(vectors_sort_by_bytes),
        cmocka_unit_test(memory_is_zeroed_and_grows),
        cmocka_unit_test(integers),
        cmocka_unit_test(doubles),
        cmocka_unit_test(controls_become_blanks),
        cmocka_unit_test(words_of_a_list),
        cmocka_unit_test(utf8_forms),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
