/* Probe launches on the device: an instrumented kernel's reach comes back, guard zones catch what a
 * plain one writes beside its buffers, nothing is left behind. */
#include "device.h"

#include "common/probe.h"
#include "common/text.h"
#include "profile/probe_launch.h"

enum { STEPS = 1000 };

/* A kernel of arguments a (global) and more, instrumented by hand: BODY reads and writes through
 * AT. */
#define INSTRUMENTED(params, begin, body)                                                          \
    "#define AT(slot, type, place) (*(__global type *)llp_gw(t, slot, &(place), sizeof(type), "    \
    "__LINE__))\n"                                                                                 \
    "__kernel void k(" params ", __global int *llp_io) {\n"                                        \
    "llp_region r[4]; llp_t t[1]; size_t gid = get_global_id(0);\n" begin "\n" body "\n}\n"
#define ONE_ARG "if (!llp_begin(t, r, 1, 1, llp_io)) return; llp_arg_g(t, 0, a);"

static void build(const char *source) {
    prof_fail f;
    if (prof_program_build(&engine, source, "k", "CL1.2", &f) != 0) fail_msg("%s", f.error.msg);
}

static void build_probe(const char *source) {
    lp_text t = {0};
    prof_fail f;
    lp_text_addf(&t, "%s\n%s", lp_probe_prelude(), source);
    if (prof_program_build_once(&engine, t.s, "k", "CL1.2", &f) != 0) fail_msg("%s", f.error.msg);
    lp_text_free(&t);
}

static prof_seen probe(prof_job_arg *args, int n, int64_t steps) {
    const prof_job j = {.global = 256,
                        .local = 64,
                        .fill_seed = 99,
                        .rule = {1, 1, 0, 0},
                        .args = args,
                        .n_args = n};
    prof_seen s;
    prof_fail f;
    if (prof_probe_launch(&engine, &j, steps, &s, &f) != 0) fail_msg("%s", f.error.msg);
    assert_int_equal(s.n_args, n);
    assert_int_equal(engine.pool.taken_bytes, 0);
    return s;
}

static prof_job_arg floats(int64_t n) {
    return (prof_job_arg){
        .kind = PROF_ARG_BUFFER, .type = "float", .bytes = 4 * n, .recipe = "uniform(0,1)"};
}

static void assert_reach(const prof_seen *s, int arg, int64_t lo, int64_t hi) {
    assert_true(s->args[arg].touched);
    assert_int_equal(s->args[arg].lo, lo);
    assert_int_equal(s->args[arg].hi, hi);
}

static void a_clean_kernel_shows_its_reach(void **state) {
    (void)state;
    build_probe(INSTRUMENTED("__global float *a", ONE_ARG, "AT(0, float, a[gid + 2]) += 1.0f;"));
    prof_job_arg a = floats(258);
    prof_seen s = probe(&a, 1, STEPS);
    assert_int_equal(s.flags, 0);
    assert_int_equal(s.line, 0);
    assert_int_equal(s.skip_line, 0);
    assert_int_equal(s.guard_arg, -1);
    assert_reach(&s, 0, 8, 258 * 4 - 1);
    prof_seen_free(&s);
}

static void what_lies_outside_is_told_and_not_touched(void **state) {
    (void)state;
    build_probe(
        INSTRUMENTED("__global float *a", ONE_ARG, "AT(0, float, a[(int)gid - 1]) = 1.0f;"));
    prof_job_arg a = floats(250);
    prof_seen s = probe(&a, 1, STEPS);
    assert_int_equal(s.flags, 0);
    assert_true(s.skip_line > 0);
    assert_int_equal(s.guard_arg, -1); /* skipped, not written */
    assert_reach(&s, 0, -4, 255 * 4 - 1);
    prof_seen_free(&s);
}

static void wild_addresses_are_flagged(void **state) {
    (void)state;
    build_probe(INSTRUMENTED("__global float *a", ONE_ARG,
                             "AT(-1, float, a[gid + ((size_t)1 << 40)]) = 1.0f;"));
    prof_job_arg a = floats(256);
    prof_seen s = probe(&a, 1, STEPS);
    assert_int_equal(s.flags, LP_PROBE_WILD);
    assert_false(s.args[0].touched);
    prof_seen_free(&s);
}

static void endless_loops_end(void **state) {
    (void)state;
    build_probe(INSTRUMENTED("volatile __global float *a", ONE_ARG,
                             "while (llp_step(t, 77) && (a[0] >= 0.0f)) a[1] = a[0] + 0.1f;"));
    prof_job_arg a = floats(256);
    prof_seen s = probe(&a, 1, STEPS);
    assert_int_equal(s.flags, LP_PROBE_STEPS);
    assert_int_equal(s.line, 77);
    prof_seen_free(&s);
}

