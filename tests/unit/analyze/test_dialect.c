/* What is OpenCL C to one compiler or another: vendors' pragmas and attributes, old and new ways to
 * write the same, the features of 2.0 and 3.0. Each is imported, or refused with one clear reason.
 */
#include "analyze/import.h"
#include "tests/unit/analyze/temp.h"

#define STORE "a[get_global_id(0)] = "
#define K "kernel void k(global float *a) { "

static an_records records;

static const db_kernel *import(const char *source) {
    an_parser *p = an_parser_new();
    an_options o;
    an_file f = {.path = "t.cl", .key = "t.cl", .real = "t.cl"};
    an_options_defaults(&o);
    put("t.cl", source);
    an_records_free(&records);
    an_import(p, &o, &f, &records);
    an_options_free(&o);
    an_parser_free(p);
    if (records.n != 1) fail_msg("%zu records of\n%s", records.n, source);
    return &records.v[0];
}

/* Sources that are kept as they are, with a part of their normal form. */
static const struct {
    const char *name, *source, *part;
} kept[] = {
    /* pragmas */
    {"AMD's double", "#pragma OPENCL EXTENSION cl_amd_fp64 : enable\n" K STORE "(double)1.0; }",
     "#pragma OPENCL EXTENSION cl_amd_fp64 : enable\nkernel"},
    {"the second of two doubles",
     "#ifdef cl_khr_fp64\n#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n"
     "#elif defined(cl_amd_fp64)\n#pragma OPENCL EXTENSION cl_amd_fp64 : enable\n"
     "#else\n#error no double\n#endif\n" K STORE "(double)1.0; }",
     "cl_khr_fp64 : enable"},
    {"a version asked for",
     K "\n#if __OPENCL_VERSION__ >= 200\n" STORE "2;\n#else\n" STORE "1;\n#endif\n}", STORE "1;"},
    {"FP_CONTRACT", "#pragma OPENCL FP_CONTRACT OFF\n" K STORE "1; }", "FP_CONTRACT OFF\n"},
    /* attributes, before and behind the keyword and the type */
    {"hints",
     "__attribute__((vec_type_hint(float4))) kernel __attribute__((work_group_size_hint(64, 1, 1)))"
     " void k(global float *a) { " STORE "1; }",
     "work_group_size_hint(64, 1, 1)"},
    {"group size",
     "__attribute__((reqd_work_group_size(64, 1, 1))) __kernel void k(__global float "
     "*a) { " STORE "1; }",
     "reqd_work_group_size(64, 1, 1)"},
    {"group size behind void",
     "__kernel void __attribute__((reqd_work_group_size(64, 1, 1))) k(__global float *a) { " STORE
     "1; }",
     "reqd_work_group_size(64, 1, 1)"},
    {"group size among others, with underscores",
     "__attribute__((__vec_type_hint__(float), __reqd_work_group_size__(64, 1, 1))) __kernel void "
     "k(__global float *a) { " STORE "1; }",
     "__reqd_work_group_size__(64, 1, 1)"},
    {"Intel's sub-group size",
     "__attribute__((intel_reqd_sub_group_size(16))) kernel void k(global float *a) { " STORE
     "1; }",
     "intel_reqd_sub_group_size(16)"},
    {"attributes of FPGA compilers",
     "__attribute__((num_simd_work_items(4))) kernel void k(global float *a) { float s = 0; "
     "__attribute__((xcl_pipeline_loop)) for (int j = 0; j < 4; j++) s += j; " STORE "s; }",
     "num_simd_work_items(4)"},
    {"unrolling by attribute",
     K "float s = 0; __attribute__((opencl_unroll_hint(4))) for (int j = 0; j < 4; j++) s += "
       "j; " STORE "s; }",
     "opencl_unroll_hint(4)"},
    /* functions */
    {"inline in many ways",
     "inline float f(float x) { return x; } static inline float g(float x) { return f(x); }"
     "inline __attribute__((always_inline)) float h(float x) { return g(x); }"
     "__attribute__((always_inline)) extern float e(float x) { return h(x); }" K STORE "e(1); }",
     "extern float e(float x)"},
    {"no parameters", "float f() { return 1; }" K STORE "f(); }", "float f()"},
    {"declared, then defined",
     "extern float f(float x);\nfloat f(float x) { return x; }" K STORE "f(1); }",
     "float f(float x)"},
    {"a kernel called", "kernel void k(global float *a) { " STORE "1; }", "kernel void k"},
    /* 2.0 and 3.0 */
    {"generic pointers",
     "float f(const float *p) { return *p; } kernel void k(global float *a, local float *t) {"
     "t[get_local_id(0)] = 1; " STORE "f(t + get_local_id(0)) + f(a); }",
     "f(const float *p)"},
    {"program-scope variables",
     "global int n = 2; global float t[64];" K "t[get_global_id(0) & 63] = n; " STORE "t[3]; }",
     "global float t[64];"},
    {"atomics",
     "kernel void k(global atomic_uint *a) { atomic_fetch_add_explicit(a + get_global_id(0), 1u, "
     "memory_order_relaxed, memory_scope_device); atomic_store(a, 3u); uint e = 1; "
     "atomic_compare_exchange_strong(a, &e, atomic_load(a)); }",
     "global atomic_uint *a"},
    {"collective functions",
     K STORE "work_group_reduce_add(a[get_global_id(0)]) + work_group_broadcast(1, 0) + "
             "work_group_scan_exclusive_max(2) + work_group_all(1); }",
     "work_group_all(1)"},
    {"work_group_barrier",
     "kernel void k(global float *a, local float *t) { t[get_local_id(0)] = 1; "
     "work_group_barrier(CLK_LOCAL_MEM_FENCE); " STORE "t[0]; }",
     "work_group_barrier"},
    {"sub-groups",
     K STORE "sub_group_reduce_add(1.0f) + a[get_sub_group_id()] + get_sub_group_size(); "
             "sub_group_barrier(CLK_LOCAL_MEM_FENCE); }",
     "get_sub_group_id()"},
    {"linear ids",
     K "a[get_global_linear_id()] = get_local_linear_id() + get_enqueued_local_size(0); }",
     "get_global_linear_id()"},
    {"feature macros",
     "#if defined(__opencl_c_fp64) && defined(__opencl_c_no_such_thing)\nsyntax "
     "error\n#endif\n" K STORE "1; }",
     STORE "1;"},
};

