/* Programs in strings: what is taken out of a file, and where its bytes were. */
#include "analyze/host.h"
#include "tests/unit/analyze/source.h"

static an_sources found;

/* The text of the only program of a file. */
static const char *only(const char *path, const char *file) {
    an_sources_free(&found);
    an_host_read(path, file, strlen(file), &found);
    if (found.n != 1 || !found.v[0].kernel) fail_msg("%zu sources in %s", found.n, file);
    return lp_text_str(&found.v[0].text);
}

#define HEAD "kernel void k(global int *a) {"
#define C_IS(want, ...) assert_string_equal(only("f.c", __VA_ARGS__), want)
#define PY_IS(want, ...) assert_string_equal(only("f.py", __VA_ARGS__), want)

static void adjacent_literals(void **state) {
    (void)state;
    C_IS(HEAD "\n}", "const char *s = \"" HEAD "\\n\" \"}\";");
    C_IS(HEAD "}", "s = \"" HEAD "\" /* \" */ // \"\n \"}\";");
    C_IS(HEAD "}", "s = \"" HEAD "\"\n#ifdef X // don't\n\"}\"\n#endif\n;");
    C_IS(HEAD "}", "#include \"x.h\"\n#define S \\\n  \"" HEAD "\" \\\n \"}\"\nint a;");
    C_IS(HEAD "}", "s = \"" HEAD "\\\n}\";");
    C_IS(HEAD "}", "s = u8\"" HEAD "\" L\"}\";");
    C_IS(HEAD "}", "char q = '\"'; int n = 1'000'000; s = \"" HEAD "}\";");
    C_IS(HEAD "a[0] = '\"' + 'A' + '?';}", "s = \"" HEAD "a[0] = '\\\"' + '\\x41' + '\\?';}\";");
    C_IS("#define N 3\\\n\n" HEAD "}\t", "s = \"#define N 3\\\\\\n\\n" HEAD "}\\t\";");
    C_IS(HEAD "} // \xc3\xa9\xe2\x82\xac", "s = \"" HEAD "} // \\u00e9\\U000020ac\";");
    C_IS(HEAD "?\?/\n}", "s = \"" HEAD "?\?/\\n}\";"); /* no trigraphs */
}

static void raw_strings(void **state) {
    (void)state;
    C_IS("\n" HEAD "\n}\n", "auto s = R\"(\n" HEAD "\n}\n)\";");
    C_IS(HEAD "a[0] = \"\\n)\"[0];}", "auto s = u8R\"CLC(" HEAD "a[0] = \"\\n)\"[0];})CLC\";");
    C_IS(HEAD "}", "auto s = R\"(" HEAD ")\" \"}\";");
}

static void joined_by_the_host(void **state) {
    (void)state;
    C_IS(HEAD "\na[0] = 1;\n}\n",
         "const char *s[] = {\"" HEAD "\\n\", \"a[0] = 1;\\n\", \"}\\n\", 0};");
    C_IS(HEAD "}", "build(\"" HEAD "}\", \"-cl-mad-enable\");");
    C_IS(HEAD "a[ N ] = 1;}", "s = \"" HEAD "a[\" N \"] = 1;}\";");
    C_IS(HEAD "a[ N ] = 1;}", "s = \"" HEAD "a[\" STR(N) \"] = 1;}\";");
    C_IS(HEAD "a[ n ] = 1;}", "s = \"" HEAD "a[\" + std::to_string(n) + \"] = 1;}\";");
    C_IS(HEAD "a[ n ] = 1;}", "o << \"" HEAD "a[\" << n << \"] = 1;}\";");
}

static void calls_that_make_strings(void **state) {
    (void)state;
    C_IS("\n" HEAD " a[0] = f(1, 2); // x\n}\n\n",
         "const char *s = STRINGIFY(\n" HEAD " a[0] = f(1, 2); // x\n}\n);");
    C_IS("#pragma unroll\n" HEAD "}\n", "s = \"#pragma unroll\\n\" CL(" HEAD "});");
    C_IS(HEAD "}\n", "#define S(...) #__VA_ARGS__\ns = f(1, S(" HEAD "}), \"x\");");
    C_IS("__attribute__((reqd_work_group_size(8, 1, 1))) __kernel void k(__global int *a) {}\n",
         "S(__attribute__((reqd_work_group_size(8, 1, 1))) __kernel void k(__global int *a) {})");
    C_IS("KERNEL_FQ void k(global int *a) {}\n", "S(KERNEL_FQ void k(global int *a) {})");
}

static void python_strings(void **state) {
    (void)state;
    PY_IS("\n" HEAD "\n}\n", "s = \"\"\"\n" HEAD "\n}\n\"\"\"\n");
    PY_IS(HEAD "'\"'}", "s = '''" HEAD "'\"'}'''");
    PY_IS(HEAD "\n}", "# don't\ns = ('" HEAD "\\n'\n  '}')\nt = 'x'");
    PY_IS(HEAD "\\d}", "s = '" HEAD "\\d}'");
    PY_IS(HEAD "\\n}", "s = r'" HEAD "\\n}'");
    PY_IS("kernel void k(global  T  *a) {a[0] %= 2;}",
          "s = f'kernel void k(global {T} *a) {{a[0] %= 2;}}'");
    PY_IS("kernel void k(global  T  *a) {a[0] = 3 % 2;}",
          "s = 'kernel void k(global %(T)s *a) {a[0] = 3 %% 2;}' % d");
    PY_IS("kernel void k(global  T  *a) {}", "s = 'kernel void k(global ${T} *a) {}'");
}