/* Buffers of every kind, contents that decide indices, scalars, arguments that nobody touches. */
static void arguments_of_every_kind_are_told_apart(void **state) {
    (void)state;
    build_probe(INSTRUMENTED(
        "__global int *index, int n, __constant float *c, __local float *l, __global uchar *out",
        "if (!llp_begin(t, r, 4, 4, llp_io)) return; llp_arg_g(t, 0, index); llp_arg_c(t, 2, c);"
        "llp_arg_l(t, 3, l);",
        "int i = AT(0, int, index[gid]);"
        "float v = *(const __constant float *)llp_c(t, 2, &c[i], 4, __LINE__);"
        "*(__local float *)llp_l(t, 3, &l[n - 1], 4, __LINE__) = v;"));
    prof_job_arg args[] = {
        {.kind = PROF_ARG_BUFFER, .type = "int", .bytes = 1024, .recipe = "index(10)"},
        {.kind = PROF_ARG_SCALAR, .type = "int", .value = "33"},
        {.kind = PROF_ARG_CONSTANT, .type = "float", .bytes = 40, .recipe = "uniform(0,1)"},
        {.kind = PROF_ARG_LOCAL, .type = "float", .bytes = 128},
        {.kind = PROF_ARG_BUFFER, .type = "uchar", .bytes = 7, .recipe = "zero"},
    };
    prof_seen s = probe(args, 5, STEPS);
    assert_int_equal(s.flags, 0);
    assert_int_equal(s.guard_arg, -1);
    assert_reach(&s, 0, 0, 1023);
    assert_false(s.args[1].touched);
    assert_reach(&s, 2, 0, 39); /* 256 indices below 10 are all of them */
    assert_reach(&s, 3, 128, 131);
    assert_false(s.args[4].touched);
    prof_seen_free(&s);
}

static void guards_catch_what_is_written_beside(void **state) {
    (void)state;
    static const struct {
        const char *index;
        int64_t at;
    } cases[] = {{"257", 257 * 4 + 3},
                 {"256 + 1000 * (gid == 9)", 1256 * 4 + 3},
                 {"-1", -4},
                 {"-900", -3600}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char source[256];
        snprintf(source, sizeof source,
                 "__kernel void k(__global float *b, __global float *a) {"
                 " int gid = (int)get_global_id(0); b[gid] = 0.0f; a[%s] = 1.1f; }",
                 cases[i].index);
        build(source);
        prof_job_arg args[] = {floats(256), floats(256)};
        prof_seen s = probe(args, 2, 0);
        assert_int_equal(s.guard_arg, 1);
        assert_int_equal(s.guard_at, cases[i].at);
        assert_false(s.args[0].touched); /* a plain kernel tells nothing */
        prof_seen_free(&s);
    }
}

/* Zones begin at the very byte behind the last one, whatever the length and the contents. */
static void guards_begin_at_the_next_byte(void **state) {
    (void)state;
    static const char *const recipes[] = {"zero", "uniform_int(0,9)"};
    build("__kernel void k(__global uchar *a, int n) { if (get_global_id(0) < n) "
          "a[get_global_id(0)] = 1; }");
    for (int bytes = 1; bytes < 10; bytes++) {
        for (int beyond = 0; beyond < 2; beyond++) {
            char n[8];
            snprintf(n, sizeof n, "%d", bytes + beyond);
            prof_job_arg args[] = {{.kind = PROF_ARG_BUFFER,
                                    .type = "uchar",
                                    .bytes = bytes,
                                    .recipe = recipes[bytes % 2]},
                                   {.kind = PROF_ARG_SCALAR, .type = "int", .value = n}};
            prof_seen s = probe(args, 2, 0);
            assert_int_equal(s.guard_arg, beyond ? 0 : -1);
            if (beyond) assert_int_equal(s.guard_at, bytes);
            prof_seen_free(&s);
        }
    }
}

static void what_does_not_fit_is_refused(void **state) {
    (void)state;
    build("__kernel void k(__global float *a) { a[0] = 0.0f; }");
    prof_job_arg a = floats(256);
    prof_job j = {.global = 256, .local = 64, .args = &a, .n_args = 1};
    prof_seen s;
    prof_fail f;
    /* not instrumented: the io buffer would be one argument too many */
    assert_int_equal(prof_probe_launch(&engine, &j, STEPS, &s, &f), -1);
    assert_int_equal(f.reason, PROF_BAD_PLAN);
    assert_false(f.fatal);
    prof_seen_free(&s);
    j.local = j.global = engine.info.max_work_group * 2;
    assert_int_equal(prof_probe_launch(&engine, &j, 0, &s, &f), -1);
    assert_int_equal(f.reason, PROF_GROUP_TOO_LARGE);
    prof_seen_free(&s);
    a.recipe = "nonsense";
    j.local = j.global = 64;
    assert_int_equal(prof_probe_launch(&engine, &j, 0, &s, &f), -1);
    assert_int_equal(f.reason, PROF_BAD_PLAN);
    prof_seen_free(&s);
    prof_program_drop(&engine);
    assert_int_equal(prof_probe_launch(&engine, &j, 0, &s, &f), -1);
    assert_int_equal(f.reason, PROF_NO_KERNEL);
    prof_seen_free(&s);
    assert_int_equal(engine.pool.taken_bytes, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_clean_kernel_shows_its_reach),
        cmocka_unit_test(what_lies_outside_is_told_and_not_touched),
        cmocka_unit_test(wild_addresses_are_flagged),
        cmocka_unit_test(endless_loops_end),
        cmocka_unit_test(arguments_of_every_kind_are_told_apart),
        cmocka_unit_test(guards_catch_what_is_written_beside),
        cmocka_unit_test(guards_begin_at_the_next_byte),
        cmocka_unit_test(what_does_not_fit_is_refused),
    };
    return cmocka_run_group_tests(tests, device_setup, device_teardown);
}
