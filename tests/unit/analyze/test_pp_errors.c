/* What the preprocessor refuses, with place and reason; and the limits. */
#include "tests/unit/analyze/source.h"

static void one_line_each(void **state) {
    static const struct {
        const char *source, *message;
    } v[] = {
        {"int a;\n  /* x", "t.cl:2:3: comment without an end"},
        {"char *s = \"abc;\n", "t.cl:1:11: a \" without its end"},
        {"a @ b", "t.cl:1:3: stray @"},
        {"#define H #\nH include \"x\"", "t.cl:2:1: stray #"},
        {"%: %: define x", "t.cl:1:4: unknown directive ##"},
        {"int a; #define x", "t.cl:1:8: stray #"},
        {"#bogus", "t.cl:1:2: unknown directive #bogus"},
        {"#if 1\na", "t.cl:1:2: #if without #endif"},
        {"\n#endif", "t.cl:2:2: #endif without #if"},
        {"#else", "t.cl:1:2: #else without #if"},
        {"#if 1\n#else\n#else\n#endif", "t.cl:3:2: a second #else"},
        {"#if 1\n#else\n#elif 1\n#endif", "t.cl:3:2: #elif after #else"},
        {"#ifdef\n#endif", "t.cl:1:2: #ifdef needs the name of a macro"},
        {"#if\n#endif", "t.cl:1:2: #if: the expression ends too early"},
        {"#if 1 +\n#endif", "t.cl:1:2: #if: the expression ends too early"},
        {"#if 1 2\n#endif", "t.cl:1:7: #if: something is left over after the expression"},
        {"#if (1\n#endif", "t.cl:1:2: #if: a closing parenthesis is missing"},
        {"#if 1 / 0\n#endif", "t.cl:1:2: #if: division by zero"},
        {"#if 1.5\n#endif", "t.cl:1:5: #if: an integer is expected"},
        {"#if 1 ? 2\n#endif", "t.cl:1:2: #if: a ':' is missing"},
        {"#if defined\n#endif", "t.cl:1:5: defined needs the name of a macro"},
        {"#define", "t.cl:1:2: #define needs a name"},
        {"#define 1", "t.cl:1:9: 1 cannot be the name of a macro"},
        {"#define defined", "t.cl:1:9: defined cannot be the name of a macro"},
        {"#define f(a", "t.cl:1:11: malformed parameter list of macro f"},
        {"#define f(a b)", "t.cl:1:13: malformed parameter list of macro f"},
        {"#define f(..., a)", "t.cl:1:14: malformed parameter list of macro f"},
        {"#define f(a, a)", "t.cl:1:14: parameter a of a macro occurs twice"},
        {"#define f(a) #b", "t.cl:1:14: # needs a parameter of the macro after it"},
        {"#define f ## a", "t.cl:1:11: ## needs something on both sides"},
        {"#define f(a) a ##", "t.cl:1:16: ## needs something on both sides"},
        {"#define f(a) a\nf(1", "t.cl:2:1: call of macro f has no closing parenthesis"},
        {"#define f(a) a\nf(1, 2)", "t.cl:2:1: too many arguments for macro f (it takes 1)"},
        {"#define f(a, b) a\n  f(1)", "t.cl:2:3: too few arguments for macro f (it takes 2)"},
        {"#define f() a\nf(1)", "t.cl:2:1: too many arguments for macro f (it takes 0)"},
        {"#define f(a) a ## +\nf(x)", "t.cl:2:1: pasting x and + gives no valid token"},
        {"#define f(a) a ## /\nf(/)", "t.cl:2:1: pasting / and / gives no valid token"},
        {"#define f(a) a\nf(\n#define x\n)", "t.cl:3:2: #define between the arguments of a macro"},
        {"#error too old", "t.cl:1:2: #error too old"},
        {"#pragma unroll \\ // x", "t.cl:1:2: stray \\ in a #pragma"},
        {"int _Pragma(3);", "t.cl:1:5: _Pragma needs one string in parentheses"},
        {"#include x", "t.cl:1:2: #include needs \"FILE\" or <FILE>"},
        {"#include \"/etc/hostname\"", "t.cl:1:2: include needs a relative path"},
        {"#include <math.h>", "t.cl:1:2: cannot find math.h"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof v / sizeof *v; i++) {
        const char *got = refusal(v[i].source, strlen(v[i].source));
        if (strncmp(got, v[i].message, strlen(v[i].message)) != 0)
            fail_msg("%s: \"%s\", not \"%s\"", v[i].source, got, v[i].message);
    }
}

static void no_text(void **state) {
    (void)state;
    assert_has(refusal("int a;\n ab\0c", 12), "t.cl:2:4: a NUL byte");
    assert_has(refusal("int a;\n\n ab\xc3(", 13), "t.cl:3:4: invalid UTF-8");
    assert_has(refusal("// \xed\xa0\x80", 6), "t.cl:1:4: invalid UTF-8");
}

/* `before`, n times `again`, `after`; freed by the next call. */
static const char *repeat(const char *before, const char *again, int n, const char *after) {
    static lp_text t;
    lp_text_clear(&t);
    lp_text_add(&t, before);
    for (int i = 0; i < n; i++) lp_text_add(&t, again);
    lp_text_add(&t, after);
    return lp_text_str(&t);
}

static void accepted(const char *source) {
    an_unit u;
    preprocess(source, &u);
    an_unit_free(&u);
}

static void refused(const char *source, const char *message) {
    assert_has(refusal(source, strlen(source)), message);
}

static void nesting(void **state) {
    static const char deep[] = "brackets are nested deeper than 256",
                      chain[] = "a statement of more than 16384 tokens";
    (void)state;
    refused(repeat("int a = ", "(", 10000, ""), deep);
    refused(repeat("int a = ", "(", 10000, ""), "t.cl:1:265: ");
    refused(repeat("void f() ", "{", 300, ""), deep);
    refused(repeat("int a = b", "[<:", 200, ""), deep);
    accepted(repeat("int a = ", "(", 250, ""));
    refused(repeat("int a = 1", "+1", 20000, ";"), chain);
    refused(repeat("void f() { a = ", "!", 20000, "1;}"), chain);
    refused(repeat("void f() { ", "if (1) ", 20000, ";}"), chain);
    refused(repeat("void f() { ", "if (1) ; else ", 20000, ";}"), chain);
    refused(repeat("void f() { ", "if (1) {} else ", 20000, ";}"), chain);
    refused(repeat("void f() { a = ", "(int){1} + ", 20000, "1;}"), chain);
    refused(repeat("void f() { ", "a, ", 20000, "a;}"), chain);
    refused(repeat("void f() { ", "for (;;) ", 20000, ";}"), chain);
}

static void long_tokens(void **state) {
    (void)state;
    refused(repeat("float a =\n 1.", "7", 1000000, "f;"),
            "t.cl:2:2: a number of more than 1000 characters");
    refused(repeat("int a = ", "9", 1001, ";"), "a number of more than 1000 characters");
    refused(repeat("#if ", "9", 100000, "\n#endif"), "t.cl:1:5: #if: number too long");
    refused(repeat("#include \"", "x", 100000, "\""), "t.cl:1:2: cannot find xxx");
    accepted(repeat("int a = 1", "0", 900, ";"));
    accepted(repeat("int ", "x", 100000, ";"));
    accepted(repeat("constant char s[] = \"", "x", 100000, "\";"));
}

/* The parser needs memory for each call of a builtin function. */
static void calls(void **state) {
    static const char many[] =
        "so many calls of functions that parsing them takes more than 256 MiB";
    (void)state;
    refused(repeat("void f() { ", "max(1, 2);", 6000, "}"), many);
    refused(repeat("void f() { ", "sin(1.0f);", 60000, "}"), many);
    refused(repeat("void f() { int a;\n", "a = max(a, 2);\n", 6000, "}"), "t.cl:4097:5: ");
    accepted(repeat("void f() { ", "max(1, 2);", 4000, "}"));
    accepted(repeat("void f() { ", "if (1) ; while (0) ; return (1);", 100000, "}"));
}

/* Much text is no problem as long as it is not deep. */
static void wide_is_fine(void **state) {
    (void)state;
    accepted(repeat("int a[] = {", "1, ", 100000, "};"));
    accepted(repeat("int a[][2] = {", "{1, 2}, ", 50000, "};"));
    accepted(repeat("void f() {", "g(1, 2); if (a) b = 1; else { b = 2; }", 20000, "}"));
    accepted(repeat("", "void f(int a) { return; }\n", 20000, ""));
    accepted(repeat("int a = f(", "(float4){1, 2, 3, 4}, ", 400, "1);"));
}

static void sizes(void **state) {
    lp_text bomb = {0};
    (void)state;
    refused(repeat("", "int a;  ", 600000, ""),
            "t.cl:1:1: the source has 4800000 bytes (limit 4194304)");
    lp_text_add(&bomb, "#define T int ");
    for (int i = 0; i < 65536; i++) lp_text_addc(&bomb, 'a');
    lp_text_add(&bomb, ";\n");
    for (int i = 0; i < 130; i++) lp_text_add(&bomb, "T\n");
    refused(lp_text_str(&bomb), "the expanded source is longer than 8388608 bytes");
    lp_text_clear(&bomb);
    lp_text_add(&bomb, "#define A0\n"); /* leaves nothing, but would take for ever */
    for (int i = 1; i < 40; i++)
        lp_text_addf(&bomb, "#define A%d A%d A%d A%d\n", i, i - 1, i - 1, i - 1);
    lp_text_add(&bomb, "A39");
    refused(lp_text_str(&bomb), "expands to too much text");
    lp_text_free(&bomb);
    refused(repeat("#define f(x) x x\n", "f(", 100, "1"),
            "call of macro f has no closing parenthesis");
}

static void depths(void **state) {
    (void)state;
    refused(repeat("", "#if 1\n", 300, ""), "t.cl:257:2: conditionals are nested deeper than 256");
    refused(repeat("#if ", "(", 300, ""), "#if: nested too deeply");
    refused(repeat("#if ", "!", 300000, "1"), "#if: nested too deeply");
    refused(repeat("#if ", "1 ? ", 300, "1"), "#if: nested too deeply");
    lp_text calls = {0};
    lp_text_add(&calls, "#define f(x) x x\n");
    for (int i = 0; i < 300; i++) lp_text_add(&calls, "f(");
    for (int i = 0; i < 300; i++) lp_text_addc(&calls, ')');
    refused(lp_text_str(&calls), "macro calls are nested deeper than 256");
    lp_text_clear(&calls);
    lp_text_add(&calls, "#define f(x) x x\n");
    for (int i = 0; i < 100; i++) lp_text_add(&calls, "f(");
    lp_text_addc(&calls, '1');
    for (int i = 0; i < 100; i++) lp_text_addc(&calls, ')');
    refused(lp_text_str(&calls), "expands to too much text");
    lp_text_free(&calls);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_line_each), cmocka_unit_test(no_text), cmocka_unit_test(nesting),
        cmocka_unit_test(wide_is_fine),  cmocka_unit_test(sizes),   cmocka_unit_test(depths),
        cmocka_unit_test(long_tokens),   cmocka_unit_test(calls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
