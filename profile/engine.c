/* Opening a device and keeping its clocks up.
 *
 * In: an index of the device list. Out: context, queue, helper kernels. Times nothing. */
#include "profile/engine.h"

#include <string.h>

#include "common/progress.h"
#include "profile/clerr.h"
#include "profile/helpers.h"
#include "profile/query.h"
#include "profile/sentinel.h"

static const double gap_min_s = 0.5;
static const double cpu_burn_in_s =
    0.05; /* a CPU needs no clocks brought up, its threads only exist */

static int find_device(prof_engine *g, int64_t index, const char *name, prof_fail *f) {
    prof_devices all;
    lp_err e;
    if (prof_query_devices(&all, &e) != 0) return prof_refuse(f, PROF_LAUNCH_FAILED, "%s", e.msg);
    bool there = index >= 0 && (size_t)index < all.n && strcmp(all.v[index].name, name) == 0;
    if (there) g->info = all.v[index];
    prof_devices_free(&all);
    if (!there)
        return prof_refuse(f, PROF_LAUNCH_FAILED, "device %lld '%s' is gone", (long long)index,
                           name);
    g->device = g->info.handle;
    g->cpu = strcmp(g->info.type, "cpu") == 0;
    return 0;
}

static int make_context(prof_engine *g, prof_fail *f) {
    cl_context_properties props[] = {CL_CONTEXT_PLATFORM,
                                     (cl_context_properties)g->info.platform_handle, 0};
    cl_int rc;
    g->context = clCreateContext(props, 1, &g->device, NULL, NULL, &rc);
    if (rc != CL_SUCCESS) return prof_cl_fail(f, PROF_LAUNCH_FAILED, "clCreateContext", rc);
    return 0;
}

static int make_queue(prof_engine *g, prof_fail *f) {
    cl_int rc;
    g->queue = clCreateCommandQueue(g->context, g->device, CL_QUEUE_PROFILING_ENABLE, &rc);
    if (rc != CL_SUCCESS) return prof_cl_fail(f, PROF_LAUNCH_FAILED, "clCreateCommandQueue", rc);
    return 0;
}

/* What launching needs. */
static int equip(prof_engine *g, const char *helpers, prof_fail *f) {
    if (make_queue(g, f) != 0 || prof_helpers_make(g, helpers, f) != 0) return -1;
    prof_pool_init(&g->pool, g->context, &g->info);
    return 0;
}

int prof_engine_open(prof_engine *g, int64_t index, const char *name, const char *helpers,
                     prof_fail *f) {
    *g = (prof_engine){.cpu = false};
    if (find_device(g, index, name, f) != 0 || make_context(g, f) != 0) return -1;
    return equip(g, helpers, f);
}

int prof_engine_open_builder(prof_engine *g, int64_t index, const char *name, prof_fail *f) {
    *g = (prof_engine){.cpu = false};
    if (find_device(g, index, name, f) != 0 || make_context(g, f) != 0) return -1;
    return g->cpu ? equip(g, NULL, f) : 0;
}

static void release_mem(cl_mem m) {
    if (m) clReleaseMemObject(m);
}

void prof_engine_close(prof_engine *g) {
    prof_pool_free(&g->pool);
    release_mem(g->sentinel_in);
    release_mem(g->sentinel_out);
    prof_helpers_drop(g);
    if (g->queue) clReleaseCommandQueue(g->queue);
    if (g->context) clReleaseContext(g->context);
    *g = (prof_engine){.cpu = false};
}

void prof_engine_worked(prof_engine *g) {
    g->busy_until_s = lp_now_s();
}

int prof_engine_warm(prof_engine *g, prof_fail *f) {
    double gap_s = lp_now_s() - g->busy_until_s, most_s = g->burn_in_s;
    if (g->busy_until_s > 0 && gap_s < gap_min_s) return 0;
    if (g->cpu && most_s > cpu_burn_in_s) most_s = cpu_burn_in_s;
    if (gap_s < most_s) most_s = gap_s;
    double until_s = lp_now_s() + most_s;
    while (lp_now_s() < until_s) {
        if (prof_sentinel_spin(g, f) != 0) return -1;
    }
    prof_engine_worked(g);
    return 0;
}
