/* Normalising: what is kept, how it is spelled, hashes and families. */
#include "tests/unit/analyze/source.h"

static void source_is(const char *source, const char *want) {
    an_normal once, twice;
    normalise(source, &once);
    assert_string_equal(lp_text_str(&once.source), want);
    normalise(lp_text_str(&once.source), &twice);
    assert_string_equal(lp_text_str(&twice.source), want);
    assert_string_equal(once.hash, twice.hash);
    assert_string_equal(once.family, twice.family);
    an_normal_free(&once);
    an_normal_free(&twice);
}

#define K "kernel void k(global int *a) {\n"

static void only_what_is_needed(void **state) {
    (void)state;
    source_is("int unused(int x) { return x; }\nint deep(int x) { return x + 1; }\n"
              "int used(int x) { return deep(x); }\ntypedef int other; typedef int num;\n"
              "constant int table[2] = {1, 2}; constant int spare = 3;\n"
              "__kernel void k(__global num *a) { a[0] = used(table[1]); }\n",
              "int deep(int x) {\n    return x + 1;\n}\nint used(int x) {\n    return "
              "deep(x);\n}\ntypedef int num;\n"
              "constant int table[2] = {1, 2};\nkernel void k(global num *a) {\n    a[0] = "
              "used(table[1]);\n}\n");
    source_is("enum e { A, B }; enum f { C };\n__kernel void k(__global int *a) { a[0] = B; }",
              "enum e {A, B};\n" K "    a[0] = B;\n}\n");
    source_is("struct in { int v; }; struct out { struct in i; }; struct no { int v; };\n"
              "__kernel void k(__global struct out *a) { a->i.v = 1; }",
              "struct in {\n    int v;\n};\nstruct out {\n    struct in i;\n};\n"
              "kernel void k(global struct out *a) {\n    a->i.v = 1;\n}\n");
    source_is("struct box { enum { RED, GREEN } c; };\n__kernel void k(__global int *a) { a[0] = "
              "GREEN; }",
              "struct box {\n    enum {RED, GREEN} c;\n};\n" K "    a[0] = GREEN;\n}\n");
}

/* A name that means something else inside a function does not pull in its namesake. */
static void namesakes(void **state) {
    (void)state;
    source_is("int scale(int x) { return x; }\n__kernel void k(__global int *a) { int scale = 2; "
              "a[0] = scale; }",
              K "    int scale = 2;\n    a[0] = scale;\n}\n");
    source_is("int x(int v) { return v; }\n__kernel void k(__global int2 *a) { a[0].x = 1; }",
              "kernel void k(global int2 *a) {\n    a[0].x = 1;\n}\n");
    source_is("int f(int v) { return v; }\n__kernel void k(__global int *a) { a[0] = f(1); int f = "
              "1; a[1] = f; }",
              "int f(int v) {\n    return v;\n}\n" K
              "    a[0] = f(1);\n    int f = 1;\n    a[1] = f;\n}\n");
}

static void prototypes(void **state) {
    static const char body[] = "int f(int v) {\n    return v;\n}\n";
    char want[256];
    (void)state;
    snprintf(want, sizeof want, "%s" K "    a[0] = f(1);\n}\n", body);
    source_is("int f(int);\nint f(int v) { return v; }\n__kernel void k(__global int *a) { a[0] = "
              "f(1); }",
              want);
    snprintf(want, sizeof want, "int f(int);\n" K "    a[0] = f(1);\n}\n%s", body);
    source_is("int f(int);\n__kernel void k(__global int *a) { a[0] = f(1); }\nint f(int v) { "
              "return v; }",
              want);
}

static void pragmas(void **state) {
    static const char fp64[] =
        "#pragma OPENCL EXTENSION cl_khr_fp64:enable\n#pragma OPENCL EXTENSION "
        "cl_khr_byte_addressable_store : enable\n";
    char source[512];
    (void)state;
    snprintf(source, sizeof source, "%s__kernel void k(__global int *a) { a[0] = 1.0f; }", fp64);
    source_is(source, K "    a[0] = 1.0f;\n}\n");
    snprintf(source, sizeof source, "%s__kernel void k(__global int *a) { a[0] = 1.0; }", fp64);
    source_is(source, "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n" K "    a[0] = 1.0;\n}\n");
    snprintf(source, sizeof source, "%s__kernel void k(__global int *a) { a[0] = (double2)(1).x; }",
             fp64);
    source_is(source, "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n" K
                      "    a[0] = (double2)(1).x;\n}\n");
    source_is("__kernel void k(__global int *a) { \n#pragma unroll 4\nfor (int i = 0; i < 4; i++) "
              "a[i] = i; }",
              K "#pragma unroll 4\n    for (int i = 0; i < 4; i++)\n        a[i] = i;\n}\n");
    source_is("#pragma OPENCL FP_CONTRACT OFF\n__kernel void k(__global int *a) { a[0] = 1; "
              "}\n#pragma OPENCL FP_CONTRACT ON\n",
              "#pragma OPENCL FP_CONTRACT OFF\n" K "    a[0] = 1;\n}\n");
}

