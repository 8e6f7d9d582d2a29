/* model/utf8.c: what Python's errors="replace" makes of bytes, and the way back. */
#include "tests/unit/common/test.h"

#include <string.h>

#include "common/text.h"
#include "model/utf8.h"

#define R "\xEF\xBF\xBD"

static void check(const char *bytes, const char *want) {
    mdl_clean c;
    mdl_clean_text(bytes, strlen(bytes), &c);
    assert_int_equal(c.n, strlen(want));
    assert_memory_equal(c.s, want, c.n);
    assert_true(lp_utf8_valid(c.s, c.n));
    mdl_clean_free(&c);
}

static void replacements_are_those_of_python(void **state) {
    (void)state;
    check("", "");
    check("a\xC3\xA9z", "a\xC3\xA9z");
    check("\x80"
          "a",
          R "a");
    check("\xC3", R);                   /* cut off */
    check("\xE2\x82", R);               /* cut off: one mark for both */
    check("\xE2\x82z", R "z");          /* does not go on */
    check("\xE0\x80\x80", R R R);       /* over-long */
    check("\xED\xA0\x80", R R R);       /* a surrogate */
    check("\xF4\x90\x80\x80", R R R R); /* above U+10FFFF */
    check("\xF0\x90\x80", R);           /* cut off after three */
    check("\xF0\x9F\x98\x80", "\xF0\x9F\x98\x80");
    check("\xC0\xAF\xFE\xFF", R R R R);
}

static void places_lead_back(void **state) {
    (void)state;
    mdl_clean c;
    const char *text = "ab\xE2\x82zz\x80q"; /* ab R zz R q */
    mdl_clean_text(text, strlen(text), &c);
    const size_t want[] = {0, 1, 2, 2, 2, 4, 5, 6, 6, 6, 7};
    assert_int_equal(c.n, sizeof want / sizeof *want);
    for (size_t i = 0; i < c.n; i++) assert_int_equal(mdl_clean_origin(&c, i), want[i]);
    mdl_clean_free(&c);
    mdl_clean_text("abc", 3, &c);
    assert_int_equal(mdl_clean_origin(&c, 2), 2);
    mdl_clean_free(&c);
}

static void characters_are_written_as_they_are_read(void **state) {
    (void)state;
    for (uint32_t cp = 0; cp < 0x110000; cp += cp < 0x3000 ? 1 : 37) {
        char s[4];
        uint32_t back;
        bool good;
        if (cp >= 0xD800 && cp < 0xE000) continue;
        size_t n = mdl_utf8_put(cp, s);
        assert_int_equal(mdl_utf8_next(s, n, &back, &good), n);
        assert_true(good);
        assert_int_equal(back, cp);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(replacements_are_those_of_python),
        cmocka_unit_test(places_lead_back),
        cmocka_unit_test(characters_are_written_as_they_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
