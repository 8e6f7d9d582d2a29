/* Golden records of what inference knows about memory: null pointers, counters, members of structs,
 * values kept in local arrays, indices computed in floating point. The expected extents were worked
 * out by hand from the text of the kernel. */
#include "tests/unit/analyze/golden.h"

#define PICK                                                                                       \
    "float pick(global const float *p, int i) {if (p != 0) return p[i]; return 1.0f;}"             \
    "float take(global const float *p, int i) {return p && i > 2 ? p[i] : 0.0f;}"

static const golden kept[] = {
    {"null as an argument of a helper",
     PICK K "(global const float *a, global float *o) {" GID "o[i] = pick(a, i) + pick(0, i);}",
     "global=64 local=32", "a=64 o=64", "access.a=r"},
    {"null in a condition",
     PICK K "(global const float *a, global float *o) {" GID
            "o[i] = take(a, i) * take((global const float *)0, i);}",
     "global=64 local=32", "a=64 o=64", ""},
    {"pointer tested alone",
     K "(global int *a) {" GID "if (!a) return; global int *p = 0; if (p) p[7 * i] = 1; a[i] = 2;}",
     "global=64 local=32", "a=64", "access.a=w"},
    {"comparison of constants",
     "enum {WIDTH = 4};" K "(global int *a) {" GID
     "if (WIDTH > 8) a[4 * i] = 1; else a[WIDTH == 4 ? i : 9 * i] = 2;}",
     "global=64 local=32", "a=64", ""},
};

static const refused_kernel refused[] = {
    {"may be null", K "(global int *a, int f) {" GID "global int *p = 0; if (f) p = a; p[i] = 1;}",
     "opaque-index"},
    {"null", K "(global int *a) {global int *p = 0; p[0] = 1; a[0] = 1;}", "opaque-index"},
};

static void golden_records(void **state) {
    (void)state;
    check_kept(kept, sizeof kept / sizeof *kept);
}

static void refusals(void **state) {
    (void)state;
    check_refused(refused, sizeof refused / sizeof *refused);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(golden_records),
        cmocka_unit_test(refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
