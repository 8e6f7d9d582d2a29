/* One probe launch on the device: every buffer lies between guard zones, and an instrumented kernel
 * reports what it touched. */
#ifndef LLMPERF_PROFILE_PROBE_LAUNCH_H
#define LLMPERF_PROFILE_PROBE_LAUNCH_H

#include "profile/engine.h"
#include "profile/probe_seen.h"
#include "profile/protocol.h"

/* Runs the engine's program once and waits. steps: how many loop iterations a work-item of an
 * instrumented kernel (common/probe.h) may make; 0 when the program is the plain kernel, of which
 * only the guard zones tell. Free *out with prof_seen_free in any case. */
int prof_probe_launch(prof_engine *g, const prof_job *job, int64_t steps, prof_seen *out,
                      prof_fail *f);

#endif
