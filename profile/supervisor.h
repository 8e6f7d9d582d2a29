/* The supervisor: owns the database, never calls OpenCL. */
#ifndef LLMPERF_PROFILE_SUPERVISOR_H
#define LLMPERF_PROFILE_SUPERVISOR_H

#include <stdbool.h>
#include <stdint.h>

#include "profile/plan.h"

typedef struct prof_options {
    const char *db;
    const char *device; /* SEL, NULL for the default */
    prof_shard shard;
    bool isolate;             /* a fresh worker for every sample */
    int64_t limit;            /* samples to time or fail at most, -1 for all */
    int lanes;                /* 0: alone; else one of so many processes of a team (team.h) */
    const prof_shard *others; /* of the lanes on devices like this one: what they have not done by
                                 the end is done here; borrowed */
    int n_others;
    bool retry_failed; /* failed samples count as not done, quarantined kernels as not probed */
    bool probe_only;   /* time nothing */
} prof_options;

/* Each prints its own error line and returns an exit status. */
int prof_run(const prof_options *o);
int prof_register(const prof_options *o);
int prof_print_devices(bool json);

#endif
