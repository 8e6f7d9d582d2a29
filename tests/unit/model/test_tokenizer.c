/* model/tokenizer.c: ids as the tokenizers library gives them (tests/golden-model, made by
 * tests/train/make_golden.py), where tokens begin, what is refused. */
#include "tests/unit/common/test.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "common/fs.h"
#include "common/text.h"
#include "model/tokenizer.h"

static const char golden[] = "tests/golden-model/tokenizer.json";

static mdl_tok *open_golden(void) {
    lp_err e = {""};
    mdl_tok *t = mdl_tok_open(golden, &e);
    if (!t) fail_msg("%s", e.msg);
    return t;
}

/* ---- golden vectors -----------------------------------------------------------------------------
 */

/* One line: HEX: ID ID ... */
static void check_line(const mdl_tok *t, const char *line) {
    lp_text bytes = {0};
    mdl_tokens got = {0};
    for (; *line != ':'; line += 2) {
        char hex[3] = {line[0], line[1], 0};
        lp_text_addc(&bytes, (char)strtol(hex, NULL, 16));
    }
    assert_int_equal(mdl_tok_encode(t, lp_text_str(&bytes), bytes.len, &got, NULL), 0);
    char *at = (char *)line + 1;
    for (size_t i = 0; i < got.n; i++) assert_int_equal(got.ids[i], strtol(at, &at, 10));
    assert_string_equal(at, "");
    mdl_tokens_free(&got);
    lp_text_free(&bytes);
}

static void ids_are_those_of_the_library(void **state) {
    (void)state;
    mdl_tok *t = open_golden();
    lp_text lines = {0};
    lp_err e = {""};
    size_t n = 0;
    if (lp_read_file("tests/golden-model/tokens.txt", 1 << 20, &lines, &e)) fail_msg("%s", e.msg);
    for (char *line = strtok(lines.s, "\n"); line; line = strtok(NULL, "\n"), n++)
        check_line(t, line);
    assert_true(n >= 200);
    lp_text_free(&lines);
    mdl_tok_free(t);
}

/* Threads share a tokenizer and its cache of words. */
static void *encode_golden(void *arg) {
    const mdl_tok *t = arg;
    lp_text lines = {0};
    char *rest = NULL;
    if (lp_read_file("tests/golden-model/tokens.txt", 1 << 20, &lines, NULL)) return NULL;
    for (char *line = strtok_r(lines.s, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest))
        check_line(t, line);
    lp_text_free(&lines);
    return arg;
}

static void threads_share_a_tokenizer(void **state) {
    (void)state;
    enum { THREADS = 4 };
    pthread_t threads[THREADS];
    mdl_tok *t = open_golden();
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, encode_golden, t), 0);
    for (int i = 0; i < THREADS; i++) {
        void *done = NULL;
        assert_int_equal(pthread_join(threads[i], &done), 0);
        assert_ptr_equal(done, t);
    }
    mdl_tok_free(t);
}

/* ---- places -------------------------------------------------------------------------------------
 */

static void tokens_begin_where_their_bytes_are(void **state) {
    (void)state;
    mdl_tok *t = open_golden();
    const char *text = "kernel void f(global float *a, int n) {\n        a[12] = 345;\n}\n";
    mdl_tokens got = {0};
    lp_text back = {0};
    assert_int_equal(mdl_tok_encode(t, text, strlen(text), &got, NULL), 0);
    for (size_t i = 0; i < got.n; i++) {
        lp_text_clear(&back);
        assert_int_equal(mdl_tok_decode(t, &got.ids[i], 1, &back, NULL), 0);
        size_t end = i + 1 < got.n ? got.starts[i + 1] : strlen(text);
        assert_int_equal(back.len, end - got.starts[i]);
        assert_memory_equal(back.s, text + got.starts[i], back.len);
    }
    lp_text_free(&back);
    mdl_tokens_free(&got);
    mdl_tok_free(t);
}

/* U+FFFD has three bytes, what it stands for may have one. */
static void places_are_those_of_the_given_bytes(void **state) {
    (void)state;
    mdl_tok *t = open_golden();
    mdl_tokens got = {0};
    const char text[] = "7\xFF"
                        "8\xE2\x82"
                        "9";
    assert_int_equal(mdl_tok_encode(t, text, strlen(text), &got, NULL), 0);
    assert_true(got.n >= 5);
    assert_int_equal(got.starts[0], 0);
    assert_int_equal(got.starts[1], 1);
    assert_int_equal(got.starts[got.n - 1], 5);
    for (size_t i = 0; i < got.n; i++) assert_true(got.starts[i] != 4); /* inside a character */
    mdl_tokens_free(&got);
    mdl_tok_free(t);
}

