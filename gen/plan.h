/* The plan of a campaign: which kernels, their samples, the plan's hash, and bringing the database
 * up to it. */
#ifndef LLMPERF_GEN_PLAN_H
#define LLMPERF_GEN_PLAN_H

#include "gen/store.h"

typedef struct gen_plan {
    char hash[33];
    bool changed; /* the database was not up to it before */
    gen_limits limits;
    char *device;          /* where limits came from, NULL: the config alone */
    int64_t found, usable; /* kernels in the database, and those not skipped by analyze */
    int64_t chosen;        /* after corpus.limit */
    int64_t empty;         /* chosen kernels without a sample */
    int64_t probes;        /* launches of probes */
    int64_t unprobed;      /* kernels with samples for which no such launch was found */
    int64_t stale;         /* kernels whose rows differed from the plan */
    gen_counts counts;
    gen_changes changes;
} gen_plan;

#define GEN_INTERRUPTED (-2)

/* Plans every sample and stores what is missing. Returns 0, -1 with a message, or GEN_INTERRUPTED:
 * what is stored then is whole kernels, and running again goes on. Free *out with gen_plan_free in
 * any case. */
int gen_plan_run(db *d, const lp_campaign *c, const char *config_path, gen_plan *out, lp_err *e);
void gen_plan_free(gen_plan *p);

#endif
