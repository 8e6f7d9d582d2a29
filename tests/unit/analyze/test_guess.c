/* Files that lack macros of their host program: what is guessed, and that it is recorded. */
#include "analyze/import.h"
#include "tests/unit/analyze/temp.h"

static an_records import(const char *source) {
    an_parser *p = an_parser_new();
    an_options o;
    an_records r = {0};
    an_file f = {.path = "root/sub/k.cl", .key = "sub/k.cl", .root = "root"};
    an_options_defaults(&o);
    lp_strv_add(&o.roots, "root");
    put("root/sub/k.cl", source);
    an_import(p, &o, &f, &r);
    an_options_free(&o);
    an_parser_free(p);
    return r;
}

/* One kernel, used, with exactly these guesses (NULL: none). */
static void guesses(const char *source, const char *expected) {
    an_records r = import(source);
    assert_int_equal(r.n, 1);
    if (!r.v[0].source) fail_msg("%s: %s\n%s", r.v[0].reason, r.v[0].detail, source);
    if (expected)
        assert_string_equal(r.v[0].guesses ? r.v[0].guesses : "(none)", expected);
    else
        assert_null(r.v[0].guesses);
    an_records_free(&r);
}

static void refuses(const char *source, const char *detail) {
    an_records r = import(source);
    assert_int_equal(r.n, 1);
    assert_string_equal(r.v[0].name, "");
    assert_has(r.v[0].detail, detail);
    assert_null(r.v[0].guesses);
    an_records_free(&r);
}

#define BODY(type) "(global " type " *a) { a[get_global_id(0)] = 1; }"

static void nothing_is_guessed_without_need(void **state) {
    (void)state;
    guesses("kernel void k" BODY("float"), NULL);
    guesses("#ifdef FAST\n#error no\n#endif\nkernel void k" BODY("float"), NULL);
}

static void types(void **state) {
    (void)state;
    guesses("kernel void k" BODY("FPTYPE"), "FPTYPE=float");
    guesses("kernel void k" BODY("Thing"), "Thing=float");
    guesses("kernel void k" BODY("REAL4"), "REAL4=float4");
    guesses("kernel void k" BODY("IDX_TYPE"), "IDX_TYPE=int");
    guesses("kernel void k(global V *a) { V v = a[get_global_id(0)]; a[0].x = v.w; }", "V=float4");
    guesses("kernel void k(global float *a) { a[get_global_id(0)] = (T)a[0]; }", "T=float");
    /* What a float cannot do, an int can. */
    guesses("kernel void k(global T *a) { T t = a[0]; a[get_global_id(0)] = t % 3; }", "T=int");
}

static void values(void **state) {
    (void)state;
    guesses("kernel void k(global float *a) { for (int i = 0; i < STEPS; i++)"
            " a[get_global_id(0)] += i; }",
            "STEPS=16");
    guesses(
        "kernel void k(global float *a) { if (get_global_id(0) < LEN) a[get_global_id(0)] = 1; }",
        "LEN=1024");
    guesses("kernel void k(global float *a, global float *b) { float t[4]; t[0] = a[0];"
            " b[get_global_id(0)] = t[FIRST]; }",
            "FIRST=0");
    guesses("typedef int u; kernel void k(global float *a) { u t[LEN]; t[1] = 1;"
            " a[get_global_id(0)] = t[1]; }",
            "LEN=16");
}

/* What sizes local memory is the local size, and the launch must keep to it. */
static void local_size(void **state) {
    (void)state;
    an_records r = import("kernel void k(global float *a) { local float t[WG];\n"
                          " t[get_local_id(0)] = a[get_group_id(0) * WG + get_local_id(0)];\n"
                          " barrier(CLK_LOCAL_MEM_FENCE);\n"
                          " a[get_global_id(0)] = t[get_local_id(0)]; }\n"
                          "kernel void free(global float *a) { a[get_global_id(0)] = 1; }\n");
    assert_int_equal(r.n, 2);
    assert_string_equal(r.v[0].guesses, "WG=64");
    if (!r.v[0].ok) fail_msg("%s", r.v[0].detail);
    assert_has(r.v[0].constraints, "local == 64");
    assert_lacks(r.v[1].constraints, "local == 64");
    an_records_free(&r);
    guesses("__attribute__((reqd_work_group_size(WG, 1, 1))) kernel void k" BODY("float"), "WG=64");
}

static void functions(void **state) {
    (void)state;
    guesses("kernel void k(global float *a) { a[get_global_id(0)] = TWICE(a[1]); }",
            "TWICE(a)=(a)");
    guesses("kernel void k(global float *a) { a[AT(get_global_id(0), 3)] = 1; }", "AT(a,b)=(a)");
    guesses("kernel void k(global float *a) { TRACE(1, 2); a[get_global_id(0)] = 1; }",
            "TRACE(a,b)=");
}

