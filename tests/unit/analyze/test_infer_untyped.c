/* Golden records of arguments that point to void: their elements are what every use casts them to.
 * The expected extents were worked out by hand from the text of the kernel. */
#include "tests/unit/analyze/golden.h"

static const golden kept[] = {
    {"never used", K "(global void *p, global int *a) {" GID "a[i] = 1;}", "global=64 local=32",
     "p=1 a=64", "access.p=none"},
    {"handed on, never used",
     "void f(global const void *p, global int *a) {a[get_global_id(0)] = 1;}" K
     "(global const void *p, global int *a) {f(p, a);}",
     "global=64 local=32", "p=1 a=64", "access.p=none"},
    {"a cast where it is used",
     K "(global void *p, global int *a) {" GID "a[i] = ((global short *)p)[2 * i];}",
     "global=64 local=32", "p=127 a=64", "access.p=r"},
    {"a variable of the other type",
     K "(global void *p, global int *a) {" GID
       "global float4 *q = p; q[i] = (float4)(1); a[i] = 1;}",
     "global=64 local=32", "p=64", "access.p=w"},
    {"a cast in a helper",
     "int f(global const void *p, int i) {global const int *q = p; return q[i + 3];}" K
     "(global const void *p, global int *a) {" GID "a[i] = f(p, i) + ((global const int *)p)[0];}",
     "global=64 local=32", "p=67", "access.p=r"},
    {"records",
     "typedef struct {int x[3]; float y;} R;" K "(global void *p, global float *a) {" GID
     "a[i] = ((global R *)p)[i].y;}",
     "global=64 local=32", "p=64", "access.p=r"},
    {"rows of an array",
     K "(global void *p, global int *a) {" GID "a[i] = ((global const int (*)[4])p)[i][2];}",
     "global=64 local=32", "p=255", "access.p=r"},
    {"steps of bytes",
     K "(global void *p, global int *a) {" GID "a[i] = *(global int *)(p + 4 * i + 16);}",
     "global=64 local=32", "p=68", "access.p=r"},
    {"it holds indices",
     K "(global const void *p, global const float *x, global float *a) {" GID
       "a[i] = x[((global const int *)p)[i]];}",
     "global=64 local=32", "p=64 x=64", "content.p=index:global"},
    {"it holds row pointers",
     K "(global const void *p, global const float *x, global float *y) {" GID
       "global const int *r = p; float s = 0; for (int j = r[i]; j < r[i + 1]; j++) s += x[j]; "
       "y[i] = s;}",
     "global=64 local=32", "p=65 x=512 y=64", "content.p=rowptr:8 * global"},
    {"local memory",
     K "(local void *t, global int *a) {local int *u = t; u[get_local_id(0)] = 1; "
       "barrier(CLK_LOCAL_MEM_FENCE); a[get_global_id(0)] = u[0];}",
     "global=64 local=32", "t=32", "access.t=rw"},
};

static const refused_kernel refused[] = {
    {"two types",
     K "(global void *p, global int *a) {" GID
       "a[i] = ((global int *)p)[i] + ((global short *)p)[i];}",
     "pointer-argument"},
    {"assigned to", K "(global void *p, global int *a) {p = p + 4; a[0] = ((global int *)p)[0];}",
     "pointer-argument"},
    {"pointers in memory",
     K "(global void *p, global int *a) {a[0] = ((global size_t *)p)[0] != 0; "
       "if (((global uint *global *)p)[1] == 0) a[1] = 2;}",
     "pointer-argument"},
    {"an index without a bound",
     K "(global void *p, global int *a) {" GID "a[((global int *)p)[i]] = i; ((global int *)p)[i] "
       "= 2;}",
     "indirect-index"},
};

/* The record has the element's name and size. */
static void element_types(void **state) {
    static const struct {
        const char *use, *type;
        int64_t bytes;
    } cases[] = {{"", "uchar", 1},
                 {"a[1] = ((global float *)p)[0];", "float", 4},
                 {"((global ulong2 *)p)[0] = (ulong2)(1);", "ulong2", 16},
                 {"global struct S {int x, y, z;} *s = p; a[1] = s->z;", "struct S", 12}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lp_text t = {0};
        db_kernel k;
        lp_text_addf(&t, K "(global void *p, global int *a) {a[0] = 1; %s}", cases[i].use);
        infer(lp_text_str(&t), &k);
        assert_true(k.ok);
        assert_string_equal(k.args[0].type, cases[i].type);
        assert_int_equal(k.args[0].elem_bytes, cases[i].bytes);
        assert_string_equal(k.args[0].kind, "buffer");
        db_kernel_free(&k);
        lp_text_free(&t);
    }
}

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
        cmocka_unit_test(element_types),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
