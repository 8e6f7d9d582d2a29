/* common/prompt.c: the wording that models are trained on. */
#include "tests/unit/common/test.h"

#include "common/prompt.h"

static void check_line(lp_prompt_arg a, const char *want) {
    lp_text t = {0};
    lp_prompt_arg_line(&t, &a);
    assert_string_equal(t.s, want);
    lp_text_free(&t);
}

static void one_line_for_each_kind(void **state) {
    (void)state;
    check_line((lp_prompt_arg){0, "a", "buffer", "float", 1024, NULL, NULL},
               "Argument 0 is a, global buffer of float[1024]");
    check_line((lp_prompt_arg){1, "lut", "constant", "float4", 16, NULL, NULL},
               "Argument 1 is lut, constant buffer of float4[16]");
    check_line((lp_prompt_arg){2, "tile", "local", "int", 64, NULL, NULL},
               "Argument 2 is tile, local buffer of int[64]");
    check_line((lp_prompt_arg){3, "n", "scalar", "int", 0, "1000", NULL},
               "Argument 3 is n, scalar of int = 1000");
    check_line((lp_prompt_arg){4, "p", "struct", "params", 0, NULL, NULL},
               "Argument 4 is p, struct of params");
    check_line((lp_prompt_arg){5, "idx", "buffer", "uint", 8, NULL, "uniform indices into x"},
               "Argument 5 is idx, global buffer of uint[8], uniform indices into x");
    check_line((lp_prompt_arg){6, "i", "image", "image2d_t", 0, NULL, ""},
               "Argument 6 is i, image of image2d_t");
}

static void check_prompt(const lp_prompt *p, const char *code, const char *facts) {
    lp_text got = {0}, want = {0};
    lp_prompt_build(&got, p);
    lp_text_addf(&want,
                 "Predict the execution time of this OpenCL kernel.\n%sGiven input:\n"
                 "Argument 0 is a, global buffer of float[1024]\n"
                 "Argument 1 is n, scalar of int = 1000\n%s"
                 "Given global_size=1024, local_size=32",
                 code, facts);
    assert_string_equal(got.s, want.s);
    lp_text_free(&got);
    lp_text_free(&want);
}

static void the_whole_prompt(void **state) {
    (void)state;
    const lp_prompt_arg args[] = {
        {0, "a", "buffer", "float", 1024, NULL, NULL},
        {1, "n", "scalar", "int", 0, "1000", NULL},
    };
    const lp_prompt_fact facts[] = {{"loop_trips", 261}, {"flop", -1}};
    lp_prompt p = {.kernel = "f",
                   .code = "kernel void f(global float *a, int n) {\n    a[0] = n;\n}\n\n",
                   .level = LP_PROMPT_PLAIN,
                   .args = args,
                   .n_args = 2,
                   .facts = facts,
                   .n_facts = 2,
                   .global_size = 1024,
                   .local_size = 32};
    check_prompt(&p, "kernel void f(global float *a, int n) {\n    a[0] = n;\n}\n",
                 "Fact: loop_trips = 261\nFact: flop = -1\n");
    p.level = LP_PROMPT_PREPARED;
    p.n_facts = 0;
    check_prompt(&p, "kernel void f(global float *a, int n) {\na[0] = n;\n}\n", "");
    p.level = LP_PROMPT_MINIFIED;
    check_prompt(&p, "kernel void f(global float*a,int n){a[0]=n;}\n", "");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_line_for_each_kind),
        cmocka_unit_test(the_whole_prompt),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
