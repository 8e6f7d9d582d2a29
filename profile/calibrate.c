/* Calibration by empty kernels.
 *
 * In: an engine. Out: tick, floor, latency. Stores nothing. */
#include "profile/calibrate.h"

#include "profile/clerr.h"
#include "profile/launch.h"
#include "profile/stats.h"

enum { BATCH = 16, BATCHES_MAX = 64, BATCHES_CPU = 12, SINGLES = 64, WARM_UPS = 16 };

/* QUEUED to START of one launch on an idle device, 0 when the clock disagrees with itself. */
static int launch_single(prof_engine *g, const prof_launch *l, int64_t *latency_ns, prof_fail *f) {
    cl_event event;
    cl_ulong queued = 0, start = 0;
    cl_int rc = clEnqueueNDRangeKernel(g->queue, l->kernel, 1, NULL, &l->global, &l->local, 0, NULL,
                                       &event);
    if (rc != CL_SUCCESS) return prof_cl_fail(f, PROF_LAUNCH_FAILED, "clEnqueueNDRangeKernel", rc);
    rc = clFinish(g->queue);
    if (rc == CL_SUCCESS)
        rc = clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_QUEUED, sizeof queued, &queued,
                                     NULL);
    if (rc == CL_SUCCESS)
        rc = clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof start, &start, NULL);
    clReleaseEvent(event);
    if (rc != CL_SUCCESS) return prof_cl_fail(f, PROF_LAUNCH_FAILED, "null kernel", rc);
    *latency_ns = start > queued ? (int64_t)(start - queued) : 0;
    return 0;
}

static int measure_latency(prof_engine *g, const prof_launch *l, int64_t *median_ns, prof_fail *f) {
    int64_t latency[SINGLES];
    int n = 0;
    for (int i = 0; i < WARM_UPS + SINGLES; i++) {
        int64_t ns = 0;
        if (launch_single(g, l, &ns, f) != 0) return -1;
        if (i >= WARM_UPS && ns > 0) latency[n++] = ns;
    }
    prof_sort(latency, n);
    *median_ns = n ? prof_median(latency, n) : 0;
    return 0;
}

/* Launched as samples are: in batches, behind a block. */
static int measure_floor(prof_engine *g, prof_launch *l, prof_calibration *out, prof_fail *f) {
    int64_t time[BATCH * BATCHES_MAX];
    int n = 0;
    for (int b = 0; b < (g->cpu ? BATCHES_CPU : BATCHES_MAX); b++) {
        cl_ulong start[BATCH], end[BATCH];
        if (prof_launch_batch(g, l, BATCH, start, end, f) != 0) return -1;
        for (int i = 0; i < BATCH; i++) {
            if (end[i] > start[i]) time[n++] = (int64_t)(end[i] - start[i]);
        }
    }
    if (n == 0) return prof_refuse(f, PROF_BAD_TIMES, "the device's clock does not move");
    out->tick_ns = prof_gcd(time, n);
    prof_sort(time, n);
    out->null_kernel_ns = prof_median(time, n);
    return 0;
}

int prof_calibrate(prof_engine *g, prof_calibration *out, prof_fail *f) {
    prof_launch l = {
        .kernel = g->helper[PROF_K_NULL], .global = 1, .local = 1, .behind_block = true};
    const cl_mem none = NULL;
    *out = (prof_calibration){0};
    cl_int rc = clSetKernelArg(l.kernel, 0, sizeof(cl_mem), &none);
    if (rc != CL_SUCCESS) return prof_cl_fail(f, PROF_LAUNCH_FAILED, "clSetKernelArg", rc);
    if (measure_latency(g, &l, &out->enqueue_latency_ns, f) != 0) return -1;
    return measure_floor(g, &l, out, f);
}
