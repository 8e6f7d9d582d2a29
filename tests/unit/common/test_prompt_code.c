/* common/prompt_code.c and its steps: comments and spaces, inlining, sizes of local arrays,
 * minified sources. */
#include "tests/unit/common/test.h"

#include <string.h>

#include "common/pcg.h"
#include "common/prompt_code.h"

static void check(lp_prompt_level level, const char *code, const char *want) {
    lp_text t = {0};
    lp_strv keep = {0};
    lp_strv_add(&keep, "k");
    lp_strv_add(&keep, "data");
    lp_prompt_code(&t, code, level, &keep);
    assert_string_equal(lp_text_str(&t), want);
    lp_strv_free(&keep);
    lp_text_free(&t);
}

static void prepared(const char *code, const char *want) {
    check(LP_PROMPT_PREPARED, code, want);
}

static void minified(const char *code, const char *want) {
    check(LP_PROMPT_MINIFIED, code, want);
}

static void comments_and_indents_go(void **state) {
    (void)state;
    check(LP_PROMPT_PLAIN, "  a // b\n\n", "  a // b");
    prepared("", "");
    prepared("/* only */ // this", "");
    prepared("// first\nkernel void k() {\n    int /* i */ i = 0; // last\n\n\n  i++;\n}\n",
             "kernel void k() {\nint i = 0;\ni++;\n}");
    prepared("a /* unclosed", "a");
    prepared("a = b/**/c;", "a = b c;");
    prepared("s = \"// no comment\" + '\\'';", "s = \"// no comment\" + '\\'';");
    prepared("#pragma unroll  4 \\\n  x\n  for (;;)", "#pragma unroll  4 \\\n  x\nfor (;;)");
    prepared("x = 1.5e-3f + .5 - 0x1Fu;", "x = 1.5e-3f + .5 - 0x1Fu;");
}

#define SQ "float sq(float v) {\n    return v * v;\n}\n"
#define ADD "inline int add(int a, const int b) { return a + b; }\n"

static void short_helpers_are_inlined(void **state) {
    (void)state;
    prepared(SQ "kernel void k() { x = sq(y); }", "kernel void k() { x = y * y; }");
    prepared(SQ "kernel void k() { x = 1 + sq(p[i]); }",
             "kernel void k() { x = 1 + (p[i] * p[i]); }");
    prepared(ADD "kernel void k() { x = add(a ? b : c, d << 1) * 2; }",
             "kernel void k() { x = ((a ? b : c) + (d << 1)) * 2; }");
    prepared(ADD "kernel void k() { x = add(add(1, 2), f(3)); }",
             "kernel void k() { x = (1 + 2) + f(3); }");
    prepared(ADD "int twice(int q) { return add(q, q); }\nkernel void k() { g(twice(n)); }",
             "kernel void k() { g(n + n); }");
    prepared("int zero(void) { return 0; }\nkernel void k() { x = zero(); }",
             "kernel void k() { x = 0; }");
    prepared("float at(global const float *p, int i) { return p[i].x; }\n"
             "kernel void k() { y = at(q + 1, i); }",
             "kernel void k() { y = (q + 1)[i].x; }");
}

static void other_calls_stay(void **state) {
    (void)state;
    const char *const sources[] = {
        SQ "kernel void k() { x = sq(f(y)); }",        /* f would be called twice */
        SQ "kernel void k() { x = sq(i++); }",         /* counted twice */
        SQ "kernel void k() { x = sq(a[i] - b[i]); }", /* longer than it was */
        ADD "kernel void k() { x = add(1); }",         /* not as many */
        "int f(int x) { return f(x - 1); }\nkernel void k() { y = f(2); }",
        "int f(int x) { x++; return x; }\nkernel void k() { y = f(2); }",
        "int f(int x[4]) { return x[0]; }\nkernel void k() { y = f(z); }",
        "kernel void k() { return f(1); }",
        "kernel void k(a) { return a; }",
    };
    for (size_t i = 0; i < sizeof sources / sizeof *sources; i++) {
        lp_text t = {0};
        lp_prompt_code(&t, sources[i], LP_PROMPT_PREPARED, NULL);
        const char *code = strstr(sources[i], "kernel void k");
        assert_non_null(strstr(t.s, code));
        lp_text_free(&t);
    }
    prepared(SQ "kernel void k() { x = sq(y) + sq(f(y)); }",
             "float sq(float v) {\nreturn v * v;\n}\nkernel void k() { x = (y * y) + sq(f(y)); }");
}

