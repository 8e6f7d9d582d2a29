/* Launches on the device: arguments of every kind arrive, contents are restored, limits are judged
 * before the driver sees them, the protocol's times come out. */
#include "device.h"

#include "profile/calibrate.h"
#include "profile/fill_ref.h"
#include "profile/measure.h"
#include "profile/sentinel.h"

static const prof_rule quick = {
    .reps_min = 3, .reps_max = 8, .ci_target = 0.02, .budget_ns = 100000000};

static void build(const char *source) {
    prof_fail f;
    if (prof_program_build(&engine, source, "k", "CL1.2", &f) != 0) fail_msg("%s", f.error.msg);
}

static prof_job job_of(prof_job_arg *args, int n) {
    return (prof_job){.global = 256,
                      .local = 64,
                      .fill_seed = 99,
                      .rule = quick,
                      .limit_s = 10,
                      .args = args,
                      .n_args = n};
}

static void prepare(const prof_job *j, prof_launch *l) {
    prof_fail f;
    if (prof_launch_prepare(&engine, j, l, &f) != 0) fail_msg("%s", f.error.msg);
}

static void launch(prof_launch *l, int n) {
    prof_fail f;
    cl_ulong start[16], end[16];
    if (prof_launch_batch(&engine, l, n, start, end, &f) != 0) fail_msg("%s", f.error.msg);
    for (int i = 0; i < n; i++) assert_true(end[i] > start[i]);
    for (int i = 1; i < n; i++) assert_true(start[i] >= end[i - 1]); /* an in-order queue */
}

static void read_and_written_buffers_are_restored(void **state) {
    (void)state;
    build("__kernel void k(__global uint *a) { a[get_global_id(0)] += 1u; }");
    prof_job_arg a = {.kind = PROF_ARG_BUFFER,
                      .type = "uint",
                      .bytes = 1024,
                      .recipe = "index(1000)",
                      .restore = true};
    prof_job j = job_of(&a, 1);
    prof_launch l;
    uint32_t got[256], want[256];
    prepare(&j, &l);
    assert_non_null(l.bound[0].pristine);
    launch(&l, 7);
    device_read(l.bound[0].buf, got, sizeof got);
    prof_fill_ref(&l.bound[0].fill, (unsigned char *)want, sizeof want);
    for (int i = 0; i < 256; i++) assert_int_equal(got[i], want[i] + 1);
    /* without room for a copy, refilling does it */
    prof_pool_give(&engine.pool, l.bound[0].pristine);
    l.bound[0].pristine = NULL;
    launch(&l, 3);
    device_read(l.bound[0].buf, got, sizeof got);
    for (int i = 0; i < 256; i++) assert_int_equal(got[i], want[i] + 1);
    prof_launch_release(&engine, &l);
    assert_int_equal(engine.pool.taken_bytes, 0);
}

static void counters_start_from_zero(void **state) {
    (void)state;
    build("__kernel void k(__global uint *n) { atomic_inc(n); }");
    prof_job_arg a = {
        .kind = PROF_ARG_BUFFER, .type = "uint", .bytes = 4, .recipe = "zero", .restore = true};
    prof_job j = job_of(&a, 1);
    prof_launch l;
    uint32_t n = 0;
    prepare(&j, &l);
    assert_null(l.bound[0].pristine);
    launch(&l, 5);
    device_read(l.bound[0].buf, &n, sizeof n);
    assert_int_equal(n, 256);
    prof_launch_release(&engine, &l);
}

static void contents_can_come_from_the_host(void **state) {
    (void)state;
    build("__kernel void k(__global uint *n) { n[get_global_id(0)] += 1; }");
    prof_job_arg a = {
        .kind = PROF_ARG_BUFFER, .type = "uint", .bytes = 1024, .recipe = "uniform_int(0,9)"};
    prof_job j = job_of(&a, 1);
    prof_launch l;
    uint32_t want[256], got[256];
    j.host_copies = true;
    prepare(&j, &l);
    prof_fill_ref(&l.bound[0].fill, (unsigned char *)want, sizeof want);
    launch(&l, 3);
    assert_memory_equal(l.bound[0].host, want, sizeof want);
    memcpy(got, l.bound[0].back, sizeof got);
    for (int i = 0; i < 256; i++) assert_int_equal(got[i], want[i] + 1);
    prof_launch_release(&engine, &l);
}

static void other_buffers_are_filled_once(void **state) {
    (void)state;
    build("__kernel void k(__global uint *n) { atomic_inc(n); }");
    prof_job_arg a = {.kind = PROF_ARG_BUFFER, .type = "uint", .bytes = 4, .recipe = "zero"};
    prof_job j = job_of(&a, 1);
    prof_launch l;
    uint32_t n = 0;
    prepare(&j, &l);
    launch(&l, 3);
    device_read(l.bound[0].buf, &n, sizeof n);
    assert_int_equal(n, 3 * 256);
    prof_launch_release(&engine, &l);
}

