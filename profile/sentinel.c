/* Running the sentinel kernels.
 *
 * In: an engine. Out: raw times. Judges no drift: epoch.c does, in the supervisor. */
#include "profile/sentinel.h"

#include "profile/clerr.h"
#include "profile/measure.h"

/* Sizes for about 0.1 ms on a large GPU and a few ms on a CPU: long enough to stand far above the
 * clock's tick and the launch floor. */
static const struct {
    cl_uint iterations, steps;
    size_t bytes; /* of each of the two buffers at most; a power of two */
} sizes[2] = {
    {4096, 1024, (size_t)256 << 20}, /* GPU, accelerator */
    {512, 8192, (size_t)16 << 20},   /* CPU */
};

enum { LOCAL = 128, GROUPS_PER_UNIT = 8, SPIN_LAUNCHES = 8 };

static const prof_rule rule = {
    .reps_min = 9, .reps_max = 24, .ci_target = 0.005, .budget_ns = 100000000};

/* The largest power of two that the device holds easily. */
static size_t buffer_bytes(const prof_engine *g) {
    size_t bytes = sizes[g->cpu].bytes;
    while (bytes > (size_t)g->info.global_mem_bytes / 32 || bytes > (size_t)g->info.max_alloc_bytes)
        bytes /= 2;
    return bytes;
}

static int set(cl_kernel k, cl_uint idx, size_t n, const void *v, prof_fail *f) {
    cl_int rc = clSetKernelArg(k, idx, n, v);
    return rc == CL_SUCCESS ? 0 : prof_cl_fail(f, PROF_LAUNCH_FAILED, "clSetKernelArg", rc);
}

static int make_buffers(prof_engine *g, prof_fail *f) {
    if (g->sentinel_out) return 0;
    size_t bytes = buffer_bytes(g), global = bytes / sizeof(cl_uint), local = LOCAL;
    cl_uint n = (cl_uint)global;
    cl_kernel chain = g->helper[PROF_K_CHAIN];
    cl_int rc;
    g->sentinel_in = clCreateBuffer(g->context, CL_MEM_READ_WRITE, bytes, NULL, &rc);
    if (rc == CL_SUCCESS)
        g->sentinel_out = clCreateBuffer(g->context, CL_MEM_READ_WRITE, bytes, NULL, &rc);
    if (rc != CL_SUCCESS) return prof_cl_fail(f, PROF_LAUNCH_FAILED, "clCreateBuffer", rc);
    if (set(chain, 0, sizeof(cl_mem), &g->sentinel_in, f) != 0 ||
        set(chain, 1, sizeof n, &n, f) != 0)
        return -1;
    rc = clEnqueueNDRangeKernel(g->queue, chain, 1, NULL, &global, &local, 0, NULL, NULL);
    if (rc != CL_SUCCESS) return prof_cl_fail(f, PROF_LAUNCH_FAILED, "clEnqueueNDRangeKernel", rc);
    return 0;
}

static int prepare_compute(prof_engine *g, prof_launch *l, prof_fail *f) {
    *l = (prof_launch){.kernel = g->helper[PROF_K_COMPUTE], .local = LOCAL};
    l->global = (size_t)g->info.compute_units * GROUPS_PER_UNIT * LOCAL;
    if (l->global * sizeof(cl_uint) > buffer_bytes(g))
        l->global = buffer_bytes(g) / sizeof(cl_uint);
    if (set(l->kernel, 0, sizeof(cl_mem), &g->sentinel_out, f) != 0) return -1;
    return set(l->kernel, 1, sizeof(cl_uint), &sizes[g->cpu].iterations, f);
}

static int prepare_bandwidth(prof_engine *g, prof_launch *l, prof_fail *f) {
    *l = (prof_launch){.kernel = g->helper[PROF_K_BANDWIDTH], .local = LOCAL};
    l->global = buffer_bytes(g) / sizeof(cl_uint4);
    if (set(l->kernel, 0, sizeof(cl_mem), &g->sentinel_in, f) != 0) return -1;
    return set(l->kernel, 1, sizeof(cl_mem), &g->sentinel_out, f);
}

