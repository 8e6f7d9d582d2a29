/* One launch configuration, ready to be repeated: arguments set, buffers filled, contents restored
 * before every launch where the kernel changes what it reads. */
#ifndef LLMPERF_PROFILE_LAUNCH_H
#define LLMPERF_PROFILE_LAUNCH_H

#include "profile/engine.h"
#include "profile/protocol.h"
#include "profile/recipe.h"

/* A buffer argument. */
typedef struct prof_bound {
    prof_buf *buf;
    prof_buf *pristine; /* a copy of the filled contents, NULL when refilling serves */
    prof_fill fill;
    size_t bytes;
    bool restore;
    unsigned char *host, *back; /* hostcopy.h: contents to send and to fetch, else NULL */
} prof_bound;

typedef struct prof_launch {
    cl_kernel kernel;
    size_t global, local;
    bool
        host_copies; /* contents travel with every launch instead of being restored on the device */
    bool behind_block;  /* batches start behind a blocking kernel, see prof_launch_batch */
    int64_t typical_ns; /* of one launch, 0 until known */
    prof_buf *evict;    /* cold policy: zeroed before every launch, else NULL */
    prof_bound *bound;
    int n_bound;
} prof_launch;

/* Checks the job against the kernel's and the device's limits, takes buffers, fills them and sets
 * the arguments of the engine's program. Release in any case; a release waits for nothing, so let
 * the queue be empty. */
int prof_launch_prepare(prof_engine *g, const prof_job *job, prof_launch *l, prof_fail *f);
void prof_launch_release(prof_engine *g, prof_launch *l);

/* Enqueues n launches with one event each, flushes once, waits once, and reads the device's clock.
 * On GPUs a batch of several starts behind a kernel that keeps the device busy until all are
 * enqueued: a launch for which the device has to wait counts part of that wait as its own time,
 * which doubles the time of the shortest kernels and drifts with the host. */
int prof_launch_batch(prof_engine *g, const prof_launch *l, int n, cl_ulong *start, cl_ulong *end,
                      prof_fail *f);

/* ---- the parts of preparing that a probe shares (probe_launch.h) ---- */

/* Judges a job by the limits of kernel and device beforehand: an error of a launch would cost the
 * context. The kernel has hidden_args arguments behind those of the job. */
int prof_launch_check(const prof_engine *g, const prof_job *job, int hidden_args, prof_fail *f);
int prof_launch_set_arg(cl_kernel k, int idx, size_t n, const void *value, prof_fail *f);
/* Sets a scalar or a local argument. */
int prof_launch_set_plain(cl_kernel k, const prof_job_arg *a, int idx, prof_fail *f);
/* Fills `to`, which has the argument's bytes rounded up to 4 at least, with its recipe; *fill is
 * what to repeat. */
int prof_launch_fill(prof_engine *g, const prof_job *job, int idx, const prof_buf *to,
                     prof_fill *fill, prof_fail *f);
/* Fills *f for a launch that OpenCL refused. A work-group size that is refused was refused before
 * anything ran, so the context is still good. */
int prof_launch_refused(const prof_engine *g, size_t local, cl_int rc, prof_fail *f);

#endif
