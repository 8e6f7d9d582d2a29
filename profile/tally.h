/* What a run did, counted for the live line and for the table at its end. */
#ifndef LLMPERF_PROFILE_TALLY_H
#define LLMPERF_PROFILE_TALLY_H

#include <stdint.h>
#include <stdio.h>

#include "common/progress.h"
#include "profile/probe_judge.h"
#include "profile/reason.h"
#include "profile/store.h"

typedef struct prof_tally {
    int64_t timed, cold, retimed, redone; /* redone: again after drift */
    int64_t failed[PROF_N_REASONS];
    int64_t classes[3]; /* idle, under, saturated */
    int64_t flags[4];   /* noisy, outliers, drift, bimodal */
    int64_t workers;    /* started */
    int64_t epochs;
    /* probes of this run, in kernels */
    int64_t probed, clean, repaired, quarantined[PROF_N_DANGERS];
    int64_t probe_plain; /* of them: without instrumentation */
    int64_t unprobed;    /* no probe launches are planned for them */
    double probes_s;     /* wall time of probing, which is before the run's */
    /* where the wall time went, seconds: compilers waited for, programs loaded, buffers bound, and
     * what launching took beside the kernels themselves */
    double builds_s, loads_s, fills_s, launches_s;
} prof_tally;

void prof_tally_timed(prof_tally *t, const prof_stored *s);
int64_t prof_tally_failures(const prof_tally *t);
int64_t prof_tally_quarantined(const prof_tally *t);
/* "busy 63 %, 2 failed" for the progress line. */
void prof_tally_note(const prof_tally *t, double busy_share, char *buf, size_t n);
/* The lines about probes; none when there were none. */
void prof_tally_print_probes(FILE *out, const prof_tally *t);
/* The table at the end, with them. */
void prof_tally_print(FILE *out, const prof_tally *t, double wall_s, double busy_share);

#endif
