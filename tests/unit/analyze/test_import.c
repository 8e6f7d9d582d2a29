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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_that_cannot_be_used),
        cmocka_unit_test(kernels_that_cannot_be_used),
        cmocka_unit_test(every_kernel_is_a_record),
    };
    return cmocka_run_group_tests(tests, temp_enter, temp_leave);
}
