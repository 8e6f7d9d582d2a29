/* The printer: lines, indents, spaces; and that printing printed text changes nothing. */
#include "analyze/layout.h"
#include "tests/unit/analyze/source.h"

/* Lays out macro-free text; caller frees. */
static char *lay_out(const char *text) {
    pp_src src = {0};
    pp_toks toks = {0};
    lp_text out = {0};
    lp_err e = {""};
    pp_src_init(&src, "t.cl", text, strlen(text));
    if (an_lex_unit(&src, &toks, &e)) fail_msg("%s", e.msg);
    an_layout(&toks, &out);
    free(toks.v);
    pp_src_free(&src);
    return out.s ? lp_text_take(&out) : lp_strdup("");
}

static void check(const char *text, const char *want) {
    char *once = lay_out(text), *twice = lay_out(once);
    assert_string_equal(once, want);
    assert_string_equal(twice, want);
    free(once);
    free(twice);
}

/* The statement as it is printed inside a function, without its indent. */
static void check_line(const char *statement, const char *want) {
    char text[512], all[512];
    snprintf(text, sizeof text, "void f(void){%s}", statement);
    snprintf(all, sizeof all, "void f(void) {\n    %s\n}\n", want);
    check(text, all);
}

static void spaces(void **state) {
    static const char *const v[][2] = {
        {"a=b+c*d-e/f%g;", "a = b + c * d - e / f % g;"},
        {"a=-b- -c+ +d*-e;", "a = -b - -c + +d * -e;"},
        {"a=- - -b;", "a = - - -b;"},
        {"a = ! b&&~c || ! ! d;", "a = !b && ~c || !!d;"},
        {"a++;", "a++;"},
        {"-- a;", "--a;"},
        {"a=b++ + ++c;", "a = b++ + ++c;"},
        {"* p=& q [ 1 ];", "*p = &q[1];"},
        {"a=b * * p;", "a = b * *p;"},
        {"global float* restrict p=q;", "global float *restrict p = q;"},
        {"float * * p;", "float **p;"},
        {"const float4 v=( float4 )( 1,2,3,4 );", "const float4 v = (float4)(1, 2, 3, 4);"},
        {"v=(float4) { 1,2 };", "v = (float4){1, 2};"},
        {"a=(uint)*p*(uint)-b;", "a = (uint)*p * (uint)-b;"},
        {"a=(b)*(c);", "a = (b) * (c);"},
        {"a=*(global int*)p;", "a = *(global int *)p;"},
        {"a=sizeof(float)*n+sizeof n;", "a = sizeof(float) * n + sizeof n;"},
        {"v . xy=w . s01;p -> q=1;", "v.xy = w.s01;\n    p->q = 1;"},
        {"f ( a , b ) [ 2 ];", "f(a, b)[2];"},
        {"return(a);", "return (a);"},
        {"return-a;", "return -a;"},
        {"a=b?c:d?e:f;", "a = b ? c : d ? e : f;"},
        {"a<<=1;b>>=2;c=a<b;", "a <<= 1;\n    b >>= 2;\n    c = a < b;"},
        {"struct s x={1,{2,3}};", "struct s x = {1, {2, 3}};"},
        {"printf(\"a\"\"b\",'c');", "printf(\"a\" \"b\", 'c');"},
        {"a=1 .5;", "a = 1 .5;"},
        {"float (*p)[2]=0;", "float (*p)[2] = 0;"},
        {"barrier(A|B);", "barrier(A | B);"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof v / sizeof *v; i++) check_line(v[i][0], v[i][1]);
}

static void statements(void **state) {
    (void)state;
    check_line("if(a)b;", "if (a)\n        b;");
    check_line("if(a){b;}else{c;}", "if (a) {\n        b;\n    } else {\n        c;\n    }");
    check_line("if(a)if(b)c;else d;",
               "if (a)\n        if (b)\n            c;\n        else\n            d;");
    check_line("if(a)b;else if(c){d;}else e;",
               "if (a)\n        b;\n    else if (c) {\n        d;\n    } else\n        e;");
    check_line("for(int i=0;i<n;++i)for(;;){break;}",
               "for (int i = 0; i < n; ++i)\n        for (;;) {\n            break;\n        }");
    check_line("while(a);do b;while(c);do{d;}while(e);",
               "while (a)\n        ;\n    do\n        b;\n    while (c);\n    do {\n        d;\n   "
               " } while (e);");
    check_line("switch(a){case 1:case B ? 2:3:b;break;default:c;}",
               "switch (a) {\n    case 1:\n    case B ? 2 : 3:\n        b;\n        break;\n    "
               "default:\n        c;\n    }");
    check("void f(void){x:a;goto x;{b;}}",
          "void f(void) {\nx:\n    a;\n    goto x;\n    {\n        b;\n    }\n}\n");
    check("void f(void){\n#pragma unroll 4\nfor(;;)\n#pragma unroll\nwhile(a)b;}",
          "void f(void) {\n#pragma unroll 4\n    for (;;)\n#pragma unroll\n        while (a)\n     "
          "       b;\n}\n");
}

static void declarations(void **state) {
    (void)state;
    check("struct s{int a;union{float b;int c;}u;};",
          "struct s {\n    int a;\n    union {\n        float b;\n        int c;\n    } u;\n};\n");
    check("typedef struct __attribute__ (( packed )) {char c;}p;p f(p*a){return*a;}",
          "typedef struct __attribute__((packed)) {\n    char c;\n} p;\np f(p *a) {\n    return "
          "*a;\n}\n");
    check("struct s f(struct s a){return a;}", "struct s f(struct s a) {\n    return a;\n}\n");
    check("enum e{A,B=2};constant int t[2][2]={{1,2},{3,4}};",
          "enum e {A, B = 2};\nconstant int t[2][2] = {{1, 2}, {3, 4}};\n");
    check("__attribute__((reqd_work_group_size(64,1,1)))kernel void k(global float*a,const int "
          "n){}int f(float);",
          "__attribute__((reqd_work_group_size(64, 1, 1))) kernel void k(global float *a, const "
          "int n) {\n}\nint f(float);\n");
    check("typedef float real;void f(real*a){a[0]=(real)-1;}",
          "typedef float real;\nvoid f(real *a) {\n    a[0] = (real)-1;\n}\n");
}

/* Whatever comes in, every token comes out, in order, and again so. */
static void anything(void **state) {
    static const char *const v[] = {"",
                                    "}",
                                    "{",
                                    "if",
                                    "else",
                                    "do",
                                    "case",
                                    "(",
                                    ")",
                                    "a:",
                                    "struct {",
                                    "typedef",
                                    "if (a) else }",
                                    "for (;;",
                                    "= {",
                                    "{ } } ) ] ;",
                                    "switch { case 1 }",
                                    "#pragma unroll",
                                    "do ; while",
                                    "x ? :",
                                    "++ -- -> ."};
    static const char *const around[][2] = {{"", ""}, {"void f() {", "}"}, {"int a = ", ";"}};
    (void)state;
    for (size_t i = 0; i < sizeof v / sizeof *v; i++)
        for (size_t k = 0; k < sizeof around / sizeof *around; k++) {
            char text[128];
            snprintf(text, sizeof text, "%s\n%s\n%s", around[k][0], v[i], around[k][1]);
            char *once = lay_out(text), *twice = lay_out(once);
            assert_string_equal(once, twice);
            for (const char *a = text, *b = once; *a || *b;) {
                while (*a == ' ' || *a == '\n') a++;
                while (*b == ' ' || *b == '\n') b++;
                assert_int_equal(*a, *b);
                a += *a != 0;
                b += *b != 0;
            }
            free(once);
            free(twice);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spaces),
        cmocka_unit_test(statements),
        cmocka_unit_test(declarations),
        cmocka_unit_test(anything),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
