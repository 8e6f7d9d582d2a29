/* The JSON contract: exactly these keys, in this order; values with --eval. And the summary's
 * counts. */
#include "analyze/print.h"
#include "common/log.h"
#include "tests/unit/analyze/source.h"
#include "tests/unit/common/capture.h"

static db_arg args[] = {
    {0, "x", "buffer", "float", 4, "r", "direct", NULL, "index:n", "n * 2", NULL},
    {1, "n", "scalar", "int", 4, "none", NULL, "bound", NULL, NULL, "{\"min\":1,\"max\":9}"},
};
static db_feature features[] = {{"flop", "2 * n"}, {"odd", "m + 1"}};

static db_access accesses[] = {
    {0, 7, "load", "gid + 1", "stencil", "1", "n * 2 - 1", NULL, false},
    {0, 12, "store", "?", "opaque", NULL, NULL, "call", true},
};

static db_kernel sample_kernel(void) {
    return (db_kernel){.path = "a/k.cl",
                       .name = "k",
                       .family = "f",
                       .source = "kernel void k() {\n}\n",
                       .dims = 1,
                       .ok = true,
                       .pattern = "direct",
                       .args = args,
                       .n_args = 2,
                       .accesses = accesses,
                       .n_accesses = 2,
                       .features = features,
                       .n_features = 2};
}

/* What is printed on stdout; caller frees. */
static char *printed(const db_kernel *k, an_eval *eval) {
    capture c = capture_begin(stdout);
    int rc = an_print_json(k, eval, false);
    char *text = capture_end(&c);
    assert_int_equal(rc, 0);
    return text;
}

static void keys_and_values(void **state) {
    db_kernel k = sample_kernel();
    char *s = printed(&k, NULL);
    (void)state;
    assert_string_equal(
        s, "{\"kernel\":\"k\",\"path\":\"a/"
           "k.cl\",\"dims\":1,\"status\":\"ok\",\"reason\":null,\"pattern\":\"direct\","
           "\"family\":\"f\",\"source\":\"kernel void k() "
           "{\\n}\\n\",\"guesses\":[],\"reqd_local\":0,\"constraints\":[],\"features\":{\"flop\":"
           "\"2 * "
           "n\",\"odd\":\"m + 1\"},"
           "\"args\":[{\"index\":0,\"name\":\"x\",\"kind\":\"buffer\",\"type\":\"float\",\"elem_"
           "bytes\":4,\"access\":\"r\","
           "\"pattern\":\"direct\",\"role\":null,\"content\":\"index:n\",\"extent\":\"n * "
           "2\",\"domain\":null},"
           "{\"index\":1,\"name\":\"n\",\"kind\":\"scalar\",\"type\":\"int\",\"elem_bytes\":4,"
           "\"access\":\"none\","
           "\"pattern\":null,\"role\":\"bound\",\"content\":null,\"extent\":null,\"domain\":{"
           "\"min\":1,\"max\":9}}],"
           "\"accesses\":[{\"arg\":0,\"line\":7,\"kind\":\"load\",\"pattern\":\"stencil\","
           "\"index\":\"gid + 1\",\"lo\":\"1\",\"hi\":\"n * 2 - 1\",\"conditional\":false},"
           "{\"arg\":0,\"line\":12,\"kind\":\"store\",\"pattern\":\"opaque\",\"index\":\"?\","
           "\"lo\":null,\"hi\":null,\"conditional\":true}]}\n");
    free(s);
}

static void values_of_a_launch(void **state) {
    db_kernel k = sample_kernel();
    an_eval eval;
    (void)state;
    assert_int_equal(an_eval_parse("n=21", &eval, NULL), 0);
    char *s = printed(&k, &eval);
    assert_has(s, "\"extent_value\":42}");
    assert_has(s, "\"extent_value\":null}");
    assert_has(s, "\"feature_values\":{\"flop\":42,\"odd\":null}");
    an_eval_free(&eval);
    free(s);
}

/* The formula follows the last access, of which this launch has none: less than nothing is needed.
 */
static void no_access_needs_no_elements(void **state) {
    db_kernel k = sample_kernel();
    an_eval eval;
    (void)state;
    assert_int_equal(an_eval_parse("n=-1", &eval, NULL), 0);
    char *s = printed(&k, &eval);
    assert_has(s, "\"extent\":\"n * 2\"");
    assert_has(s, "\"extent_value\":0}");
    an_eval_free(&eval);
    free(s);
}

static char *printed_row(const db_kernel *k, lp_log_level level) {
    lp_log_set_level(level);
    capture c = capture_begin(stdout);
    int rc = an_print_row(k);
    char *text = capture_end(&c);
    lp_log_set_level(LP_LOG_NORMAL);
    assert_int_equal(rc, 0);
    return text;
}

static void rows_and_what_they_follow_from(void **state) {
    db_kernel k = sample_kernel();
    (void)state;
    k.line = 5;
    char *s = printed_row(&k, LP_LOG_NORMAL); /* the first call prints the head */
    assert_has(s, "KERNEL ");
    assert_has(s, " 1  direct          a/k.cl:5\n");
    assert_null(strstr(s, "gid"));
    free(s);
    s = printed_row(&k, LP_LOG_VERBOSE);
    assert_has(s, "a/k.cl:5\n       7  load    stencil         x[gid + 1], 1 .. n * 2 - 1\n"
                  "      12  store   opaque          x[?], ? .. ?\n");
    free(s);
}

static void skipped_ones(void **state) {
    db_kernel k = {.path = "b.cl", .name = "", .reason = "syntax", .detail = "b.cl:1:1: no"};
    an_tallies c = {0};
    char *s = printed(&k, NULL);
    (void)state;
    assert_string_equal(
        s, "{\"kernel\":\"\",\"path\":\"b.cl\",\"dims\":0,\"status\":\"skipped\",\"reason\":"
           "\"syntax\","
           "\"pattern\":null,\"family\":null,\"source\":null,\"guesses\":[],\"reqd_local\":0,"
           "\"constraints\":[],\"features\":{},"
           "\"args\":[],\"accesses\":[]}\n");
    free(s);
    an_tally(&c, &k);
    k.name = "k";
    an_tally(&c, &k);
    k.ok = true;
    an_tally(&c, &k);
    assert_int_equal(c.kernels, 2);
    assert_int_equal(c.ok, 1);
    assert_int_equal(c.by_reason[AN_SYNTAX], 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_and_values),
        cmocka_unit_test(values_of_a_launch),
        cmocka_unit_test(no_access_needs_no_elements),
        cmocka_unit_test(rows_and_what_they_follow_from),
        cmocka_unit_test(skipped_ones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
