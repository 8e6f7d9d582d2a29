/* Families of near-duplicates: what belongs together, what does not, in any order. */
#include "analyze/family.h"

#include "tests/unit/analyze/temp.h"

/* A kernel of `n` statements; `salt` names its variables, `changed` is one statement that differs.
 */
static char *make(const char *salt, int n, int changed) {
    lp_text t = {0};
    lp_text_addf(&t, "kernel void %s(global float *%s_a, int n) {\n", salt, salt);
    for (int i = 0; i < n; i++) {
        static const char *const parts[] = {"+", "*", "-", "/", "+ 2 *", "- 3 /"};
        lp_text_addf(&t, "    %s_a[get_global_id(0) %s n] = %s(%s_a[n %s %d]);\n", salt,
                     parts[i % 6],
                     i == changed ? "tanh"
                     : i % 2      ? "sqrt"
                                  : "exp",
                     salt, parts[i / 6 % 6], i);
    }
    lp_text_add(&t, "}\n");
    return lp_text_take(&t);
}

static void add(an_families *f, const char *hash, char *source) {
    an_families_add(f, 0, hash, source, NULL);
    free(source);
}

static const char *family_of(const an_families *f, const char *hash) {
    for (size_t i = 0; i < f->n; i++)
        if (strcmp(f->v[i].hash, hash) == 0) return f->v[i].family;
    fail_msg("no %s", hash);
    return NULL;
}

static void near_ones_belong_together(void **state) {
    (void)state;
    an_families f = {0};
    add(&f, "c", make("x", 36, -1));
    add(&f, "b", make("other", 36, -1)); /* other names */
    add(&f, "a", make("y", 36, 20));     /* one statement */
    add(&f, "d", make("z", 12, -1));     /* a third of it */
    add(&f, "e", lp_strdup("kernel void k(global int *a) { a[get_global_id(0)] = 1; }"));
    an_families_group(&f);
    assert_string_equal(family_of(&f, "a"), "a");
    assert_string_equal(family_of(&f, "b"), "a");
    assert_string_equal(family_of(&f, "c"), "a");
    assert_string_equal(family_of(&f, "d"), "d");
    assert_string_equal(family_of(&f, "e"), "e");
    an_families_free(&f);
}

static void shares_are_estimated(void **state) {
    (void)state;
    an_families f = {0};
    add(&f, "a", make("x", 36, -1));
    add(&f, "b", make("y", 36, -1));
    add(&f, "c", make("x", 36, 20));
    add(&f, "d", lp_strdup("kernel void k(global int *a) { a[get_global_id(0)] = 1; }"));
    assert_true(an_family_share(&f.v[0], &f.v[1]) == 1);
    assert_true(an_family_share(&f.v[0], &f.v[2]) > 0.85);
    assert_true(an_family_share(&f.v[0], &f.v[2]) < 1);
    assert_true(an_family_share(&f.v[0], &f.v[3]) < 0.2);
    an_families_free(&f);
}

static void short_kernels_with_another_operator_part(void **state) {
    (void)state;
    an_families f = {0};
    add(&f, "a",
        lp_strdup("kernel void k(global float *a, global float *b) {\n"
                  "    int i = get_global_id(0);\n    a[i] = b[i] + a[i];\n}\n"));
    add(&f, "b",
        lp_strdup("kernel void k(global float *a, global float *b) {\n"
                  "    int i = get_global_id(0);\n    a[i] = b[i] * a[i];\n}\n"));
    add(&f, "c",
        lp_strdup("kernel void k(global float *a, global float *b) {\n"
                  "    int i = get_global_id(0);\n    a[i] = exp(b[i]) + a[i];\n}\n"));
    add(&f, "d", lp_strdup("")); /* no tokens at all */
    an_families_group(&f);
    for (size_t i = 0; i < f.n; i++) assert_string_equal(f.v[i].family, f.v[i].hash);
    an_families_free(&f);
}

static void the_order_does_not_matter(void **state) {
    (void)state;
    enum { N = 60 };
    an_families f = {0}, g = {0};
    for (int i = 0; i < N; i++) {
        char hash[16];
        snprintf(hash, sizeof hash, "%02d", i * 7 % N);
        add(&f, hash, make("x", 6 + i % 40, i % 9));
    }
    for (int i = N; i-- > 0;) {
        char hash[16];
        snprintf(hash, sizeof hash, "%02d", i * 7 % N);
        add(&g, hash, make("x", 6 + i % 40, i % 9));
    }
    add(&f, "other", lp_strdup("kernel void k(global int *a) { a[get_global_id(0)] = 1; }"));
    add(&g, "other", lp_strdup("kernel void k(global int *a) { a[get_global_id(0)] = 1; }"));
    an_families_group(&f);
    an_families_group(&g);
    size_t n = 0;
    for (size_t i = 0; i <= N; i++) {
        assert_string_equal(f.v[i].hash, g.v[i].hash);
        assert_string_equal(f.v[i].family, g.v[i].family);
        n += strcmp(f.v[i].family, f.v[i].hash) == 0;
    }
    assert_true(n > 1 && n < N);
    an_families_free(&f);
    an_families_free(&g);
}

/* What a generator made from one template belongs together, however different it looks. */
static void siblings_of_a_template_belong_together(void **state) {
    (void)state;
    static const char *const sources[] = {
        "kernel void k(global int *a) { a[get_global_id(0)] = 1; }",
        "kernel void l(global float4 *b, int n) { for (int i = 0; i < n; i++) b[i] *= sqrt(b[i]); "
        "}",
        "kernel void m(local short *c) { c[get_local_id(0)] ^= 3; barrier(1); }",
    };
    an_families f = {0};
    an_families_add(&f, 0, "b", sources[0], "00000000000000aa");
    an_families_add(&f, 1, "a", sources[1], "00000000000000aa");
    an_families_add(&f, 2, "c", sources[2], "00000000000000bb");
    an_families_add(&f, 3, "d", "kernel void n(global char *z) { z[0] = z[7]; }", "");
    an_families_add(&f, 4, "e", "kernel void o(float p, global double *y) { y[1] = p / 2; }", "");
    an_families_group(&f);
    assert_string_equal(family_of(&f, "a"), "a");
    assert_string_equal(family_of(&f, "b"), "a");
    assert_string_equal(family_of(&f, "c"), "c");
    assert_string_equal(family_of(&f, "d"), "d");
    assert_string_equal(family_of(&f, "e"), "e");
    an_families_free(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(near_ones_belong_together),
        cmocka_unit_test(shares_are_estimated),
        cmocka_unit_test(short_kernels_with_another_operator_part),
        cmocka_unit_test(siblings_of_a_template_belong_together),
        cmocka_unit_test(the_order_does_not_matter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