static void arguments_of_every_kind_arrive(void **state) {
    (void)state;
    build("__kernel void k(__global float *out, __constant float *c, __local float *tmp, char s8, "
          "ushort u16,"
          " int s32, ulong u64, float f, float4 v, uchar3 w) {"
          " tmp[get_local_id(0)] = c[get_global_id(0)]; barrier(CLK_LOCAL_MEM_FENCE);"
          " if (get_global_id(0)) return;"
          " out[0] = tmp[3]; out[1] = s8; out[2] = u16; out[3] = s32; out[4] = (float)(u64 >> 32); "
          "out[5] = f;"
          " out[6] = v.x; out[7] = v.w; out[8] = w.z; }");
    prof_job_arg args[] = {
        {.kind = PROF_ARG_BUFFER, .type = "float", .bytes = 64, .recipe = "zero"},
        {.kind = PROF_ARG_CONSTANT, .type = "float", .bytes = 1024, .recipe = "uniform(5,6)"},
        {.kind = PROF_ARG_LOCAL, .type = "float", .bytes = 256},
        {.kind = PROF_ARG_SCALAR, .type = "char", .value = "-3"},
        {.kind = PROF_ARG_SCALAR, .type = "ushort", .value = "65535"},
        {.kind = PROF_ARG_SCALAR, .type = "int", .value = "-70000"},
        {.kind = PROF_ARG_SCALAR, .type = "ulong", .value = "42949672960"},
        {.kind = PROF_ARG_SCALAR, .type = "float", .value = "0.5"},
        {.kind = PROF_ARG_SCALAR, .type = "float4", .value = "1,2,3,4"},
        {.kind = PROF_ARG_SCALAR, .type = "uchar3", .value = "7,8,9"},
    };
    prof_job j = job_of(args, 10);
    prof_launch l;
    float got[9], constant[4];
    prepare(&j, &l);
    launch(&l, 1);
    device_read(l.bound[0].buf, got, sizeof got);
    prof_fill_ref(&l.bound[1].fill, (unsigned char *)constant, sizeof constant);
    const float want[] = {constant[3], -3, 65535, -70000, 10, 0.5F, 1, 4, 9};
    assert_memory_equal(got, want, sizeof want);
    prof_launch_release(&engine, &l);
}

static void refuses(const prof_job *j, prof_reason r) {
    prof_fail f = {.reason = PROF_OK};
    prof_launch l;
    assert_int_equal(prof_launch_prepare(&engine, j, &l, &f), -1);
    prof_launch_release(&engine, &l);
    if (f.reason != r)
        fail_msg("%s, not %s: %s", prof_reason_code(f.reason), prof_reason_code(r), f.error.msg);
    assert_false(f.fatal);
    assert_int_equal(engine.pool.taken_bytes, 0);
}

static void limits_are_judged_beforehand(void **state) {
    (void)state;
    build("__kernel void k(__global uint *a, __local uint *t) { a[get_global_id(0)] = t[0]; }");
    prof_job_arg args[] = {
        {.kind = PROF_ARG_BUFFER, .type = "uint", .bytes = 1024, .recipe = "zero"},
        {.kind = PROF_ARG_LOCAL, .type = "uint", .bytes = 64},
    };
    prof_job j = job_of(args, 1);
    refuses(&j, PROF_BAD_PLAN);
    j = job_of(args, 2);
    j.global = j.local = 1 << 20;
    refuses(&j, PROF_GROUP_TOO_LARGE);
    j = job_of(args, 2);
    args[1].bytes = engine.info.local_mem_bytes + 1;
    refuses(&j, PROF_LOCAL_TOO_LARGE);
    args[1].bytes = 64;
    args[0].bytes = INT64_C(1) << 45;
    refuses(&j, PROF_OUT_OF_MEMORY);
    args[0].bytes = 1024;
    args[0].recipe = "uniform(0,1)";
    refuses(&j, PROF_BAD_PLAN);
    args[0].kind = PROF_ARG_CONSTANT;
    args[0].bytes = engine.info.max_constant_bytes + 1;
    refuses(&j, PROF_CONSTANT_TOO_LARGE);
    args[0].recipe = "zero";
    args[0].kind = PROF_ARG_SCALAR;
    args[0].value = "none";
    refuses(&j, PROF_BAD_PLAN);
    build("__kernel __attribute__((reqd_work_group_size(32, 1, 1))) void k(__global uint *a) { *a "
          "= 1u; }");
    args[0] = (prof_job_arg){.kind = PROF_ARG_BUFFER, .type = "uint", .bytes = 4, .recipe = "zero"};
    j = job_of(args, 1);
    refuses(&j, PROF_BAD_PLAN);
}

