/* The preprocessor's expansions, directives and positions. */
#include "tests/unit/analyze/source.h"

typedef struct expansion {
    const char *source, *text;
} expansion;

static void check(const expansion *v, size_t n) {
    for (size_t i = 0; i < n; i++) {
        an_unit u;
        preprocess(v[i].source, &u);
        assert_string_equal(lp_text_str(&u.text), v[i].text);
        an_unit_free(&u);
    }
}

#define CHECK(v) check((v), sizeof(v) / sizeof *(v))

static void text_is_tidied(void **state) {
    static const expansion v[] = {
        {"", ""},
        {"int  a /* b\nc */ ;// d\n\n\n  int b;", "int a ;\nint b;\n"},
        {"in\\\nt a\\  \n b;\r\nint c;\r\n", "int a b;\nint c;\n"},
        {"\xef\xbb\xbfint a;", "int a;\n"},
        {"int a<:2:> = <%1, 2%>;", "int a[2] = {1, 2};\n"},
        {"char *s = \"/* // */\" \"\\\"\";", "char *s = \"/* // */\" \"\\\"\";\n"},
        {"a = b? ?c:d;", "a = b? ?c:d;\n"},
    };
    (void)state;
    CHECK(v);
}

/* From the examples of the C standard, 6.10.3. */
static void standard_examples(void **state) {
    static const expansion v[] = {
        {"#define x 3\n#define f(a) f(x * (a))\n#undef x\n#define x 2\n#define g f\n#define z "
         "z[0]\n"
         "#define h g(~\n#define m(a) a(w)\n#define w 0,1\n#define t(a) a\n"
         "f(y+1) + f(f(z)) % t(t(g)(0) + t)(1);\ng(x+(3,4)-w) | h 5) & m\n(f)^m(m);\n",
         "f(2 * (y+1)) + f(2 * (f(2 * (z[0])))) % f(2 * (0)) + t(1);\n"
         "f(2 * (2+(3,4)-0,1)) | f(2 * (~ 5)) & f(2 * (0,1))^m(0,1);\n"},
        {"#define r(x,y) x ## y\n#define str(x) # x\nint i[] = { r(2,3), r(4,), r(,5), r(,) };\n"
         "char c[] = { str(hello), str() };\n",
         "int i[] = { 23, 4, 5, };\nchar c[] = { \"hello\", \"\" };\n"},
        {"#define str(s) # s\nstr(strncmp(\"abc\\0d\", \"abc\", '\\4') // away\n == 0) str(: @\\n)",
         "\"strncmp(\\\"abc\\\\0d\\\", \\\"abc\\\", '\\\\4') == 0\" \": @\\n\"\n"},
        {"#define glue(a, b) a ## b\n#define xglue(a, b) glue(a, b)\n#define HIGHLOW \"hello\"\n"
         "#define LOW LOW \", world\"\nglue(HIGH, LOW);\nxglue(HIGH, LOW)\n",
         "\"hello\";\n\"hello\" \", world\"\n"},
        {"#define hash_hash # ## #\n#define mkstr(a) # a\n#define in_between(a) mkstr(a)\n"
         "#define join(c, d) in_between(c hash_hash d)\nchar p[] = join(x, y);",
         "char p[] = \"x ## y\";\n"},
        {"#define t(x,y,z) x ## y ## z\nt(1,2,3) t(,4,5) t(6,,7) t(8,9,) t(10,,) t(,11,) t(,,12) "
         "t(,,)",
         "123 45 67 89 10 11 12\n"},
    };
    (void)state;
    CHECK(v);
}

static void macros(void **state) {
    static const expansion v[] = {
        {"#define N 4\n#define SQ(x) ((x)*(x))\nint a = SQ(N+1);", "int a = ((4+1)*(4+1));\n"},
        {"#define A B\n#define B A\nA B", "A B\n"},
        {"#define f() 1\nf() f ( ) f x", "1 1 f x\n"},
        {"#define f(x) [x]\nf\n(\n1\n)\nf\n", "[1]\nf\n"},
        {"#define p(f, ...) printf(f, ##__VA_ARGS__)\np(\"a\"); p(\"b\", 1, (2, 3));",
         "printf(\"a\"); printf(\"b\",1, (2, 3));\n"},
        {"#define p(f, a...) f(a)\np(g) p(g, 1, 2)", "g() g(1, 2)\n"},
        {"#define v(...) {__VA_ARGS__}\nv() v(1) v(1,2)", "{} {1} {1,2}\n"},
        {"#define E\nE E int E x E;", "int x ;\n"},
        {"#define MINUS -\na = MINUS-1; b = -MINUS 1;", "a = - -1; b = - - 1;\n"},
        {"#define CAT(a) a##2\nCAT(float) CAT(1.5e) CAT(vload)", "float2 1.5e2 vload2\n"},
        {"#define NIL(xxx) xxx\n#define G_0(arg) NIL(G_1)(arg)\n#define G_1(arg) NIL(arg)\nG_0(42)",
         "42\n"},
        {"int a = __LINE__; char *f = __FILE__;", "int a = 1; char *f = \"t.cl\";\n"},
        {"__kernel_exec(4, float4) void k()",
         "__kernel __attribute__((work_group_size_hint(4, 1, 1))) "
         "__attribute__((vec_type_hint(float4))) void k()\n"},
        {"a = CLK_LOCAL_MEM_FENCE + M_PI_F + FLT_MAX;",
         "a = CLK_LOCAL_MEM_FENCE + M_PI_F + FLT_MAX;\n"},
    };
    (void)state;
    CHECK(v);
}

