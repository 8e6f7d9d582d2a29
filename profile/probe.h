/* Probing kernels before they are timed: small launches of an instrumented copy show whether every
 * index stays inside the inferred extents, before anything is measured. */
#ifndef LLMPERF_PROFILE_PROBE_H
#define LLMPERF_PROFILE_PROBE_H

#include "profile/runner.h"

/* Probes these kernels, several at a time, and stores each outcome as soon as it is there. Uses
 * store, campaign, tally and progress of the runner, and the device of its session, not its worker.
 * PROF_DONE, PROF_ERROR, PROF_STOPPED. */
int prof_probe_kernels(prof_runner *r, const int64_t *kernels, size_t n, lp_err *e);

/* 1 when the kernel still has to be probed on this device, 0 when not, -1 on error. again: also
 * what an earlier probe quarantined. */
int prof_probe_wanted(db *d, int64_t kernel, int64_t device, bool again, lp_err *e);

/* 1 and a detail ("CODE: what"; may be NULL) when a probe quarantined the kernel on this device, 0
 * when not or when the campaign probes nothing, -1 on error. */
int prof_probe_quarantined(db *d, const lp_campaign *c, int64_t kernel, int64_t device,
                           lp_err *detail, lp_err *e);

#endif