/* One work-item: nothing else hides the latency. */
static int prepare_latency(prof_engine *g, prof_launch *l, prof_fail *f) {
    *l = (prof_launch){.kernel = g->helper[PROF_K_LATENCY], .global = 1, .local = 1};
    if (set(l->kernel, 0, sizeof(cl_mem), &g->sentinel_in, f) != 0 ||
        set(l->kernel, 1, sizeof(cl_mem), &g->sentinel_out, f) != 0)
        return -1;
    return set(l->kernel, 2, sizeof(cl_uint), &sizes[g->cpu].steps, f);
}

static int (*const prepare[PROF_N_SENTINELS])(prof_engine *g, prof_launch *l, prof_fail *f) = {
    [PROF_S_COMPUTE] = prepare_compute,
    [PROF_S_BANDWIDTH] = prepare_bandwidth,
    [PROF_S_LATENCY] = prepare_latency,
};

int prof_sentinel_time(prof_engine *g, prof_sentinel which, prof_times *out, prof_fail *f) {
    const double limit_s = 10;
    prof_launch l;
    *out = (prof_times){.start = NULL};
    if (make_buffers(g, f) != 0 || prepare[which](g, &l, f) != 0) return -1;
    l.behind_block = which != PROF_S_COMPUTE; /* which is the blocking kernel itself */
    return prof_measure(g, &l, &rule, limit_s, out, f);
}

int prof_sentinel_spin(prof_engine *g, prof_fail *f) {
    prof_launch l;
    cl_ulong start[SPIN_LAUNCHES], end[SPIN_LAUNCHES];
    int n = g->cpu ? 1 : SPIN_LAUNCHES;
    if (make_buffers(g, f) != 0 || prepare_compute(g, &l, f) != 0) return -1;
    l.behind_block = false;
    if (prof_launch_batch(g, &l, n, start, end, f) != 0) return -1;
    g->spin_ns = end[n - 1] > start[n - 1] ? (int64_t)(end[n - 1] - start[n - 1]) : 1;
    return 0;
}

/* How fast commands arrive when nothing holds the device up. */
static int measure_pitch(prof_engine *g, prof_fail *f) {
    enum { LAUNCHES = 32 };
    const prof_launch l = {.kernel = g->helper[PROF_K_NULL], .global = 1, .local = 1};
    const cl_mem none = NULL;
    cl_ulong start[LAUNCHES], end[LAUNCHES];
    if (set(l.kernel, 0, sizeof(cl_mem), &none, f) != 0) return -1;
    for (int i = 0; i < 2; i++) { /* the first is slow */
        if (prof_launch_batch(g, &l, LAUNCHES, start, end, f) != 0) return -1;
    }
    int64_t span = (int64_t)(end[LAUNCHES - 1] - start[0]);
    g->pitch_ns = span > LAUNCHES ? span / LAUNCHES : 1;
    return 0;
}

int prof_sentinel_block(prof_engine *g, int commands, prof_fail *f) {
    enum { BLOCKS_MAX = 50 };
    prof_launch l;
    if (g->spin_ns == 0 && prof_sentinel_spin(g, f) != 0) return -1;
    if (g->pitch_ns == 0 && measure_pitch(g, f) != 0) return -1;
    if (prepare_compute(g, &l, f) != 0) return -1;
    int64_t cover_ns = commands * g->pitch_ns * 5 / 4;
    for (int i = 0; i < BLOCKS_MAX && i * g->spin_ns < cover_ns; i++) {
        cl_int rc =
            clEnqueueNDRangeKernel(g->queue, l.kernel, 1, NULL, &l.global, &l.local, 0, NULL, NULL);
        if (rc != CL_SUCCESS)
            return prof_cl_fail(f, PROF_LAUNCH_FAILED, "clEnqueueNDRangeKernel", rc);
    }
    return 0;
}