static void conditionals(void **state) {
    static const struct {
        const char *expression;
        bool value;
    } v[] = {
        {"1", true},
        {"0", false},
        {"UNKNOWN", false},
        {"defined X || defined(N)", true},
        {"!defined N", false},
        {"HAS_N", true},
        {"N == 4 && N*2 == 8 && N/3 == 1 && N%3 == 1", true},
        {"1 + 2 * 3 == 7 && (1 + 2) * 3 == 9 && 7 - 2 - 1 == 4", true},
        {"-1 < 0 && -1 > 0u", true},
        {"(1 ? 2 : 1 / 0) == 2 && (0 ? 1 / 0 : 3) == 3", true},
        {"0 && 1 / 0", false},
        {"1 || 1 / 0", true},
        {"0x10 == 16 && 010 == 8 && 0b11 == 3 && 'A' == 65 && '\\n' == 10", true},
        {"(1 << 4 | 1) == 17 && (~0 & 5) == 5 && (6 ^ 3) == 5 && -8 >> 1 == -4", true},
        {"~0ull == 18446744073709551615ull", true},
        {"__OPENCL_VERSION__ >= 110 && __OPENCL_C_VERSION__ == CL_VERSION_1_2", true},
        {"defined(cl_khr_fp64) && defined(__ENDIAN_LITTLE__) && !defined(cl_khr_fp16)", true},
        {"INT_MAX > 65535 && UINT_MAX == 0xffffffff && defined(M_PI_F)", true},
        {"F(3) == 4", true},
    };
    (void)state;
    for (size_t i = 0; i < sizeof v / sizeof *v; i++) {
        char source[512];
        snprintf(source, sizeof source,
                 "#define N 4\n#define F(x) (x + 1)\n#define HAS_N defined(N)\n#if "
                 "%s\nyes\n#else\nno\n#endif\n",
                 v[i].expression);
        an_unit u;
        preprocess(source, &u);
        if (strcmp(lp_text_str(&u.text), v[i].value ? "yes\n" : "no\n") != 0)
            fail_msg("#if %s", v[i].expression);
        an_unit_free(&u);
    }
}

static void groups(void **state) {
    static const expansion v[] = {
        {"#ifdef A\na\n#elif 1\nb\n#elif 1/0\nc\n#else\nd\n#endif\ne", "b\ne\n"},
        {"#ifndef A\n#define A\na\n#endif\n#ifndef A\nb\n#endif", "a\n"},
        {"#if 0\ndon't #bogus \"\n#if 1/0\n#else\n#endif\n#bogus\n#else\nx\n#endif", "x\n"},
        {"  #  if 1 /* a */ // b\na\n # endif", "a\n"},
        {"#define f(a,b) a-b\nf(1,\n#if 1\n2\n#else\n3\n#endif\n)", "1-2\n"},
        {"#\n#line 3 \"x\"\n# 7 \"y.h\"\n#warning careful\na", "a\n"},
    };
    (void)state;
    CHECK(v);
}

static void pragmas(void **state) {
    static const expansion v[] = {
        {"#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n#pragma omp parallel\n#pragma once\na",
         "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\na\n"},
        {"#define N 8\n#pragma unroll N\n#pragma unroll\na",
         "#pragma unroll 8\n#pragma unroll\na\n"},
        {"#define UNROLL(n) _Pragma(\"unroll\") for (n)\nint a; UNROLL(3) x;",
         "int a;\n#pragma unroll\nfor (3) x;\n"},
    };
    (void)state;
    CHECK(v);
}

static void positions_lead_back(void **state) {
    static const char source[] =
        "/* a\n */ int\\\n x;\n#define F(a) (a + \\\n  y)\n\nint z = F(\n w);\n";
    an_unit u;
    const char *file;
    uint32_t line, col;
    (void)state;
    preprocess(source, &u);
    const char *text = lp_text_str(&u.text);
    static const struct {
        const char *token;
        uint32_t line, col;
    } v[] = {{"int x", 2, 5}, {"x;", 3, 2}, {"z =", 7, 5}, {"(w", 7, 9},
             {"w ", 8, 2},    {"y)", 7, 9}, {";\n", 8, 4}};
    for (size_t i = 0; i < sizeof v / sizeof *v; i++) {
        const char *at =
            i + 1 == sizeof v / sizeof *v ? strrchr(text, ';') : strstr(text, v[i].token);
        assert_non_null(at);
        an_unit_where(&u, (uint32_t)(at - text), &file, &line, &col);
        assert_string_equal(file, "t.cl");
        assert_int_equal(line, v[i].line);
        assert_int_equal(col, v[i].col);
    }
    an_unit_free(&u);
}

static void defines_of_the_command_line(void **state) {
    static const char source[] = "int a = N; F(3) G\n";
    an_options o;
    an_unit u;
    lp_err e;
    (void)state;
    an_options_defaults(&o);
    lp_strv_add(&o.defines, "N=42");
    lp_strv_add(&o.defines, "G");
    lp_strv_add(&o.defines, "F(x)=x*x");
    assert_int_equal(an_preprocess_bytes("t.cl", source, strlen(source), &o, &u, &e), 0);
    assert_string_equal(lp_text_str(&u.text), "int a = 42; 3*3 1\n");
    an_unit_free(&u);
    lp_strv_add(&o.defines, "1N=2");
    assert_int_equal(an_preprocess_bytes("t.cl", source, strlen(source), &o, &u, &e), -1);
    assert_has(e.msg, "-D 1N=2");
    an_options_free(&o);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_is_tidied),
        cmocka_unit_test(standard_examples),
        cmocka_unit_test(macros),
        cmocka_unit_test(conditionals),
        cmocka_unit_test(groups),
        cmocka_unit_test(pragmas),
        cmocka_unit_test(positions_lead_back),
        cmocka_unit_test(defines_of_the_command_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
