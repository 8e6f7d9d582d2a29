/* model/prompt.c: prompts that fit, that are minified to fit, that do not fit. */
#include "tests/unit/common/test.h"

#include <stdio.h>
#include <string.h>

#include "model/prompt.h"

static char source[] = "float twice(float value) {\n    return value + value;\n}\n"
                       "kernel void f(global float *data) {\n"
                       "    local float tile[64];\n"
                       "    int position = get_global_id(0);\n"
                       "    for (int iteration = 0; iteration < 8; iteration++)\n"
                       "        data[position] += twice(tile[iteration]);\n"
                       "}\n";

typedef struct fixture {
    mdl_tok *tok;
    db_kernel kernel;
    db_arg arg;
    db_feature feature;
    db_sample sample;
    db_sample_arg value;
    db_formulas formulas;
} fixture;

static void set_up(fixture *x) {
    lp_err e = {""};
    memset(x, 0, sizeof *x);
    x->tok = mdl_tok_open("tests/golden-model/tokenizer.json", &e);
    if (!x->tok) fail_msg("%s", e.msg);
    x->arg = (db_arg){.name = "data", .kind = "buffer", .type = "float", .elem_bytes = 4};
    x->feature = (db_feature){.name = "flop", .formula = "global / 2"};
    x->kernel = (db_kernel){.name = "f",
                            .source = source,
                            .args = &x->arg,
                            .n_args = 1,
                            .features = &x->feature,
                            .n_features = 1};
    x->value = (db_sample_arg){.elems = 128};
    x->sample = (db_sample){.global_size = 128, .local_size = 64, .args = &x->value, .n_args = 1};
    db_formulas_init(&x->formulas, &x->kernel);
}

static void tear_down(fixture *x) {
    db_formulas_free(&x->formulas);
    mdl_tok_free(x->tok);
}

static void prompts_are_prepared(void **state) {
    (void)state;
    fixture x;
    mdl_prompt p = {0};
    size_t n;
    set_up(&x);
    assert_int_equal(mdl_prompt_make(x.tok, &x.formulas, &x.sample, true, 1000, &p, NULL), 0);
    assert_string_equal(p.text.s, "Predict the execution time of this OpenCL kernel.\n"
                                  "kernel void f(global float *data) {\n"
                                  "local float tile[64] /* 256 bytes */;\n"
                                  "int position = get_global_id(0);\n"
                                  "for (int iteration = 0; iteration < 8; iteration++)\n"
                                  "data[position] += tile[iteration] + tile[iteration];\n"
                                  "}\n"
                                  "Given input:\n"
                                  "Argument 0 is data, global buffer of float[128]\n"
                                  "Fact: flop = 64\n"
                                  "Given global_size=128, local_size=64");
    assert_int_equal(p.level, LP_PROMPT_PREPARED);
    assert_int_equal(mdl_tok_count(x.tok, p.text.s, p.text.len, &n, NULL), 0);
    assert_int_equal(p.tokens.n, n);
    mdl_prompt_free(&p);
    tear_down(&x);
}

static void long_prompts_are_minified_or_refused(void **state) {
    (void)state;
    fixture x;
    mdl_prompt p = {0};
    lp_err e = {""};
    size_t n[3];
    char want[256];
    set_up(&x);
    assert_int_equal(mdl_prompt_counts(x.tok, &x.formulas, &x.sample, false, n, NULL), 0);
    assert_true(n[LP_PROMPT_PLAIN] > n[LP_PROMPT_PREPARED]);
    assert_true(n[LP_PROMPT_PREPARED] > n[LP_PROMPT_MINIFIED]);
    size_t prepared = n[LP_PROMPT_PREPARED], least = n[LP_PROMPT_MINIFIED];
    assert_int_equal(mdl_prompt_make(x.tok, &x.formulas, &x.sample, false, prepared, &p, &e), 0);
    assert_int_equal(p.level, LP_PROMPT_PREPARED);
    assert_int_equal(mdl_prompt_make(x.tok, &x.formulas, &x.sample, false, least, &p, &e), 0);
    assert_int_equal(p.level, LP_PROMPT_MINIFIED);
    assert_int_equal(p.tokens.n, least);
    assert_non_null(strstr(p.text.s, "kernel void f(global float*data){local float"));
    assert_int_equal(mdl_prompt_make(x.tok, &x.formulas, &x.sample, false, least - 3, &p, &e), -1);
    snprintf(
        want, sizeof want,
        "kernel f: its prompt has %zu tokens, minified %zu: 3 more than the %zu that the model "
        "takes; cut out what does not run",
        prepared, least, least - 3);
    assert_string_equal(e.msg, want);
    mdl_prompt_free(&p);
    tear_down(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(prompts_are_prepared),
        cmocka_unit_test(long_prompts_are_minified_or_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