static void kept_as_they_are(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
        const db_kernel *k = import(kept[i].source);
        if (!k->ok) fail_msg("%s: %s: %s", kept[i].name, k->reason, k->detail);
        if (k->guesses) fail_msg("%s: guessed %s", kept[i].name, k->guesses);
        assert_has(k->source, kept[i].part);
    }
}

/* Pragmas and qualifiers that say nothing: the source is that of the plain kernel. */
static void left_out(void **state) {
    static const char *const sources[] = {
        "#pragma OPENCL EXTENSION cl_nv_compiler_options : enable\n" K STORE "1; }",
        "#pragma OPENCL EXTENSION cl_nv_pragma_unroll : enable\n" K STORE "1; }",
        "#pragma OPENCL EXTENSION cl_amd_media_ops : enable\n" K STORE "1; }",
        "#pragma OPENCL EXTENSION cl_intel_subgroups : enable\n" K STORE "1; }",
        "#pragma OPENCL EXTENSION cl_intel_printf : enable\n" K STORE "1; }",
        "#pragma OPENCL EXTENSION cl_amd_fp64 : enable\n" K STORE "1; }",
        "#pragma OPENCL EXTENSION all : enable\n" K STORE "1; }",
        "#pragma OPENCL EXTENSION cl_khr_fp64 : disable\n" K STORE "1; }",
        "#pragma OPENCL SELECT_ROUNDING_MODE rte\n" K STORE "1; }",
        "#pragma warning(disable: 4)\n#pragma omp simd\n#pragma clang loop unroll(full)\n" K STORE
        "1; }",
        "# 1 \"foo.cl\"\n#line 7 \"x\"\n" K STORE "1; }",
        "__kernel void k(__write_only __global float *a) { " STORE "1; }",
        "#define __forceinline\n#ifdef __FAST_RELAXED_MATH__\n#error fast\n#endif\n" K STORE "1; }",
    };
    (void)state;
    for (size_t i = 0; i < sizeof sources / sizeof *sources; i++) {
        const db_kernel *k = import(sources[i]);
        if (!k->ok) fail_msg("%s: %s\n%s", k->reason, k->detail, sources[i]);
        assert_string_equal(k->source,
                            "kernel void k(global float *a) {\n    a[get_global_id(0)] = 1;\n}\n");
    }
}