static void several_sources(void **state) {
    static const char file[] = "a = \"float f(float x) { return x; }\"; b = \"" HEAD "}\";\n"
                               "c = \"" HEAD "a[0] = 2;}\"; d = \"no program\"; e = \"{}\";";
    (void)state;
    an_sources_free(&found);
    an_host_read("f.c", file, strlen(file), &found);
    assert_int_equal(found.n, 3);
    assert_int_equal(found.n_kernels, 2);
    assert_false(found.v[0].kernel);
    assert_string_equal(lp_text_str(&found.v[2].text), HEAD "a[0] = 2;}");
}

static void no_programs(void **state) {
    static const char *const files[] = {
        "",
        ("// \"" HEAD "}\"\n/* S(" HEAD "}) */"),
        "printf(\"kernel void %s(\", s);",
        "char *s = \"the kernel, void of {sense}\";",
        "kernel(void f(int)); // {",
        "s = \"__global__ void k(int *a) {}\";",
        ("#error \"" HEAD "}\"\n"),
        "char *s = \"unended;\nint t;",
        "auto s = R\"x(unended",
        "auto s = R\"(unended",
        "((((\"[[[[{{{{",
        "\\",
        "\"\\",
        "R\"",
        "#",
        "#define",
    };
    (void)state;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        for (int python = 0; python < 2; python++) {
            an_sources_free(&found);
            an_host_read(python ? "f.py" : "f.c", files[i], strlen(files[i]), &found);
            if (found.n_kernels && !(python && strstr(files[i], HEAD))) fail_msg("%s", files[i]);
        }
}

/* A kernel of the file itself is no program in a string, though the macro around it may be ours. */
static void plain_kernels(void **state) {
    static const char *const files[] = {HEAD "}", "#define M(x) x\nM(" HEAD "})",
                                        "#define W(n) kernel void n(global int *a) {}\nW(k)",
                                        "#define CAT(a, b) a##b\nCAT(" HEAD "}, )",
                                        "void kernel k(global int *a) {}"};
    (void)state;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        an_sources_free(&found);
        an_host_read("f.cl", files[i], strlen(files[i]), &found);
        assert_true(found.plain);
        assert_int_equal(found.n_kernels, 0);
    }
}

static void problem_is(const char *file, const char *want) {
    an_sources_free(&found);
    an_host_read("f.c", file, strlen(file), &found);
    assert_true(found.n >= 1 && found.n_kernels >= 1);
    assert_non_null(found.v[0].problem);
    assert_has(found.v[0].problem, want);
}

static void bad_literals(void **state) {
    (void)state;
    problem_is("int x;\nchar *s = \"" HEAD "\nint y;", "f.c:2:11: a missing quote");
    problem_is("\n\nauto s = R\"x(" HEAD "})y\";", "f.c:3:10: a missing quote");
    problem_is("s = \"" HEAD "\\0}\";", "f.c:1:36: a NUL");
    problem_is("s = \"" HEAD "\\x0}\";", "f.c:1:36: a NUL");
    problem_is("s = \"" HEAD "\\xff}\";", "f.c:1:36: an escape that is not ASCII");
    problem_is("s = \"" HEAD "\\ud800}\";", "f.c:1:36: an escape that is no character");
    problem_is("s = \"" HEAD "\\U00110000}\";", "f.c:1:36: an escape that is no character");
}

/* Every byte but those of escapes is found again at its place. */
static void places(void **state) {
    static const char file[] = "const char *s = \"#define A \\\\\\n\"\n"
                               "   \"  4\\n\" \"kernel void k(global int *a) {a[A ] = 1;\"\n"
                               "   \"\\t}\" R\"(\n x\n  y)\";";
    an_unit u;
    an_options o;
    lp_err e = {""};
    (void)state;
    only("f.c", file);
    an_options_defaults(&o);
    o.marks = &found.v[0].marks;
    const lp_text *t = &found.v[0].text;
    if (an_preprocess_bytes("f.c", lp_text_str(t), t->len, &o, &u, &e)) fail_msg("%s", e.msg);
    static const struct {
        const char *text;
        uint32_t line, col;
    } want[] = {{"kernel", 2, 13}, {"4 ]", 2, 45}, {"}", 3, 7}, {"x", 4, 2}, {"y", 5, 3}};
    for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
        const char *at = strstr(lp_text_str(&u.text), want[i].text), *name;
        uint32_t line, col;
        assert_non_null(at);
        an_unit_where(&u, (uint32_t)(at - lp_text_str(&u.text)), &name, &line, &col);
        assert_string_equal(name, "f.c");
        assert_int_equal(line, want[i].line);
        assert_int_equal(col, want[i].col);
    }
    an_unit_free(&u);
    an_options_free(&o);
}

static void file_names(void **state) {
    (void)state;
    assert_true(an_is_host_name("a/b.cpp"));
    assert_true(an_is_host_name("b.h"));
    assert_true(an_is_host_name("b.py"));
    assert_false(an_is_host_name("b.cl"));
    assert_false(an_is_host_name("b.ocl"));
    assert_false(an_is_host_name("cpp"));
    assert_false(an_is_host_name(".c"));
}

static int cleanup(void **state) {
    (void)state;
    an_sources_free(&found);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(adjacent_literals),  cmocka_unit_test(raw_strings),
        cmocka_unit_test(joined_by_the_host), cmocka_unit_test(calls_that_make_strings),
        cmocka_unit_test(python_strings),     cmocka_unit_test(several_sources),
        cmocka_unit_test(no_programs),        cmocka_unit_test(plain_kernels),
        cmocka_unit_test(bad_literals),       cmocka_unit_test(places),
        cmocka_unit_test(file_names),
    };
    return cmocka_run_group_tests(tests, NULL, cleanup);
}