static void known_names(void **state) {
    (void)state;
    guesses("DECLSPEC float f(PRIVATE_AS float *p) { return *p; }\n"
            "KERNEL_FQ KERNEL_FA void k(GLOBAL_AS float *a)\n"
            "{ float x = 1; a[get_global_id(0)] = f(&x); }",
            "DECLSPEC=\nPRIVATE_AS=\nKERNEL_FQ=kernel\nGLOBAL_AS=global\nKERNEL_FA=");
    guesses("OPENCL_KERNEL void k(global u32 *a) { a[get_global_id(0)] = 1; }",
            "OPENCL_KERNEL=kernel\nu32=uint");
    guesses("HC_ATTR_SEQ kernel void k" BODY("float"), "HC_ATTR_SEQ=");
    guesses("MY_KERNEL void k" BODY("float"), "MY_KERNEL=kernel");
    guesses("HOST_API void f(void) {}\nkernel void k" BODY("float"), "HOST_API=");
}

static void selectors(void **state) {
    (void)state;
    guesses("#ifdef SINGLE_PRECISION\ntypedef float T;\n#endif\nkernel void k" BODY("T"),
            "SINGLE_PRECISION=1");
    guesses("#if defined(A) && 1\ntypedef double T;\n#elif MODE == 3\ntypedef int T;\n#endif\n"
            "kernel void k" BODY("T"),
            "A=1");
    guesses("#if WIDTH == 1\n#define T float\n#endif\nkernel void k" BODY("T"), "WIDTH=1");
    guesses("#ifndef LEN\n#error LEN!\n#endif\n"
            "kernel void k(global float *a) { for (int i = 0; i < LEN; i++) a[i] = 1; }",
            "LEN=16");
    guesses(
        "#define BIG 7\n#if MODE == BIG\n#else\n#error which\n#endif\nkernel void k" BODY("float"),
        "MODE=BIG");
    guesses("#if WIDTH == 2\n#endif\n#define J(a, b) a##b\n#define JJ(a, b) J(a, b)\n"
            "kernel void k(global JJ(uint, WIDTH) *a) { a[get_global_id(0)].x = 1; }",
            "WIDTH=2");
}

static void includes(void **state) {
    (void)state;
    put("root/top.h", "typedef float Top;\n");
    guesses("#include \"top.h\"\nkernel void k" BODY("Top"), NULL);
    guesses("#include \"gone.h\"\nkernel void k" BODY("float"), "#include \"gone.h\"=");
    put("root/sub/part.h", "typedef float Part;\n");
    guesses("#ifdef WHOLE\n#include S(DIR/part.h)\n#endif\nkernel void k" BODY("Part"),
            "WHOLE=1\nS(a)=<a>\nDIR=.");
    put("root/sub/with.cl",
        "float twice(float x) { return 2 * x; }\nkernel void other" BODY("int"));
    guesses("kernel void k(global float *a) { a[get_global_id(0)] = twice(a[0]); }",
            "#include with.cl");
    /* Above the root nothing is looked for. */
    put("outside.h", "typedef int Outside;\n");
    guesses("#include \"outside.h\"\nkernel void k" BODY("Outside"),
            "#include \"outside.h\"=\nOutside=float");
    refuses("#include \"../../outside.h\"\nkernel void k" BODY("int"), "leaves the given folders");
}

/* A file's definition that a macro lets in is taken although it brings in more that is missing. */
static void selectors_that_lack_more(void **state) {
    (void)state;
    put("root/sub/sel.h",
        "#ifdef STATIC\ntypedef struct { uint v[ELEM]; } digest;\n"
        "int find(global digest *d) { return d->v[R0] + d->v[R1] + d->v[R2]; }\n#endif\n");
    guesses(
        "#include \"sel.h\"\nkernel void k(global digest *d, global int *o) { o[0] = find(d); }",
        "STATIC=1\nELEM=16\nR0=0\nR1=0\nR2=0");
}

static void hopeless(void **state) {
    (void)state;
    refuses("kernel void k(", "sub/k.cl:1:");
    refuses("#include S(a.h)\n#endif\nkernel void k" BODY("int"), "#endif without #if");
    refuses("#error never\nkernel void k" BODY("int"), "sub/k.cl:1:2: #error never");
    refuses("kernel void k(global X *a) { a[0] = 1; ) }", "sub/k.cl:1:22: unknown type name 'X'");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_guessed_without_need),
        cmocka_unit_test(types),
        cmocka_unit_test(values),
        cmocka_unit_test(local_size),
        cmocka_unit_test(functions),
        cmocka_unit_test(known_names),
        cmocka_unit_test(selectors),
        cmocka_unit_test(includes),
        cmocka_unit_test(hopeless),
        cmocka_unit_test(selectors_that_lack_more),
    };
    return cmocka_run_group_tests(tests, temp_enter, temp_leave);
}
