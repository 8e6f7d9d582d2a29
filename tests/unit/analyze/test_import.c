/* One file to records: every problem is a record, with its reason and its place. */
#include "analyze/import.h"
#include "tests/unit/analyze/temp.h"

static an_records import(const char *key, const char *source) {
    an_parser *p = an_parser_new();
    an_options o;
    an_records r = {0};
    char *path = lp_path_join("root", key);
    an_file f = {.path = path, .key = (char *)key, .root = "root"};
    an_options_defaults(&o);
    if (source) put(path, source);
    an_import(p, &o, &f, &r);
    an_options_free(&o);
    an_parser_free(p);
    free(path);
    return r;
}

static void gives(const char *source, const char *name, const char *reason, const char *detail) {
    an_records r = import("sub/k.cl", source);
    assert_int_equal(r.n, 1);
    assert_string_equal(r.v[0].path, "sub/k.cl");
    assert_string_equal(r.v[0].name, name);
    assert_false(r.v[0].ok);
    assert_string_equal(r.v[0].reason, reason);
    assert_has(r.v[0].detail, detail);
    assert_lacks(r.v[0].detail, "root/");
    an_records_free(&r);
}

static void files_that_cannot_be_used(void **state) {
    (void)state;
    gives("int a;\xff", "", "unreadable", "sub/k.cl:1:7: invalid UTF-8");
    gives("#if 1\n", "", "preprocess", "sub/k.cl:1:2: #if without #endif");
    gives("kernel void k(", "", "syntax", "sub/k.cl:1:");
    gives("float f(float x) { return x; }", "", "no-kernel", "sub/k.cl:1:1: no kernel function");
    gives("", "", "no-kernel", "sub/k.cl:1:1: no kernel function");
    assert_int_equal(remove("root/sub/k.cl"), 0);
    gives(NULL, "", "unreadable", "sub/k.cl");
}

static void kernels_that_cannot_be_used(void **state) {
    (void)state;
    gives("kernel void k(read_only image2d_t i, global int *a) { a[get_global_id(0)] = 1; }", "k",
          "image-argument", "sub/k.cl:1:");
    gives("\nkernel void k(global int *a) { a[get_global_id(1)] = 1; }", "k", "dimensions",
          "sub/k.cl:2:");
}

static void every_kernel_is_a_record(void **state) {
    an_records r =
        import("m.cl", "#define W(n) kernel void n(global int *a) { a[get_global_id(0)] = 1; }\n"
                       "W(one)\n\nW(two) /* x */\n");
    (void)state;
    assert_int_equal(r.n, 2);
    assert_string_equal(r.v[0].name, "one");
    assert_int_equal(r.v[0].line, 2);
    assert_string_equal(r.v[1].name, "two");
    assert_int_equal(r.v[1].line, 4);
    assert_true(r.v[1].ok);
    assert_int_equal(r.v[1].dims, 1);
    assert_string_equal(r.v[1].std, "CL1.2");
    assert_string_equal(r.v[1].source,
                        "kernel void two(global int *a) {\n    a[get_global_id(0)] = 1;\n}\n");
    assert_int_equal(strlen(r.v[1].hash), 32);
    assert_string_equal(r.v[0].family, r.v[1].family);
    assert_int_equal(r.v[1].n_args, 1);
    an_records_free(&r);
}

/* The names of a file's records with their lines; the file stays. */
static void names_are(const char *key, const char *source, const char *want) {
    an_records r = import(key, source);
    lp_text t = {0};
    for (size_t i = 0; i < r.n; i++)
        lp_text_addf(&t, "%s%s:%u%s%s", i ? " " : "", r.v[i].name, (unsigned)r.v[i].line,
                     r.v[i].ok ? "" : "=", r.v[i].ok ? "" : r.v[i].reason);
    assert_string_equal(lp_text_str(&t), want);
    lp_text_free(&t);
    an_records_free(&r);
}

#define K "kernel void "
#define BODY "(global float *a) { a[get_global_id(0)] = f(1.0f); }"

