/* Calibration by empty kernels, launched and waited for one by one.
 *
 * In: an engine. Out: tick, floor, latency. Stores nothing. */
#include "profile/calibrate.h"

#include "profile/clerr.h"
#include "profile/stats.h"

enum { LAUNCHES_MAX = 1024, LAUNCHES_CPU = 200, WARM_UPS = 16 };

typedef struct null_time {
    cl_ulong queued, start, end;
} null_time;

static int launch_null(prof_engine *g, null_time *t, prof_fail *f) {
    size_t one = 1;
    cl_event event;
    cl_int rc = clEnqueueNDRangeKernel(g->queue, g->helper[PROF_K_NULL], 1, NULL, &one, &one, 0,
                                       NULL, &event);
    if (rc != CL_SUCCESS) return prof_cl_fail(f, PROF_LAUNCH_FAILED, "clEnqueueNDRangeKernel", rc);
    rc = clFinish(g->queue);
    const struct {
        cl_profiling_info what;
        cl_ulong *to;
    } reads[] = {{CL_PROFILING_COMMAND_QUEUED, &t->queued},
                 {CL_PROFILING_COMMAND_START, &t->start},
                 {CL_PROFILING_COMMAND_END, &t->end}};
    for (int i = 0; i < 3 && rc == CL_SUCCESS; i++)
        rc = clGetEventProfilingInfo(event, reads[i].what, sizeof(cl_ulong), reads[i].to, NULL);
    clReleaseEvent(event);
    if (rc != CL_SUCCESS) return prof_cl_fail(f, PROF_LAUNCH_FAILED, "null kernel", rc);
    return 0;
}

int prof_calibrate(prof_engine *g, prof_calibration *out, prof_fail *f) {
    int64_t durations[LAUNCHES_MAX], latencies[LAUNCHES_MAX];
    int want = g->cpu ? LAUNCHES_CPU : LAUNCHES_MAX, n = 0, n_latencies = 0;
    cl_mem none = NULL;
    cl_int rc = clSetKernelArg(g->helper[PROF_K_NULL], 0, sizeof(cl_mem), &none);
    if (rc != CL_SUCCESS) return prof_cl_fail(f, PROF_LAUNCH_FAILED, "clSetKernelArg", rc);
    for (int i = 0; i < want + WARM_UPS; i++) {
        null_time t;
        if (launch_null(g, &t, f) != 0) return -1;
        if (i < WARM_UPS) continue;
        if (t.end > t.start) durations[n++] = (int64_t)(t.end - t.start);
        if (t.start > t.queued) latencies[n_latencies++] = (int64_t)(t.start - t.queued);
    }
    prof_engine_worked(g);
    *out = (prof_calibration){0};
    if (n == 0) return prof_refuse(f, PROF_BAD_TIMES, "the device's clock does not move");
    out->tick_ns = prof_gcd(durations, n);
    prof_sort(durations, n);
    out->null_kernel_ns = prof_median(durations, n);
    if (n_latencies == 0) return 0;
    prof_sort(latencies, n_latencies);
    out->enqueue_latency_ns = prof_median(latencies, n_latencies);
    return 0;
}
