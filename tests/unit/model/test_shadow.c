/* model/shadow.c, regex.c and byte_level.c: what expressions see of characters, and the alphabet of
 * bytes. */
#include "tests/unit/common/test.h"

#include <stdlib.h>
#include <string.h>

#include "model/byte_level.h"
#include "model/regex.h"
#include "model/shadow.h"
#include "model/utf8.h"

/* Does the expression match all of the character as its shadow shows it? */
static bool matches(const char *expression, uint32_t cp) {
    char s[4];
    size_t n = mdl_utf8_put(cp, s), lo = 0, hi = 0;
    char *shadow = mdl_shadow(s, n);
    mdl_regex *r = mdl_regex_trusted(expression);
    mdl_regex_room *room = mdl_regex_room_new();
    int rc = mdl_regex_find(r, room, shadow ? shadow : s, n, 0, &lo, &hi, NULL);
    mdl_regex_room_free(room);
    mdl_regex_free(r);
    free(shadow);
    return rc == 1 && lo == 0 && hi == n;
}

static void categories_are_those_of_unicode_16(void **state) {
    (void)state;
    assert_true(matches("\\p{Ll}", 'a'));
    assert_true(matches("\\p{Lu}", 0x1C89));  /* of version 16 */
    assert_true(matches("\\p{Nd}", 0x10D40)); /* of version 16 */
    assert_true(matches("\\p{Lo}", 0x31350)); /* of version 15 */
    assert_true(matches("\\p{Mc}", 0x1171E)); /* was Mn before version 15 */
    assert_true(matches("\\p{Cn}", 0x11DE0)); /* a digit of version 17 */
    assert_true(matches("\\x{1fffe}", 0x11DE0));
    assert_false(matches("\\x{1fffe}", 0x1FFFE)); /* the stand-in itself is no digit */
    assert_false(matches("\\s", 0x180E));
    assert_true(matches("\\s", 0x85));
    assert_true(matches("\\s", 0x3000));
}

static void most_text_is_its_own_shadow(void **state) {
    (void)state;
    const char old[] = "int x = 1; \xC3\xA9 \xE4\xB8\x80 \xF0\x9F\x98\x80";
    assert_null(mdl_shadow(old, strlen(old)));
    const char text[] = "a\0b\xE1\xB2\x89"
                        "c";
    char *shadow = mdl_shadow(text, sizeof text - 1);
    assert_non_null(shadow);
    assert_memory_equal(shadow, "a\0b", 3);
    assert_int_equal(shadow[6], 'c');
    free(shadow);
}

static void the_alphabet_has_all_bytes(void **state) {
    (void)state;
    assert_int_equal(mdl_byte_to_char(' '), 0x120);
    assert_int_equal(mdl_byte_to_char('a'), 'a');
    assert_int_equal(mdl_byte_to_char(0xAD), 0x143);
    for (int c = 0; c < 256; c++)
        assert_int_equal(mdl_char_to_byte(mdl_byte_to_char((unsigned char)c)), c);
    assert_int_equal(mdl_char_to_byte(' '), -1);
    assert_int_equal(mdl_char_to_byte(0x144), -1);
    lp_text t = {0};
    mdl_byte_level_write(&t, " \xFF", 2);
    assert_string_equal(t.s, "\xC4\xA0\xC3\xBF");
    mdl_byte_level_read(&t, "\xC4\xA0x", 3);
    mdl_byte_level_read(&t, "a b", 3); /* a blank is no character of it: as it is */
    assert_string_equal(t.s, "\xC4\xA0\xC3\xBF xa b");
    lp_text_free(&t);
}

static void empty_matches_and_ends(void **state) {
    (void)state;
    lp_err e = {""};
    size_t lo, hi;
    mdl_regex_room *room = mdl_regex_room_new();
    mdl_regex *r = mdl_regex_new("a*", &e);
    assert_non_null(r);
    assert_int_equal(mdl_regex_find(r, room, "baa", 3, 0, &lo, &hi, &e), 1);
    assert_int_equal(hi, 0);
    assert_int_equal(mdl_regex_find(r, room, "baa", 3, 1, &lo, &hi, &e), 1);
    assert_int_equal(hi, 3);
    mdl_regex_free(r);
    r = mdl_regex_literal("a.", &e);
    assert_int_equal(mdl_regex_find(r, room, "abxa.", 5, 0, &lo, &hi, &e), 1);
    assert_int_equal(lo, 3);
    assert_int_equal(mdl_regex_find(r, room, "ab", 2, 0, &lo, &hi, &e), 0);
    mdl_regex_free(r);
    assert_null(mdl_regex_literal("", &e));
    mdl_regex_room_free(room);
}

/* An expression that would take for ever is an error. */
static void slow_expressions_give_up(void **state) {
    (void)state;
    lp_err e = {""};
    char text[62];
    size_t lo, hi;
    memset(text, 'a', 60);
    text[60] = 'b';
    text[61] = 'c'; /* there is one, but not behind an a */
    mdl_regex_room *room = mdl_regex_room_new();
    mdl_regex *r = mdl_regex_new("(?:a|a|aa)+c", &e);
    assert_non_null(r);
    assert_int_equal(mdl_regex_find(r, room, text, sizeof text, 0, &lo, &hi, &e), -1);
    assert_non_null(strstr(e.msg, "a regular expression gives up on this text: "));
    mdl_regex_free(r);
    mdl_regex_room_free(room);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(categories_are_those_of_unicode_16),
        cmocka_unit_test(most_text_is_its_own_shadow),
        cmocka_unit_test(the_alphabet_has_all_bytes),
        cmocka_unit_test(empty_matches_and_ends),
        cmocka_unit_test(slow_expressions_give_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