static void programs_in_strings(void **state) {
    (void)state;
    /* one program in several strings; programs that share a helper; programs of their own */
    names_are("a.cpp",
              "auto f = \"float f(float x) { return x; }\";\n"
              "auto k = \"" K "one" BODY "\";\nauto l = \"" K "two" BODY "\";",
              "one:2 two:3");
    names_are("b.cpp",
              "auto f = \"float f(float x) { return x; }\";\n"
              "auto k = \"enum { N = 1 };" K "one" BODY "\";\n"
              "auto l = \"enum { N = 2 };" K "two" BODY "\";",
              "one:2 two:3");
    names_are("c.py",
              "k = '''\nfloat f(float x) { return x; }\n" K "one" BODY "'''\n"
              "l = '''\nfloat f(float x) { return -x; }\n" K "two" BODY "'''\n",
              "one:3 two:6");
    /* one that does not parse is told */
    names_are("d.c",
              "a = \"float f(float x) { return x; }" K "one" BODY "\";\n"
              "b = \"float f(float x) { return -x; }" K "one" BODY "\";\n"
              "c = \"float f(float x) { return }" K "two" BODY "\";",
              "one:1 one:2 :1=syntax");
    /* whole files in a macro or in quotes */
    names_are("e.cl", "\nSTRINGIFY(\n" K "k(global float *a, int n) { a[n] = 1; }\n)", "k:3");
    names_are("f.cl", "\"" K "k(global float *a, int n) {\\n\"\n\"a[n] = 1; }\"", "k:1");
    /* what is around a program may be anything */
    names_are("g.c",
              "// caf\xe9 \1\nchar *t = \"\\0\";\nchar *s = \"" K
              "k(global float *a, int n) { a[n] = 1; }\";",
              "k:3");
    names_are("h.h", K "k(global float *a, int n) { a[n] = 1; }", "k:1");
}

/* Thousands of programs end, with one word about it. */
static void too_many_programs(void **state) {
    lp_text t = {0};
    (void)state;
    for (int i = 0; i < 400; i++)
        lp_text_addf(&t, "s = \"enum {N}; " K "k%d(global int *a) { a[%d] = %s; }\";\n", i, i,
                     i % 2 ? "1" : "");
    an_records r = import("m.c", lp_text_str(&t));
    assert_int_equal(r.n, 128 + 1);
    assert_string_equal(r.v[127].name, "k255");
    assert_string_equal(r.v[128].reason, "syntax");
    an_records_free(&r);
    lp_text_free(&t);
}

/* Records are known by path and name. */
static void kernels_of_one_name(void **state) {
    an_records r = import("n.c", "a = \"" K "k(global int *a) { a[0] = 1; }\";\n"
                                 "b = \"" K "k(global int *a) { a[1] = 2; }\";\n"
                                 "c = \"" K "l(global int *a) { a[0] = 3; }\";\n"
                                 "d = \"" K "k(global int *a) { a[2] = 4; }\";\n");
    (void)state;
    assert_int_equal(r.n, 4);
    assert_string_equal(r.v[0].path, "n.c");
    assert_string_equal(r.v[1].path, "n.c#2");
    assert_string_equal(r.v[2].path, "n.c");
    assert_string_equal(r.v[3].path, "n.c#3");
    assert_int_equal(r.v[3].line, 4);
    an_records_free(&r);
}

static void bad_programs_in_strings(void **state) {
    an_records r = import("sub/k.c", "int x;\nchar *s = \"" K "k(global float *a) {\\n\"\n"
                                     "    \"a[0] = ;\\n}\";");
    (void)state;
    assert_int_equal(r.n, 1);
    assert_string_equal(r.v[0].reason, "syntax");
    assert_has(r.v[0].detail, "sub/k.c:3:13: expected expression");
    an_records_free(&r);
    r = import("sub/k.c", "char *s = \"" K "k(global float *a, int n)\\n{ a[-4] = 1; }\";");
    assert_int_equal(r.n, 1);
    assert_string_equal(r.v[0].reason, "negative-index");
    assert_has(r.v[0].detail, "sub/k.c:1:53: an index of 'a'");
    an_records_free(&r);
    gives("char *s = \"" K "k(global float *a) { a[0] = 1; \\0 }\";", "", "preprocess",
          "sub/k.cl:1:55: a NUL");
    gives("char *s = \"" K "k(global float *a) { a[0] = 1; // \xff\\n}\";", "", "unreadable",
          "sub/k.cl:1:");
    gives("char *s = \"#if 1\\n" K "k(global float *a) { a[0] = 1; }\";", "", "preprocess",
          "sub/k.cl:1:13: #if without #endif");
}