static void build_failures_tell_the_first_error(void **state) {
    (void)state;
    prof_fail f;
    assert_int_equal(prof_program_build(&engine,
                                        "__kernel void k(__global int *a) { a[0] = nowhere; }", "k",
                                        "CL1.2", &f),
                     -1);
    assert_int_equal(f.reason, PROF_BUILD_FAILED);
    assert_false(f.fatal);
    assert_has(f.error.msg, "nowhere");
    assert_int_equal(prof_program_build(&engine,
                                        "__kernel void other(__global int *a) { a[0] = 1; }", "k",
                                        "CL3.0", &f),
                     -1);
    assert_int_equal(f.reason, PROF_NO_KERNEL);
    char *line = prof_first_error_line("note: x\nfoo.cl:3:4: error: \xff bad\nerror: later\n");
    assert_string_equal(line, "foo.cl:3:4: error: ? bad"); /* too short to be a temporary file's */
    free(line);
    line = prof_first_error_line("error: /tmp/a b/tempfile_x1.cl:1:45: no 'y.cl:'\n");
    assert_string_equal(line, "error: /tmp/a source:1:45: no 'y.cl:'");
    free(line);
    line = prof_first_error_line("\n\nptxas died\nmore");
    assert_string_equal(line, "ptxas died");
    free(line);
    line = prof_first_error_line("");
    assert_string_equal(line, "");
    free(line);
}

static void times_follow_the_rule(void **state) {
    (void)state;
    build("__kernel void k(__global uint *a) { a[get_global_id(0)] += 1u; }");
    prof_job_arg a = {.kind = PROF_ARG_BUFFER, .type = "uint", .bytes = 1024, .recipe = "zero"};
    for (int cold = 0; cold < 2; cold++) {
        prof_job j = job_of(&a, 1);
        prof_launch l;
        prof_times t;
        prof_fail f;
        j.cold = cold;
        prepare(&j, &l);
        assert_int_equal(l.evict != NULL, cold);
        assert_true(l.behind_block);
        if (prof_measure(&engine, &l, &j.rule, 10, &t, &f) != 0) fail_msg("%s", f.error.msg);
        assert_true(t.n == 3 || t.n == 8);
        assert_int_equal(t.start[0], 0);
        int64_t sum = 0;
        for (int i = 0; i < t.n; i++) {
            assert_true(t.end[i] > t.start[i]);
            sum += t.end[i] - t.start[i];
        }
        assert_true(t.busy_ns > sum); /* the warm-ups, too */
        prof_times_free(&t);
        prof_launch_release(&engine, &l);
    }
}

static void sentinels_and_calibration_run(void **state) {
    (void)state;
    prof_fail f;
    prof_calibration c;
    if (prof_calibrate(&engine, &c, &f) != 0) fail_msg("%s", f.error.msg);
    assert_true(c.tick_ns >= 1 && c.null_kernel_ns >= c.tick_ns && c.enqueue_latency_ns > 0);
    for (int s = 0; s < PROF_N_SENTINELS; s++) {
        prof_times t;
        if (prof_sentinel_time(&engine, (prof_sentinel)s, &t, &f) != 0) fail_msg("%s", f.error.msg);
        assert_true(t.n >= 5);
        assert_true(t.end[0] - t.start[0] > c.null_kernel_ns); /* far above the floor */
        prof_times_free(&t);
    }
    engine.burn_in_s = 0.01;
    engine.busy_until_s = 0;
    if (prof_engine_warm(&engine, &f) != 0) fail_msg("%s", f.error.msg);
    assert_true(engine.busy_until_s > 0);
}

/* The chase visits every element: a short cycle would sit in the cache. */
static void the_latency_chain_is_one_cycle(void **state) {
    (void)state;
    enum { N = 1 << 12 };
    static bool seen[N];
    uint32_t at = 0;
    for (int i = 0; i < N; i++) {
        at = (at * 1664525U + 1013904223U) & (N - 1);
        assert_false(seen[at]);
        seen[at] = true;
    }
    prof_fail f;
    prof_times t;
    uint32_t chain[4];
    assert_int_equal(prof_sentinel_time(&engine, PROF_S_LATENCY, &t, &f), 0);
    prof_times_free(&t);
    const prof_buf in = {.mem = engine.sentinel_in};
    device_read(&in, chain, sizeof chain);
    for (uint32_t i = 0; i < 4; i++)
        assert_int_equal(chain[i] & (N - 1), (i * 1664525U + 1013904223U) & (N - 1));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(read_and_written_buffers_are_restored),
        cmocka_unit_test(counters_start_from_zero),
        cmocka_unit_test(contents_can_come_from_the_host),
        cmocka_unit_test(other_buffers_are_filled_once),
        cmocka_unit_test(arguments_of_every_kind_arrive),
        cmocka_unit_test(limits_are_judged_beforehand),
        cmocka_unit_test(build_failures_tell_the_first_error),
        cmocka_unit_test(times_follow_the_rule),
        cmocka_unit_test(sentinels_and_calibration_run),
        cmocka_unit_test(the_latency_chain_is_one_cycle),
    };
    return cmocka_run_group_tests(tests, device_setup, device_teardown);
}