static void spellings(void **state) {
    (void)state;
    source_is("__attribute((reqd_work_group_size(8, 1, 1))) __kernel void k(__global const int "
              "*__restrict a, __constant int *b, "
              "__local int *c) { __private __const int d = 1; __volatile int e; __signed int f = "
              "0; (void)a; }",
              "__attribute__((reqd_work_group_size(8, 1, 1))) kernel void k(global const int "
              "*restrict a, constant int *b, "
              "local int *c) {\n    private const int d = 1;\n    volatile int e;\n    signed int "
              "f = 0;\n    (void)a;\n}\n");
}

static void several_kernels(void **state) {
    static const char source[] =
        "#define N 3\nint h(int x) { return x; }\nkernel void a(global int *p) { p[0] = N; }\n"
        "void not_a_kernel(void) {}\n__kernel void b(__global int *p) { p[0] = h(N); }\n";
    an_normal n;
    parsed p;
    (void)state;
    parse(source, &p);
    assert_int_equal(p.chunks.n_kernels, 2);
    parsed_free(&p);
    normalise_nth(source, 1, &n);
    assert_string_equal(
        lp_text_str(&n.source),
        "int h(int x) {\n    return x;\n}\nkernel void b(global int *p) {\n    p[0] = h(3);\n}\n");
    an_normal_free(&n);
}

typedef enum { SAME, NEAR, APART } likeness;

static void compare(const char *a, const char *b, likeness want) {
    an_normal x, y;
    normalise(a, &x);
    normalise(b, &y);
    bool same = strcmp(x.hash, y.hash) == 0, near = strcmp(x.family, y.family) == 0;
    if (same != (want == SAME) || near != (want != APART))
        fail_msg("%s and %s: %d %d", a, b, same, near);
    an_normal_free(&x);
    an_normal_free(&y);
}

static void likenesses(void **state) {
    static const char k[] = "__kernel void k(__global float *a, int n) { int i = get_global_id(0); "
                            "if (i < n) a[i] = 2.0f; }";
    (void)state;
    compare(k,
            "/* x */ kernel   void k(global float*a,int n)\n{int i=get_global_id(0);\nif(i<n)\n "
            "a[i]=2.0f;}",
            SAME);
    compare(k,
            "#define T float\n#define F(x) x\nT spare(T x) { return x; } kernel void k(global T "
            "*a, int n) "
            "{ int i = get_global_id(0); if (F(i < n)) a[i] = 2.0f; }",
            SAME);
    compare(k,
            "kernel void set(global float *out, int m) { int at = get_global_id(0); if (at < m) "
            "out[at] = 3.5f; }",
            NEAR);
    compare(k,
            "kernel void k(global float *a, int n) { int i = get_local_id(0); if (i < n) a[i] = "
            "2.0f; }",
            APART);
    compare(k,
            "kernel void k(global float *a, int n) { int i = get_global_id(0); if (i <= n) a[i] = "
            "2.0f; }",
            APART);
    compare(
        k,
        "kernel void k(global int *a, int n) { int i = get_global_id(0); if (i < n) a[i] = 2.0f; }",
        APART);
    compare(
        k,
        "kernel void k(global float *a, int n) { int i = get_global_id(0); if (i < n) a[i] = 2; }",
        APART);
    compare("kernel void k(global float2 *a, float2 b) { a[0].x = b.y; }",
            "kernel void k(global float2 *x, float2 y) { x[0].x = y.y; }", NEAR);
    compare("kernel void k(global float2 *a, float2 b) { a[0].x = b.y; }",
            "kernel void k(global float2 *a, float2 b) { a[0].y = b.x; }", APART);
}

static void too_long(void **state) {
    lp_text t = {0};
    parsed p;
    an_normal n;
    lp_err e;
    (void)state;
    lp_text_add(&t, "constant int table[] = {");
    for (int i = 0; i < 300000; i++) lp_text_add(&t, "12, ");
    lp_text_add(&t, "};\nkernel void k(global int *a) { a[0] = table[1]; }\nkernel void l(global "
                    "int *a) { a[0] = 1; }");
    parse(lp_text_str(&t), &p);
    assert_int_equal(an_normalise(&p.chunks, 0, &n, &e), -1);
    assert_has(e.msg, "longer than 1048576 bytes");
    assert_int_equal(an_normalise(&p.chunks, 1, &n, &e), 0);
    an_normal_free(&n);
    parsed_free(&p);
    lp_text_free(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_what_is_needed), cmocka_unit_test(namesakes),
        cmocka_unit_test(prototypes),          cmocka_unit_test(pragmas),
        cmocka_unit_test(spellings),           cmocka_unit_test(several_kernels),
        cmocka_unit_test(likenesses),          cmocka_unit_test(too_long),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
