/* The worker's device: one context, one in-order profiling queue, the helper kernels, the kernel
 * under test.
 *
 * Functions return -1 and fill a prof_fail; after a fatal one the engine must not be used again,
 * only the process ended. */
#ifndef LLMPERF_PROFILE_ENGINE_H
#define LLMPERF_PROFILE_ENGINE_H

#include <CL/cl.h>
#include <stdbool.h>
#include <stdint.h>

#include "profile/device.h"
#include "profile/pool.h"
#include "profile/reason.h"

/* The helper kernels of fill.cl and sentinel.cl. */
typedef enum prof_helper {
    PROF_K_FILL,
    PROF_K_FILL_MEMBER,
    PROF_K_FILL_PERMUTATION,
    PROF_K_NULL,
    PROF_K_COMPUTE,
    PROF_K_BANDWIDTH,
    PROF_K_CHAIN,
    PROF_K_LATENCY,
    PROF_N_HELPERS
} prof_helper;

/* The kernel under test, see program.h. */
typedef struct prof_program {
    cl_program program; /* NULL when there is none */
    cl_kernel kernel;
    cl_uint n_args;
    size_t group_max, group_required; /* required: 0 when free */
    cl_ulong local_bytes;             /* static local memory */
} prof_program;

typedef struct prof_engine {
    prof_device info;
    bool cpu;
    cl_device_id device;
    cl_context context;
    cl_command_queue queue;
    cl_program helpers;
    cl_kernel helper[PROF_N_HELPERS];
    prof_pool pool;
    prof_program program;
    cl_mem sentinel_in, sentinel_out; /* NULL until the sentinels are first run */
    int64_t spin_ns;     /* of one blocking kernel (sentinel.h), 0 until it first ran */
    int64_t pitch_ns;    /* between the empty kernels of one batch: how fast commands arrive */
    double burn_in_s;    /* at the start, and the most after an idle gap */
    double busy_until_s; /* when the device last ended known work, monotonic */
} prof_engine;

/* Opens device `index` of the list, which must still be called `name`. helpers: the file where the
 * compiled helper kernels are kept (helpers.h), NULL to compile them. */
int prof_engine_open(prof_engine *g, int64_t index, const char *name, const char *helpers,
                     prof_fail *f);
/* For a builder: no burn-in, and on a GPU no queue and no helper kernels, only what compiling
 * needs. */
int prof_engine_open_builder(prof_engine *g, int64_t index, const char *name, prof_fail *f);
void prof_engine_close(prof_engine *g);

/* Brings the clocks up: for burn_in_s at the start, and after a gap without device work as long as
 * the gap, at most burn_in_s. Gaps under half a second are ignored. */
int prof_engine_warm(prof_engine *g, prof_fail *f);
/* Notes that the device was busy until now. */
void prof_engine_worked(prof_engine *g);

#endif