/* A guess in one program says nothing of another; constraints are found through the strings. */
static void guesses_in_strings(void **state) {
    an_records r =
        import("t.c", "char *s = \"" K "k(global float *a) {\\n\"\n"
                      "  \"local float t[TILE]; t[get_local_id(0)] = a[get_global_id(0)];\\n\"\n"
                      "  \"barrier(CLK_LOCAL_MEM_FENCE); a[get_global_id(0)] = t[0];\\n}\";\n"
                      "char *u = \"" K "l(global float *a) { a[0] = 1; }\";");
    (void)state;
    assert_int_equal(r.n, 2);
    assert_string_equal(r.v[0].guesses, "TILE=64");
    assert_has(r.v[0].constraints, "local == 64");
    assert_null(r.v[1].guesses);
    an_records_free(&r);
}

/* What #pragma pack lays out in another way is lost, and nothing else. */
#define S(name) "typedef struct { char c; int i; } " name ";\n"
#define USE(name, type) K name "(global " type " *p, global int *a) { a[0] = p[0].i; }\n"
#define PLAIN K "plain(global int *a) { a[0] = 1; }\n"

static void packed_records(void **state) {
    (void)state;
    names_are("p.cl",
              "#pragma pack(1)\n" S("P") "#pragma pack()\n" S("Q") USE("p", "P") USE("q", "Q")
                  PLAIN,
              "p:5=unsupported q:6 plain:7");
    names_are("p.cl",
              "#pragma pack(push, 2)\n" S("P") "#pragma pack(push)\n" S(
                  "Q") "#pragma pack(pop)\n" S("R") "#pragma pack(pop)\n" S("T") USE("p", "P")
                  USE("q", "Q") USE("r", "R") USE("t", "T") PLAIN,
              "p:9=unsupported q:10=unsupported r:11=unsupported t:12 plain:13");
    /* never ended, through a macro, with what is no alignment */
    names_are("p.cl",
              S("P") "#define ONE 1\n#pragma pack(push, name, ONE)\n" PLAIN S("Q") USE("p", "P")
                  USE("q", "Q"),
              "plain:4 p:6 q:7=unsupported");
    names_are("p.cl", "#pragma pack(what)\nunion U { int i; };\n" USE("p", "union U") PLAIN,
              "p:3=unsupported plain:4");
    names_are("p.cl",
              "_Pragma(\"pack(1)\") struct __attribute__((aligned(4))) U { int i; };\n" USE(
                  "p", "struct U") PLAIN,
              "p:2=unsupported plain:3");
    an_records r =
        import("p.cl", "#pragma pack(1)\n" S("P") "#pragma pack()\n" USE("p", "P") PLAIN);
    assert_has(r.v[0].detail, "p.cl:4:13: a struct under #pragma pack");
    assert_lacks(r.v[1].source, "pack");
    an_records_free(&r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_that_cannot_be_used),
        cmocka_unit_test(kernels_that_cannot_be_used),
        cmocka_unit_test(every_kernel_is_a_record),
        cmocka_unit_test(programs_in_strings),
        cmocka_unit_test(bad_programs_in_strings),
        cmocka_unit_test(guesses_in_strings),
        cmocka_unit_test(packed_records),
        cmocka_unit_test(kernels_of_one_name),
        cmocka_unit_test(too_many_programs),
    };
    return cmocka_run_group_tests(tests, temp_enter, temp_leave);
}