static void count_is_that_of_encode_and_encode_appends(void **state) {
    (void)state;
    mdl_tok *t = open_golden();
    mdl_tokens got = {0};
    size_t n = 99;
    assert_int_equal(mdl_tok_count(t, "", 0, &n, NULL), 0);
    assert_int_equal(n, 0);
    assert_int_equal(mdl_tok_count(t, "int x;", 6, &n, NULL), 0);
    assert_int_equal(mdl_tok_encode(t, "int x;", 6, &got, NULL), 0);
    assert_int_equal(got.n, n);
    assert_int_equal(mdl_tok_encode(t, "int x;", 6, &got, NULL), 0);
    assert_int_equal(got.n, 2 * n);
    assert_memory_equal(got.ids, got.ids + n, n * sizeof *got.ids);
    assert_int_equal(mdl_tok_ids(t), 602);
    mdl_tokens_free(&got);
    mdl_tok_free(t);
}

/* ---- small files --------------------------------------------------------------------------------
 */

#define MODEL                                                                                      \
    "\"model\":{\"type\":\"BPE\",\"vocab\":{\"a\":0,\"b\":1,\"ab\":2,\"\\u0120\":3,\"1\":4},"      \
    "\"merges\":[\"a b\"]}"
#define PRE "\"pre_tokenizer\":{\"type\":\"ByteLevel\",\"add_prefix_space\":false}"
#define ADDED(content, id, flags)                                                                  \
    "\"added_tokens\":[{\"content\":\"" content "\",\"id\":" id "," flags "}]"
#define FLAGS(single_word, lstrip, rstrip)                                                         \
    "\"single_word\":" single_word ",\"lstrip\":" lstrip ",\"rstrip\":" rstrip                     \
    ",\"normalized\":true,\"special\":false"

static void check_ids(const char *json, const char *text, const char *want) {
    lp_err e = {""};
    mdl_tokens got = {0};
    lp_text ids = {0};
    mdl_tok *t = mdl_tok_parse(json, strlen(json), "t.json", &e);
    if (!t) fail_msg("%s", e.msg);
    assert_int_equal(mdl_tok_encode(t, text, strlen(text), &got, &e), 0);
    for (size_t i = 0; i < got.n; i++) lp_text_addf(&ids, "%s%u", i ? " " : "", got.ids[i]);
    assert_string_equal(lp_text_str(&ids), want);
    lp_text_free(&ids);
    mdl_tokens_free(&got);
    mdl_tok_free(t);
}

static void small_files_are_read(void **state) {
    (void)state;
    check_ids("{" MODEL "," PRE "}", "abba a", "2 1 0 3 0");
    check_ids("{" MODEL "," PRE "}", "aXb", "2"); /* no token for X: it is not there */
    check_ids("{" MODEL ",\"pre_tokenizer\":{\"type\":\"ByteLevel\",\"add_prefix_space\":true}}",
              "ab", "3 2");
    check_ids("{" MODEL
              ",\"pre_tokenizer\":{\"type\":\"Sequence\",\"pretokenizers\":[{\"type\":\"Split\","
              "\"pattern\":{\"String\":\"1\"},\"behavior\":\"Removed\",\"invert\":false},"
              "{\"type\":\"ByteLevel\",\"add_prefix_space\":false}]}}",
              "a1b1ab", "0 1 2");
}

static void added_tokens_are_taken_whole(void **state) {
    (void)state;
    check_ids("{" MODEL "," PRE "," ADDED("ba", "5", FLAGS("false", "false", "false")) "}", "abab",
              "0 5 1");
    check_ids("{" MODEL "," PRE "," ADDED("ba", "5", FLAGS("true", "false", "false")) "}",
              "abab ba", "2 2 3 5");
    check_ids("{" MODEL "," PRE "," ADDED("ba", "5", FLAGS("false", "true", "true")) "}",
              "a   ba  b", "0 5 1");
}

static void check_refusal(const char *json, const char *want) {
    lp_err e = {""};
    mdl_tok *t = mdl_tok_parse(json, strlen(json), "t.json", &e);
    if (t) {
        mdl_tok_free(t);
        fail_msg("accepted: %s", json);
    }
    assert_string_equal(e.msg, want);
}

