/* report/source_lines.c: lines of the file found again, and not guessed. */
#include "tests/unit/common/test.h"

#include <stdlib.h>
#include <string.h>

#include "report/source_lines.h"

enum { MOST = 8 };

typedef struct access_of {
    int arg, line;
} access_of;

/* Matches accesses of x (0) and out (1) of a kernel `k` that begins in line 10 of its file. */
static void expect(const char *source, const access_of *a, int n, const int *want) {
    db_arg args[] = {{.idx = 0, .name = "x"}, {.idx = 1, .name = "out"}};
    db_access accesses[MOST];
    for (int i = 0; i < n; i++) accesses[i] = (db_access){.arg = a[i].arg, .line = a[i].line};
    const db_kernel k = {.name = "k",
                         .line = 10,
                         .source = (char *)source,
                         .args = args,
                         .n_args = 2,
                         .accesses = accesses,
                         .n_accesses = n};
    int *lines = rep_match_lines(&k);
    for (int i = 0; i < n; i++) assert_int_equal(lines[i], want[i]);
    free(lines);
}

static void plain(void **state) {
    (void)state;
    static const char source[] = "float x_of(float x) {\n"
                                 "    return x;\n"
                                 "}\n"
                                 "kernel void k(global float *x, global float *out) {\n"
                                 "    int i = get_global_id(0);\n"
                                 "    float max_x[2];\n"
                                 "    out[i] = x[i] + x[x[i + 1]].y;\n"
                                 "    out[i] += x[2];\n"
                                 "    ++out[i];\n"
                                 "}";
    const access_of a[] = {{0, 12}, {0, 12}, {0, 12}, {1, 12}, {0, 15}, {1, 15}, {1, 15}};
    const access_of all[] = {{0, 12}, {0, 12}, {0, 12}, {1, 12},
                             {0, 15}, {1, 15}, {1, 15}, {1, 16}};
    const int want[] = {7, 7, 7, 0, 8, 0, 0};
    expect(source, a, 7, want); /* out lacks the accesses of ++: not sure */
    const access_of more[] = {{1, 12}, {1, 15}, {1, 15}, {1, 16}, {1, 16}};
    const int want_more[] = {7, 8, 8, 9, 9};
    expect(source, more, 5, want_more);
    const int none[] = {7, 7, 7, 0, 8, 0, 0, 0};
    expect(source, all, 8, none);
}

static void not_sure(void **state) {
    (void)state;
    static const char source[] = "kernel void k(global float *x, global float *out) {\n"
                                 "    out[0] = x[0];\n"
                                 "    out[1] = *x;\n"
                                 "}\n"
                                 "void after(float *x) {\n"
                                 "    x[1] = 1;\n"
                                 "}";
    const access_of pointer[] = {{0, 12}, {0, 13}}; /* one of them is no subscript */
    const int none[] = {0, 0};
    expect(source, pointer, 2, none);
    const access_of helper[] = {{0, 3}}; /* before the kernel: in another function */
    expect(source, helper, 1, none);
    const access_of one[] = {{0, 12}};
    const int first[] = {2};
    expect(source, one, 1, first);
    expect("", one, 1, none);
    expect("kernel void other(int x) { x[0]; }", one, 1, none);
    expect("kernel void k(", one, 1, none);
    expect("kernel void k(global float *x) {\nx[", one, 1, (const int[]){2});
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain),
        cmocka_unit_test(not_sure),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