static void guessed(void **state) {
    static const struct {
        const char *source, *guesses;
    } cases[] = {
        {"__kernel void k(__read_only __global float *b, __write_only __global float *a) { " STORE
         "b[0]; }",
         "__read_only=\n__write_only="},
        {"#if __OPENCL_C_VERSION__ < 200\n#error needs 2.0\n#endif\n" K STORE "1; }",
         "__OPENCL_C_VERSION__=200"},
        {"#if __OPENCL_VERSION__ < 300\n#error needs 3.0\n#endif\n" K STORE "1; }",
         "__OPENCL_VERSION__=300"},
        {"#ifndef __opencl_c_subgroups\n#error no sub-groups\n#endif\n" K STORE "1; }",
         "__opencl_c_subgroups=1"},
        {"kernel void k(global uint *a) { " STORE "amd_bitalign(a[0], 3u, 7u); }",
         "amd_bitalign(a,b,c)=((uint)(((((ulong)(a))<<32)|(ulong)(uint)(b))>>((c)&31)))"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const db_kernel *k = import(cases[i].source);
        if (!k->ok) fail_msg("%s: %s\n%s", k->reason, k->detail, cases[i].source);
        assert_non_null(k->guesses);
        assert_string_equal(k->guesses, cases[i].guesses);
    }
}

static void refused(void **state) {
    static const struct {
        const char *source, *reason, *detail;
    } cases[] = {
        {"__attribute__((reqd_work_group_size(8, 8, 1))) " K STORE "1; }", "dimensions",
         "reqd_work_group_size asks for more than one dimension"},
        {"kernel void k(read_only pipe int p, global int *a) { int v; read_pipe(p, &v); " STORE
         "v; }",
         "image-argument", "t.cl:1:52: argument 'p' is an image, a sampler or a pipe"},
        {K "int (^b)(int) = ^(int x) { return x; }; " STORE "b(1); }", "unsupported",
         "t.cl:1:50: a block"},
        {K "enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^{ a[0] "
           "= 1; }); }",
         "unsupported", "a block"},
        {K "goto e; e: " STORE "1; }", "unsupported", "t.cl:1:34: goto"},
        {"kernel void k(global uint *a) { uint x; asm(\"mov %0, 1;\" : \"=r\"(x)); " STORE "x; }",
         "unsupported", "t.cl:1:41: inline assembly"},
        {"extern float f(float x);" K STORE "f(1); }", "unsupported",
         "f() is declared, but not defined in the file"},
        {"float f(x) float x; { return x; }" K STORE "f(1); }", "unsupported",
         "parameters that are declared behind the parentheses"},
        {"kernel void k(a, n) global float *a; int n; { " STORE "n; }", "unsupported",
         "parameters that are declared behind the parentheses"},
        {"kernel void k(global int *a) { " STORE "intel_sub_group_shuffle(a[0], 0u); }", "syntax",
         "t.cl:1:54: use of undeclared identifier 'intel_sub_group_shuffle'"},
        {"typedef struct { uint a : 4; } B;" K STORE "1; }", "syntax", "bit-fields"},
        {"kernel void k(global float *a, size_t n) { " STORE "1; }", "syntax",
         "cannot be used as the type of a kernel parameter"},
        {"f(int x) { return x; }" K STORE "f(1); }", "syntax", "type specifier missing"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const db_kernel *k = import(cases[i].source);
        if (k->ok) fail_msg("kept: %s", cases[i].source);
        assert_string_equal(k->reason, cases[i].reason);
        assert_has(k->detail, cases[i].detail);
        assert_has(k->detail, "t.cl:1:");
        assert_null(strchr(k->detail, '\n'));
    }
}

/* Elements of kinds that only some versions have. */
static void elements(void **state) {
    const db_kernel *k = import("kernel void k(global atomic_int *a) { atomic_inc(a); }");
    (void)state;
    assert_string_equal(k->args[0].type, "int");
    assert_int_equal(k->args[0].elem_bytes, 4);
    k = import("typedef float row[4][2]; kernel void k(global row *a) { "
               "a[get_global_id(0)][1][0] = 1; }");
    assert_string_equal(k->args[0].type, "float[4][2]");
    assert_int_equal(k->args[0].elem_bytes, 32);
    assert_string_equal(k->args[0].extent, "global");
    k = import("kernel void k(local int *t, global int *a) { t[get_sub_group_local_id()] = 1; "
               "a[get_num_sub_groups()] = 1; }");
    assert_string_equal(k->args[0].extent, "local");
    assert_string_equal(k->args[1].extent, "local + 1");
}

static int cleanup(void **state) {
    an_records_free(&records);
    return temp_leave(state);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kept_as_they_are), cmocka_unit_test(left_out), cmocka_unit_test(guessed),
        cmocka_unit_test(refused),          cmocka_unit_test(elements),
    };
    return cmocka_run_group_tests(tests, temp_enter, cleanup);
}
