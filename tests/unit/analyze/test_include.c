/* Includes: where they are looked for, what they may not reach, and how they end. */
#include "tests/unit/analyze/temp.h"

static an_options opt;

static int setup(void **state) {
    an_options_free(&opt);
    an_options_defaults(&opt);
    return temp_dir[0] && state ? 0 : -1;
}

static void gives(const char *path, const char *text) {
    an_unit u;
    lp_err e = {""};
    if (an_preprocess(path, &opt, &u, &e)) fail_msg("%s", e.msg);
    assert_string_equal(lp_text_str(&u.text), text);
    an_unit_free(&u);
}

static void fails(const char *path, const char *message) {
    an_unit u;
    lp_err e = {""};
    assert_int_equal(an_preprocess(path, &opt, &u, &e), -1);
    assert_has(e.msg, message);
}

static void beside_and_in_folders(void **state) {
    (void)state;
    put("a/k.cl", "#include \"h.h\"\n#include <sub/g.h>\n#include \"only.h\"\nint k;\n");
    put("a/h.h", "int h;\n");
    put("a/sub/g.h", "#include \"near.h\"\nint g;");
    put("a/sub/near.h", "int near;\n");
    put("inc/h.h", "int wrong;\n");
    put("inc/only.h", "int only;\n");
    fails("a/k.cl", "a/k.cl:3:2: cannot find only.h");
    lp_strv_add(&opt.include_dirs, "inc");
    gives("a/k.cl", "int h;\nint near;\nint g;\nint only;\nint k;\n");
}

static void names_from_macros(void **state) {
    (void)state;
    put("m/k.cl", "#define NAME \"h.h\"\n#define STR(x) #x\n#define HEADER(x) STR(x.h)\n"
                  "#include NAME\n#include HEADER(h)\n");
    put("m/h.h", "int h;\n");
    gives("m/k.cl", "int h;\nint h;\n");
}

static void kept_in_the_given_folders(void **state) {
    (void)state;
    put("secret.h", "int secret;\n");
    put("c/common/h.h", "int h;\n");
    put("c/app/k.cl", "#include \"../common/h.h\"\n");
    put("c/app/up.cl", "#include \"../../secret.h\"\n");
    fails("c/app/k.cl", "include of ../common/h.h leaves the given folders");
    lp_strv_add(&opt.roots, "c");
    gives("c/app/k.cl", "int h;\n");
    fails("c/app/up.cl", "include of ../../secret.h leaves the given folders");
    assert_int_equal(symlink("../../secret.h", "c/app/link.h"), 0);
    put("c/app/l.cl", "#include \"link.h\"\n");
    fails("c/app/l.cl", "include of link.h leaves the given folders");
}

static void ends(void **state) {
    (void)state;
    put("e/self.cl", "int a;\n#include \"self.cl\"\n");
    fails("e/self.cl", "e/self.cl:2:2: e/self.cl includes itself");
    put("e/ping.cl", "#include \"pong.h\"\n");
    put("e/pong.h", "int a;\n#include \"ping.cl\"\n");
    fails("e/ping.cl", "e/pong.h:2:2: e/ping.cl includes itself");
    put("e/x.h", "#ifndef X\n#define X\n#include \"y.h\"\nint x;\n#endif\n");
    put("e/y.h", "#ifndef Y\n#define Y\n#include \"x.h\"\nint y;\n#endif\n");
    put("e/k.cl", "#include \"x.h\"\n#include \"y.h\"\n");
    gives("e/k.cl", "int y;\nint x;\n");
    put("e/once.h", "#pragma once\nint o;\n");
    put("e/o.cl", "#include \"once.h\"\n#include \"../e/once.h\"\n");
    gives("e/o.cl", "int o;\n");
    put("e/open.h", "#if 1\n");
    put("e/c.cl", "#include \"open.h\"\n#endif\n");
    fails("e/c.cl", "e/open.h:1:2: #if without #endif");
    for (int i = 0; i < 40; i++) {
        char name[32], text[64];
        snprintf(name, sizeof name, "e/d%d.h", i);
        snprintf(text, sizeof text, "#include \"d%d.h\"\n", i + 1);
        put(name, text);
    }
    put("e/d.cl", "#include \"d0.h\"\n");
    fails("e/d.cl", "includes are nested deeper than 32");
}

static void all_together_are_limited(void **state) {
    (void)state;
    put("s/h.h", "int a23456789012345678901234567890123456789;\n");
    put("s/k.cl", "#include \"h.h\"\n#include \"h.h\"\n#include \"h.h\"\n");
    opt.max_source_bytes = 150;
    fails("s/k.cl", "s/k.cl:3:2: the source with its includes is longer than 150 bytes");
    opt.max_source_bytes = 40;
    fails("s/k.cl", "s/k.cl: longer");
    put("s/n.h", "int a;\n\xff\n");
    put("s/n.cl", "#include \"n.h\"\n");
    opt.max_source_bytes = 150;
    fails("s/n.cl", "s/n.h:2:1: invalid UTF-8");
    fails("s/none.cl", "s/none.cl");
}

static void places_in_headers(void **state) {
    an_unit u;
    const char *file;
    uint32_t line, col;
    (void)state;
    put("p/h.h", "\nint h;\n");
    put("p/k.cl", "#include \"h.h\"\nint k;\n");
    assert_int_equal(an_preprocess("p/k.cl", &opt, &u, NULL), 0);
    an_unit_where(&u, 4, &file, &line, &col);
    assert_string_equal(file, "p/h.h");
    assert_int_equal(line, 2);
    an_unit_where(&u, 7, &file, &line, &col);
    assert_string_equal(file, "p/k.cl");
    assert_int_equal(line, 2);
    an_unit_free(&u);
}

static int cleanup(void **state) {
    an_options_free(&opt);
    return temp_leave(state);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(beside_and_in_folders, setup),
        cmocka_unit_test_setup(names_from_macros, setup),
        cmocka_unit_test_setup(kept_in_the_given_folders, setup),
        cmocka_unit_test_setup(ends, setup),
        cmocka_unit_test_setup(all_together_are_limited, setup),
        cmocka_unit_test_setup(places_in_headers, setup),
    };
    return cmocka_run_group_tests(tests, temp_enter, cleanup);
}
