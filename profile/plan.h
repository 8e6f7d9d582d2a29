/* What is to be timed, in which order: kernels shuffled, samples within a kernel shuffled, a share
 * chosen for cold and repeated timing.
 *
 * Everything depends on the campaign's seed and on the plan alone, not on what is done already, so
 * that a run that goes on chooses the same. Memory grows with the kernels, not with the samples. */
#ifndef LLMPERF_PROFILE_PLAN_H
#define LLMPERF_PROFILE_PLAN_H

#include <stdbool.h>
#include <stdint.h>

#include "common/campaign.h"
#include "db/record.h"

typedef struct prof_shard {
    int64_t index, count; /* 0 <= index < count */
} prof_shard;

/* "I/N"; false when it is no shard. */
bool prof_shard_parse(const char *text, prof_shard *s);

typedef struct prof_plan_kernel {
    int64_t id;
    uint64_t key;          /* its place in the order */
    int64_t n;             /* samples */
    int64_t class_n[3];    /* of them by planned class */
    int64_t class_rank[3]; /* how many of that class come before this kernel */
    int64_t rank;          /* how many samples come before this kernel */
} prof_plan_kernel;

typedef struct prof_plan {
    db *d;
    int64_t device_id, seed;
    double cold_share, retime_share;
    int64_t heavy_work;  /* samples above it are heavy: the upper tenth of the plan */
    prof_plan_kernel *v; /* of this shard */
    size_t n;
    int64_t all_samples; /* planned, in all shards */
} prof_plan;

/* One planned sample and what is known of it on this device. */
typedef struct prof_item {
    int64_t sample, global, local;
    bool warm, cold, retime; /* timed with that policy */
    bool failed, timed_out;
    bool heavy;
    bool want_cold, want_retime;
} prof_item;

/* What is left to do of a sample. again: failed samples count as not done. */
static inline bool prof_item_open(const prof_item *it, bool again) {
    return !it->warm && (again || !it->failed);
}

static inline bool prof_item_open_cold(const prof_item *it) {
    return it->warm && it->want_cold && !it->cold;
}

int prof_plan_open(prof_plan *p, db *d, int64_t device_id, const lp_campaign *c,
                   const prof_shard *shard, lp_err *e);
void prof_plan_close(prof_plan *p);

/* The samples of one kernel in the order of timing; the caller frees *items. */
int prof_plan_items(const prof_plan *p, const prof_plan_kernel *k, prof_item **items, int *n,
                    lp_err *e);

/* How much is left to do. */
typedef struct prof_todo {
    int64_t warm, cold, retime;
} prof_todo;
int prof_plan_todo(const prof_plan *p, bool retry_failed, prof_todo *out, lp_err *e);

/* True for a share of ranks, spread evenly; `phase` in [0, 1). */
bool prof_share_takes(double share, double phase, int64_t rank);

#endif
