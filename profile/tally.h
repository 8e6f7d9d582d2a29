/* What a run did, counted for the live line and for the table at its end. */
#ifndef LLMPERF_PROFILE_TALLY_H
#define LLMPERF_PROFILE_TALLY_H

#include <stdint.h>
#include <stdio.h>

#include "common/progress.h"
#include "common/text.h"
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
/* Appends "busy 63 %, 9 failed (6 timeout, 3 crash)" for the progress line; the three most frequent
 * reasons. */
void prof_tally_note(const prof_tally *t, double busy_share, lp_text *out);
/* The lines about probes; none when there were none. */
void prof_tally_print_probes(FILE *out, const prof_tally *t);
/* The table at the end, with them. */
void prof_tally_print(FILE *out, const prof_tally *t, double wall_s, double busy_share);

#endif
