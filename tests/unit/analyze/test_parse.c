/* Parsing: standards, errors at their place in the user's file, deep sources, crashes of nothing
 * but one file. */
#include "tests/unit/analyze/source.h"

static void accepts(const char *source, const char *std) {
    parsed p;
    parse(source, &p);
    assert_string_equal(p.std, std);
    parsed_free(&p);
}

static void standards(void **state) {
    (void)state;
    accepts("kernel void k(global float *a) { a[get_global_id(0)] = M_PI_F * native_sin(1.0f); }",
            "CL1.2");
    accepts("kernel void k(global double *a) { a[0] = 1.0; }", "CL1.2");
    accepts("#pragma OPENCL EXTENSION cl_khr_fp16 : enable\nkernel void k(global half *a) { a[0] = "
            "1; }",
            "CL1.2");
    accepts("kernel void k(global atomic_int *a) { atomic_fetch_add(a, 1); }", "CL2.0");
    accepts("kernel void k(global int *a) { int *p = a; *p = 1; }", "CL2.0");
}

static void error_of(const char *source, const char *message) {
    an_unit u;
    lp_err e = {""};
    const char *std;
    an_parser *p = an_parser_new();
    preprocess(source, &u);
    assert_null(an_parse(p, &u, &std, &e));
    assert_has(e.msg, message);
    an_unit_free(&u);
    an_parser_free(p);
}

static void errors_at_their_place(void **state) {
    (void)state;
    error_of("/* x\n */ kernel void k(global int *a) {\n  a[0] = b;\n}",
             "t.cl:3:10: use of undeclared identifier 'b'");
    error_of("#define BAD(x) (x + nothing)\nkernel void k(global int *a) {\n  a[0] = \n BAD(1);\n}",
             "t.cl:4:2: use of undeclared identifier 'nothing'");
    error_of("kernel void k(global int *a) {\n  a[0] = 1\n}\n", "t.cl:2:");
    error_of("kernel void k(global int *a) {\n", "t.cl:1:");
    error_of("kernel int k(void) { return 1; }", "t.cl:1:");
    error_of("not OpenCL C", "t.cl:1:1: unknown type name 'not'");
}

/* Nothing that gets through the preprocessor may overflow the stack here. */
static int parse_deep(void *ctx) {
    static const struct {
        const char *again, *after;
    } v[] = {{"- ", "1;"},    {"1+", "1;"},      {"1?1:", "1;"},
             {"(int)", "1;"}, {"sizeof ", "1;"}, {"1;if(1)", ";"}};
    (void)ctx;
    for (size_t i = 0; i < sizeof v / sizeof *v; i++) {
        lp_text t = {0};
        lp_text_add(&t, "kernel void k(global int *a) { a[0] = ");
        for (int n = 0; n < 3900; n++) lp_text_add(&t, v[i].again);
        lp_text_addf(&t, "%s }", v[i].after);
        accepts(lp_text_str(&t), "CL1.2");
        lp_text_free(&t);
    }
    return 7;
}

static void deep_sources(void **state) {
    (void)state;
    assert_int_equal(an_with_stack(parse_deep, NULL), 7);
}

/* A crash inside the parser is an error of this file; the next one parses as ever. */
static int parse_after_crash(void *ctx) {
    an_unit u = {0};
    lp_err e = {""};
    const char *std;
    clang_toggleCrashRecovery(0); /* the test library put its own handlers over libclang's */
    an_parser *p = an_parser_new();
    (void)ctx;
    lp_strv_add(&u.files, "t.cl");
    lp_text_add(&u.text, "#pragma clang __debug crash\nkernel void k(global int *a) {}\n");
    CXTranslationUnit tu = an_parse(p, &u, &std, &e);
    an_unit_free(&u);
    if (tu || !strstr(e.msg, "t.cl:1:1: the OpenCL C parser crashed")) return 1;
    preprocess("kernel void k(global int *a) { a[0] = 1; }", &u);
    tu = an_parse(p, &u, &std, &e);
    int rc = tu ? 0 : 2;
    if (tu) clang_disposeTranslationUnit(tu);
    an_unit_free(&u);
    an_parser_free(p);
    return rc;
}

static void crashes(void **state) {
    (void)state;
#ifdef __SANITIZE_ADDRESS__
    skip(); /* what the crash leaves behind is a leak, by design */
#endif
    assert_int_equal(an_with_stack(parse_after_crash, NULL), 0);
}

static void places_of_the_text(void **state) {
    parsed p;
    uint32_t offset;
    (void)state;
    parse("#define N 3\nkernel void k(global int *a) { a[0] = N; }", &p);
    assert_int_equal(p.chunks.n_kernels, 1);
    assert_true(an_offset(clang_getCursorLocation(p.chunks.kernels[0].cursor), &offset));
    assert_int_equal(strncmp(lp_text_str(&p.unit.text) + offset, "k(", 2), 0);
    assert_false(an_offset(clang_getNullLocation(), &offset));
    parsed_free(&p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(standards),          cmocka_unit_test(errors_at_their_place),
        cmocka_unit_test(deep_sources),       cmocka_unit_test(crashes),
        cmocka_unit_test(places_of_the_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
