/* The three sentinel kernels, run by the worker. */
#ifndef LLMPERF_PROFILE_SENTINEL_H
#define LLMPERF_PROFILE_SENTINEL_H

#include "profile/engine.h"
#include "profile/epoch.h"
#include "profile/protocol.h"

/* Times one sentinel; free *out with prof_times_free in any case. */
int prof_sentinel_time(prof_engine *g, prof_sentinel which, prof_times *out, prof_fail *f);

/* Some arithmetic, waited for, for burn-in. */
int prof_sentinel_spin(prof_engine *g, prof_fail *f);

/* Enqueues kernels that keep the device busy until the next `commands` commands have arrived there,
 * at most some milliseconds. They compute, and touch little memory, so that caches stay as they
 * are. */
int prof_sentinel_block(prof_engine *g, int commands, prof_fail *f);

#endif
