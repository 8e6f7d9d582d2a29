/* Probe sources parse, and say what they do not reach. What they report when they run is in
 * tests/e2e/probe_cases.c. */
#include "tests/unit/analyze/source.h"

#include "analyze/probe.h"
#include "common/probe.h"
#include "tests/unit/analyze/probe_cases.h"

typedef struct probed {
    char *probe, *gap;
} probed;

static probed probe_of(const char *source, const char *std) {
    an_parser *p = an_parser_new();
    probed out;
    lp_err e = {""};
    if (an_probe(p, source, std, "k", &out.probe, &out.gap, &e)) fail_msg("%s\n%s", e.msg, source);
    an_parser_free(p);
    return out;
}

static void probed_free(probed *p) {
    free(p->probe);
    free(p->gap);
}

/* Fails the test unless prelude and probe together are OpenCL C of the version. */
static void check_parses(const char *name, const char *probe, const char *std) {
    static const char *const stds[AN_STDS] = {"CL1.2", "CL2.0", "CL3.0"};
    an_parser *p = an_parser_new();
    an_unit u = {0};
    an_faults faults = {0};
    lp_err e = {""};
    int version = 0;
    for (int i = 0; i < AN_STDS; i++)
        if (strcmp(std, stds[i]) == 0) version = i;
    lp_text_addf(&u.text, "%s\n%s", lp_probe_prelude(), probe);
    lp_strv_add(&u.files, name);
    CXTranslationUnit tu = an_parse_as(p, &u, version, &std, &faults, &e);
    if (!tu) fail_msg("%s: %s\n%s", name, e.msg, probe);
    clang_disposeTranslationUnit(tu);
    an_faults_free(&faults);
    an_unit_free(&u);
    an_parser_free(p);
}

static void every_construct_parses(void **state) {
    (void)state;
    for (int i = 0; i < N_PROBE_CASES; i++) {
        const probe_case *c = &probe_cases[i];
        probed got = probe_of(c->source, c->std);
        if (!got.probe) fail_msg("%s: no probe: %s", c->name, got.gap);
        if (!c->gap != !got.gap) fail_msg("%s: the gap is '%s'", c->name, got.gap ? got.gap : "");
        if (c->gap) assert_has(got.gap, c->gap);
        check_parses(c->name, got.probe, c->std);
        probed_free(&got);
    }
}

/* From 2.0 on, pointers without an address space are pointers to any. */
static void every_construct_parses_as_a_newer_version(void **state) {
    (void)state;
    for (int i = 0; i < N_PROBE_CASES; i++) {
        const probe_case *c = &probe_cases[i];
        probed got = probe_of(c->source, "CL3.0");
        if (!got.probe) fail_msg("%s: no probe: %s", c->name, got.gap);
        check_parses(c->name, got.probe, "CL3.0");
        probed_free(&got);
    }
}

static void the_prelude_parses_as_every_version(void **state) {
    (void)state;
    check_parses("1.2", "kernel void k(void) {}", "CL1.2");
    check_parses("2.0", "kernel void k(void) {}", "CL2.0");
    check_parses("3.0", "kernel void k(void) {}", "CL3.0");
    check_parses("2.0 with pointers to any space", "LLP_DEFINE_GENERIC\n", "CL2.0");
}