static void local_arrays_tell_their_size(void **state) {
    (void)state;
    prepared("local float t[64];", "local float t[64] /* 256 bytes */;");
    prepared("local uchar4 a[2][3], b[1 << 4];",
             "local uchar4 a[2][3] /* 24 bytes */, b[1 << 4] /* 64 bytes */;");
    prepared("local double3 t[0x10u];", "local double3 t[0x10u] /* 512 bytes */;");
    prepared("__local unsigned t[4];", "__local unsigned t[4] /* 16 bytes */;");
    prepared("local struct s t[4];", "local struct s t[4];");
    prepared("local float t[N];", "local float t[N];");
    prepared("local float t[4 / 0];", "local float t[4 / 0];");
    prepared("local float *p[4], x;", "local float *p[4], x;");
    prepared("void f(local float *p) { float q[4]; }", "void f(local float *p) { float q[4]; }");
}

static void minified_names_are_short_and_mean_the_same(void **state) {
    (void)state;
    minified("kernel void k(global float *data, int count) {\n"
             "    int index = get_global_id(0), other;\n"
             "    for (int step = 0; step < count; step++)\n"
             "        data[index] += sin(data[step]) * M_PI_F;\n}",
             "kernel void k(global float*data,int b){int c=get_global_id(0),d;for(int a=0;a<b;a++)"
             "data[c]+=sin(data[a])*M_PI_F;}");
    /* Members, types and tags stay; so do names that are taken. */
    minified(
        "typedef struct { float width; } shape;\n"
        "float helper(shape width, int a) { a++; return width.width * a; }",
        "typedef struct{float width;}shape;float b(shape width,int a){a++;return width.width*a;"
        "}");
    minified("struct node { int next; };\nvoid f(struct node *list) { list->next = 0; }",
             "struct node{int next;};void f(struct node*a){a->next=0;}");
    minified(
        "struct node f(struct node first, struct node second) { second.next++; return second; }",
        "struct node f(struct node b,struct node a){a.next++;return a;}");
    minified("void f(int n) { int value = 2 * n * CONSTANT; }",
             "void f(int n){int a=2*n*CONSTANT;}");
}

static void spaces_stay_where_they_mean_something(void **state) {
    (void)state;
    minified("x = a - -b + +c / *p & &q;", "x=a- -b+ +c/ *p& &q;");
    minified("x = a < -b ? 1 : 2 .x;", "x=a<-b?1:2 .x;");
    minified("return 1 ;\n#pragma unroll\nx", "return 1;\n#pragma unroll\nx");
}

/* Any bytes come through, and the text does not explode. */
static void anything_is_accepted(void **state) {
    (void)state;
    static const char *const parts[] = {"f(",
                                        ")",
                                        "{",
                                        "}",
                                        "int f(int x) {",
                                        "return ",
                                        "x",
                                        "x * x",
                                        ";",
                                        ",",
                                        "[",
                                        "]",
                                        "=",
                                        "local float t[",
                                        "4",
                                        "struct ",
                                        "typedef ",
                                        "/*",
                                        "*/",
                                        "//",
                                        "\n",
                                        " ",
                                        "\"",
                                        "#",
                                        "\xFF",
                                        "int f(int x) { return x + x; }",
                                        "kernel void g(",
                                        "__attribute__((a))",
                                        "->",
                                        "."};
    lp_pcg rng;
    lp_pcg_seed(&rng, 3, 4);
    for (int round = 0; round < 3000; round++) {
        lp_text code = {0}, out = {0};
        uint32_t n = 1 + lp_pcg_below(&rng, 60);
        while (n-- > 0) lp_text_add(&code, parts[lp_pcg_below(&rng, sizeof parts / sizeof *parts)]);
        for (int level = LP_PROMPT_PREPARED; level <= LP_PROMPT_MINIFIED; level++) {
            lp_text_clear(&out);
            lp_prompt_code(&out, code.s, (lp_prompt_level)level, NULL);
            assert_true(out.len <= 4 * code.len + 20 * code.len);
        }
        lp_text_free(&code);
        lp_text_free(&out);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(comments_and_indents_go),
        cmocka_unit_test(short_helpers_are_inlined),
        cmocka_unit_test(other_calls_stay),
        cmocka_unit_test(local_arrays_tell_their_size),
        cmocka_unit_test(minified_names_are_short_and_mean_the_same),
        cmocka_unit_test(spaces_stay_where_they_mean_something),
        cmocka_unit_test(anything_is_accepted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
