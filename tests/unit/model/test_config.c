/* model/config.c: CodeGen's fields with transformers' defaults, and what does not fit together. */
#include "tests/unit/common/test.h"

#include <string.h>

#include "model/config.h"

static int read(const char *text, mdl_config *c, lp_err *e) {
    json_t *j = lp_json_parse(text, strlen(text), e);
    assert_non_null(j);
    int rc = mdl_config_read(j, "config.json", c, e);
    json_decref(j);
    return rc;
}

#define SIZES "\"model_type\":\"codegen\",\"vocab_size\":100,\"n_layer\":2,"

static void defaults(void **state) {
    (void)state;
    mdl_config c;
    lp_err e = {""};
    if (read("{" SIZES "\"n_embd\":512,\"n_head\":8,\"n_inner\":null,\"other\":[]}", &c, &e))
        fail_msg("%s", e.msg);
    assert_int_equal(c.n_positions, 2048);
    assert_int_equal(c.rotary_dim, 64);
    assert_int_equal(c.n_inner, 2048);
    assert_true(c.ln_eps == 1e-5F);
}

static void every_field(void **state) {
    (void)state;
    mdl_config c;
    lp_err e = {""};
    if (read("{" SIZES
             "\"n_embd\":64,\"n_head\":4,\"rotary_dim\":8,\"n_inner\":96,\"n_positions\":77,"
             "\"activation_function\":\"gelu_new\",\"layer_norm_epsilon\":0.001}",
             &c, &e))
        fail_msg("%s", e.msg);
    assert_int_equal(c.vocab_size, 100);
    assert_int_equal(c.n_layer, 2);
    assert_int_equal(c.n_embd, 64);
    assert_int_equal(c.n_head, 4);
    assert_int_equal(c.rotary_dim, 8);
    assert_int_equal(c.n_inner, 96);
    assert_int_equal(c.n_positions, 77);
    assert_true(c.ln_eps == 0.001F);
}

static void bad_fields(void **state) {
    (void)state;
    const char *const bad[][2] = {
        {"{}", "model_type"},
        {"{\"model_type\":\"gpt2\"}", "model_type"},
        {"{\"model_type\":\"codegen\"}", "vocab_size"},
        {"{" SIZES "\"n_head\":4}", "n_embd"},
        {"{" SIZES "\"n_embd\":64}", "n_head"},
        {"{" SIZES "\"n_embd\":\"64\",\"n_head\":4}", "n_embd"},
        {"{" SIZES "\"n_embd\":-64,\"n_head\":4}", "n_embd"},
        {"{" SIZES "\"n_embd\":1000000000,\"n_head\":4}", "n_embd"},
        {"{" SIZES "\"n_embd\":64,\"n_head\":5}", "not a multiple of n_head 5"},
        {"{" SIZES "\"n_embd\":36,\"n_head\":4}", "not a multiple of 8"},
        {"{" SIZES "\"n_embd\":24,\"n_head\":8,\"rotary_dim\":2}",
         "n_embd / n_head is 3, not even"},
        {"{" SIZES "\"n_embd\":64,\"n_head\":4,\"rotary_dim\":18}", "rotary_dim 18"},
        {"{" SIZES "\"n_embd\":64,\"n_head\":4,\"rotary_dim\":7}", "rotary_dim 7"},
        {"{" SIZES "\"n_embd\":64,\"n_head\":4,\"rotary_dim\":8,\"n_inner\":0}", "n_inner"},
        {"{" SIZES "\"n_embd\":64,\"n_head\":4,\"rotary_dim\":8,\"activation_function\":\"relu\"}",
         "activation_function"},
        {"{" SIZES "\"n_embd\":64,\"n_head\":4,\"rotary_dim\":8,\"layer_norm_epsilon\":0}",
         "layer_norm_epsilon"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        mdl_config c;
        lp_err e = {""};
        assert_int_equal(read(bad[i][0], &c, &e), -1);
        if (!strstr(e.msg, bad[i][1]) || strncmp(e.msg, "config.json", 11) != 0)
            fail_msg("%s: %s", bad[i][0], e.msg);
    }
}

static void files(void **state) {
    (void)state;
    lp_err e = {""};
    json_t *j = mdl_config_load("tests/golden-model", &e);
    if (!j) fail_msg("%s", e.msg);
    json_decref(j);
    assert_null(mdl_config_load("tests/no-such-model", &e));
    assert_non_null(strstr(e.msg, "tests/no-such-model/config.json: "));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(defaults),
        cmocka_unit_test(every_field),
        cmocka_unit_test(bad_fields),
        cmocka_unit_test(files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