static void what_is_not_supported_is_one_line(void **state) {
    (void)state;
    check_refusal("[]", "t.json: is not an object");
    check_refusal("{" MODEL "," PRE ",\"normalizer\":{\"type\":\"NFC\"}}",
                  "t.json: normalizer: 'NFC' is not supported; null is");
    check_refusal("{" MODEL "," PRE ",\"post_processor\":{\"type\":\"TemplateProcessing\"}}",
                  "t.json: post_processor: 'TemplateProcessing' is not supported; null and "
                  "ByteLevel are");
    check_refusal("{" MODEL ",\"pre_tokenizer\":{\"type\":\"Whitespace\"}}",
                  "t.json: pre_tokenizer: 'Whitespace' is not supported; ByteLevel, Digits, Split "
                  "and Sequence are");
    check_refusal("{" MODEL ",\"pre_tokenizer\":{\"type\":\"Digits\",\"individual_digits\":true}}",
                  "t.json: pre_tokenizer: without ByteLevel; only byte-level vocabularies are "
                  "supported");
    check_refusal("{" PRE ",\"model\":{\"vocab\":{\"a\":0,\"b\":1},\"merges\":[[\"a\",\"b\"]]}}",
                  "t.json: model: merge 0 needs token 'ab', which the vocabulary lacks");
    check_refusal("{" PRE ",\"model\":{\"vocab\":{\"a\":0},\"merges\":[\"a\"]}}",
                  "t.json: model: merge 0 is neither \"a b\" nor [\"a\", \"b\"]");
    check_refusal("{" PRE ",\"model\":{\"vocab\":{\"a\":0,\"b\":0},\"merges\":[]}}",
                  "t.json: model: token 'b', id 0: another token has this id too");
    check_refusal("{" PRE ",\"model\":{\"vocab\":{\"a\":4194304},\"merges\":[]}}",
                  "t.json: model: token 'a', id 4194304: an id is between 0 and 4194303");
    check_refusal("{" PRE ",\"model\":{\"vocab\":{},\"merges\":[],\"byte_fallback\":true}}",
                  "t.json: model: 'byte_fallback' is not supported");
    check_refusal("{" MODEL "," PRE "," ADDED("zz", "9", FLAGS("false", "false", "false")) "}",
                  "t.json: added_tokens[0]: 'zz' has id 9, but is given 5 after the tokens before "
                  "it");
}

#define SPLIT(regex)                                                                               \
    "{" MODEL ",\"pre_tokenizer\":{\"type\":\"Split\",\"pattern\":{\"Regex\":\"" regex             \
    "\"},\"behavior\":\"Isolated\",\"invert\":false}}"
#define REFUSED(what)                                                                              \
    "t.json: pre_tokenizer.pattern: regular expression: '" what "' is not supported"

static void expressions_that_mean_two_things_are_refused(void **state) {
    (void)state;
    check_refusal(SPLIT("\\\\w+"), REFUSED("\\w"));
    check_refusal(SPLIT("a\\\\b"), REFUSED("\\b"));
    check_refusal(SPLIT("\\\\p{Han}"), REFUSED("\\p{Han}"));
    check_refusal(SPLIT("^a"), REFUSED("^"));
    check_refusal(SPLIT("(*VERB)"), REFUSED("(*V"));
    check_refusal(SPLIT("(?<name>a)"), REFUSED("(?<"));
    check_refusal(SPLIT("[[:alpha:]]"), REFUSED("[:"));
    check_refusal(SPLIT("[a&&b]"), REFUSED("&&"));
    check_refusal(SPLIT("a{2}?"), REFUSED("{2}?"));
    check_refusal(SPLIT("a{1,2}+"), REFUSED("{1,2}+"));
    check_refusal(SPLIT("a{,2}"), REFUSED("{,2}"));
    check_refusal(SPLIT("a{1,500}"), REFUSED("{1,500}"));
    check_refusal(SPLIT("*a"), REFUSED("*"));
    check_refusal(SPLIT("(a"), "t.json: pre_tokenizer.pattern: regular expression: at character 3: "
                               "missing closing parenthesis");
    check_refusal(SPLIT("[a"),
                  "t.json: pre_tokenizer.pattern: regular expression: '[a': a ']' is missing");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ids_are_those_of_the_library),
        cmocka_unit_test(threads_share_a_tokenizer),
        cmocka_unit_test(tokens_begin_where_their_bytes_are),
        cmocka_unit_test(places_are_those_of_the_given_bytes),
        cmocka_unit_test(count_is_that_of_encode_and_encode_appends),
        cmocka_unit_test(small_files_are_read),
        cmocka_unit_test(added_tokens_are_taken_whole),
        cmocka_unit_test(what_is_not_supported_is_one_line),
        cmocka_unit_test(expressions_that_mean_two_things_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
