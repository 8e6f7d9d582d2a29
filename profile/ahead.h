/* What builders compile ahead: the programs of the kernels that still have samples to time, in the
 * order of the plan. */
#ifndef LLMPERF_PROFILE_AHEAD_H
#define LLMPERF_PROFILE_AHEAD_H

#include "profile/farm.h"
#include "profile/plan.h"

typedef struct prof_ahead {
    const prof_plan *plan; /* borrowed, all of it */
    const lp_campaign *campaign;
    const prof_device *device;
    size_t device_index;
    bool retry_failed;
    int lanes; /* processes like this one on the machine, which share its cores; 0 for none */
    const prof_cache *cache;
    prof_farm *farm;
} prof_ahead;

/* Starts builders for what the plan has left; the borrowed members must be set. */
void prof_ahead_begin(prof_ahead *a);
void prof_ahead_end(prof_ahead *a);

#endif