/* What an access is checked against: the argument it must belong to, as far as that is certain. */
static void accesses_know_their_argument(void **state) {
    static const struct {
        const char *source, *has;
    } t[] = {
        {"kernel void k(global int *a, global int *b) { b[1] = 2; }",
         "(*(__global int *)llp_gw(llp, 1, &(b[1]), sizeof(__global int), 1)) = 2;"},
        {"kernel void k(global int *a) { global int *p = a + 1; p++; int x = *p; }",
         "llp_g(llp, 0, &(*p)"},
        {"kernel void k(global int *a, global int *b) { a = b; a[0] = 2; }",
         "llp_gw(llp, -1, &(a[0])"},
        {"kernel void k(global int *a, global int *b) { global int *p; p = a; p[0] = 2; p = b; }",
         "llp_gw(llp, -1, &(p[0])"},
        {"void f(global int *p) { *p = 1; } kernel void k(int n, global int *a) { f(a); f(&a[2]); "
         "}",
         "llp_gw(llp, 1, &(*p)"},
        {"void g(global int *p) { *p = 1; } void f(global int *p) { g(p + 1); } "
         "kernel void k(global int *a, global int *b) { f(a); f(b); }",
         "llp_gw(llp, -1, &(*p)"},
        {"kernel void k(local int *a, constant int *b) { a[0] = b[0]; }", "llp_c(llp, 1, &(b[0])"},
        {"kernel void k(global int *a) { local int t[4]; t[1] = 2; int m[3]; m[2] = 1; }",
         "t[1] = 2; int m[3]; m[2] = 1;"},
        {"kernel void k(global int *a) {\n  int m[3];\n  m[a[0]] = 1; }",
         "m[llp_i(llp, (long)((*(__global int *)llp_g(llp, 0, &(a[0]), sizeof(__global int), 3))), "
         "3, 3)] = 1;"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof t / sizeof *t; i++) {
        probed got = probe_of(t[i].source, "CL1.2");
        assert_non_null(got.probe);
        assert_has(got.probe, t[i].has);
        probed_free(&got);
    }
}

static void addresses_are_not_accesses(void **state) {
    (void)state;
    probed got =
        probe_of("kernel void k(global int *a) { global int *allp = a, *p = &a[5]; int n = "
                 "sizeof(a[7]); p = &*p; prefetch(a, 3); }",
                 "CL1.2");
    assert_lacks(got.probe, "llp_g(");
    assert_lacks(got.probe, "llp_gw(");
    assert_null(got.gap);
    probed_free(&got);
}

static void some_sources_have_no_probe(void **state) {
    static const struct {
        const char *source, *why;
    } t[] = {
        {"kernel void k(global int *a) {\n  again: a[0]++;\n  if (a[0] < 9) goto again; }",
         "source:3:17: goto"},
        {"kernel void k(global int *llp_a) { llp_a[0] = 1; }", "source:1:1: has names of"},
        {"kernel void k(global int *a) { int llp = 1; a[0] = llp; }", "source:1:1: has names of"},
        {"kernel void f(global int *a) { a[0] = 1; }\nkernel void k(global int *a) { f(a); }",
         "source:2:32: a call of a kernel"},
        {"kernel void k(global int *a) { a[0] = ({ int b = 3; b; }); }",
         "source:1:39: a statement expression"},
        {"kernel void other(global int *a) { a[0] = 1; }", "the kernel is not in its source"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof t / sizeof *t; i++) {
        probed got = probe_of(t[i].source, "CL1.2");
        if (got.probe) fail_msg("instrumented: %s", t[i].source);
        assert_has(got.gap, t[i].why);
        probed_free(&got);
    }
}

static void what_is_not_reached_is_said(void **state) {
    (void)state;
    probed got = probe_of("kernel void k(global int *a) {\n"
                          "  constant char *s = \"text\"; a[0] = s[1]; }",
                          "CL1.2");
    assert_has(got.gap, "source:2:22: a pointer to a value without a name");
    assert_has(got.probe, "= s[1];");
    check_parses("unnamed", got.probe, "CL1.2");
    probed_free(&got);
}

static void a_source_that_does_not_parse_is_an_error(void **state) {
    (void)state;
    an_parser *p = an_parser_new();
    char *probe, *gap;
    lp_err e = {""};
    assert_int_equal(an_probe(p, "kernel void k( {", "CL1.2", "k", &probe, &gap, &e), -1);
    assert_has(e.msg, "source:1:1: ");
    assert_null(probe);
    assert_null(gap);
    an_parser_free(p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_construct_parses),
        cmocka_unit_test(every_construct_parses_as_a_newer_version),
        cmocka_unit_test(the_prelude_parses_as_every_version),
        cmocka_unit_test(accesses_know_their_argument),
        cmocka_unit_test(addresses_are_not_accesses),
        cmocka_unit_test(some_sources_have_no_probe),
        cmocka_unit_test(what_is_not_reached_is_said),
        cmocka_unit_test(a_source_that_does_not_parse_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
