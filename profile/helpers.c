/* The profiler's own kernels.
 *
 * In: fill.cl and sentinel.cl, or what was compiled from them. Out: the engine's helper kernels.
 * Launches none. */
#include "profile/helpers.h"

#include "profile/binary.h"
#include "profile/clerr.h"

static const char source[] =
#include "fill_cl.inc"
#include "sentinel_cl.inc"
    ;
static const char std[] = "CL1.2", options[] = "-cl-std=CL1.2";

static const char *const names[PROF_N_HELPERS] = {
    [PROF_K_FILL] = "prof_fill",
    [PROF_K_FILL_MEMBER] = "prof_fill_member",
    [PROF_K_FILL_PERMUTATION] = "prof_fill_permutation",
    [PROF_K_NULL] = "prof_null",
    [PROF_K_COMPUTE] = "prof_compute",
    [PROF_K_BANDWIDTH] = "prof_bandwidth",
    [PROF_K_CHAIN] = "prof_chain",
    [PROF_K_LATENCY] = "prof_latency",
};

const char *prof_helpers_source(void) {
    return source;
}

const char *prof_helpers_std(void) {
    return std;
}

static int compile(prof_engine *g, prof_fail *f) {
    const char *text = source;
    cl_int rc;
    g->helpers = clCreateProgramWithSource(g->context, 1, &text, NULL, &rc);
    if (rc != CL_SUCCESS)
        return prof_cl_fail(f, PROF_LAUNCH_FAILED, "clCreateProgramWithSource", rc);
    rc = clBuildProgram(g->helpers, 1, &g->device, options, NULL, NULL);
    return rc == CL_SUCCESS ? 0 : prof_cl_fail(f, PROF_LAUNCH_FAILED, "clBuildProgram", rc);
}

static int find_kernels(prof_engine *g, prof_fail *f) {
    for (int i = 0; i < PROF_N_HELPERS; i++) {
        cl_int rc;
        g->helper[i] = clCreateKernel(g->helpers, names[i], &rc);
        if (rc != CL_SUCCESS) return prof_cl_fail(f, PROF_LAUNCH_FAILED, "clCreateKernel", rc);
    }
    return 0;
}

void prof_helpers_drop(prof_engine *g) {
    for (int i = 0; i < PROF_N_HELPERS; i++) {
        if (g->helper[i]) clReleaseKernel(g->helper[i]);
        g->helper[i] = NULL;
    }
    if (g->helpers) clReleaseProgram(g->helpers);
    g->helpers = NULL;
}

int prof_helpers_make(prof_engine *g, const char *path, prof_fail *f) {
    lp_err ignored; /* what cannot be kept is compiled again */
    if (path) g->helpers = prof_binary_load(g->context, g->device, path);
    if (g->helpers && find_kernels(g, f) == 0) return 0;
    prof_helpers_drop(g);
    if (compile(g, f) != 0) return -1;
    if (path) prof_binary_save(g->helpers, path, &ignored);
    return find_kernels(g, f);
}
