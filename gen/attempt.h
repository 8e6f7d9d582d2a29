/* One attempt at a launch of a kernel: what planning samples (sample.c) and probes (probe.c) share.
 */
#ifndef LLMPERF_GEN_ATTEMPT_H
#define LLMPERF_GEN_ATTEMPT_H

#include "gen/scalar.h"

#define GEN_TRIES_PER_LEVEL 8
#define GEN_GIVE_UP_AFTER 32 /* indices in a row without a launch: the kernel has no more */

/* Open addressing set of 64-bit hashes of what was planned already; 0 marks an empty slot. */
typedef struct gen_seen {
    uint64_t *v;
    size_t mask;
} gen_seen;

/* What all attempts at one kernel have in common. The pointers to kernel, campaign and limits are
 * borrowed. */
typedef struct gen_planner {
    const gen_kernel *k;
    const lp_campaign *c;
    const gen_limits *lim;
    int64_t *locals; /* local sizes of the kernel, in the order of their turns */
    size_t n_locals;
    gen_seen seen;
    lp_bind *binds;
    int *arg_of;
} gen_planner;

/* Room for `most` launches. False when no local size fits: nothing to plan. Free *p in any case. */
bool gen_planner_begin(gen_planner *p, const gen_kernel *k, const lp_campaign *c,
                       const gen_limits *lim, int64_t most);
void gen_planner_end(gen_planner *p);

typedef struct gen_try {
    lp_pcg *rng;
    int level;         /* of caution, 0 .. GEN_LEVELS - 1 */
    int64_t local;     /* work-items of a group */
    int64_t lo, hi;    /* work-groups, inclusive, before caution */
    int64_t elems_max; /* of any one buffer, 0 = no limit */
    int64_t set;       /* of scalars (scalar.h), 0 = new ones */
} gen_try;

/* Draws a launch that was not planned before and its arguments. On success fills everything of *s
 * but id, kernel, index, strategy, class and fill seed; on failure leaves *s alone. A launch that
 * is to be planned must be remembered before the next attempt. */
gen_reason gen_attempt(const gen_planner *p, const gen_try *t, db_sample *s);
void gen_remember(gen_planner *p, const db_sample *s);
bool gen_was_planned(const gen_planner *p, const db_sample *s);

/* Is work `a` (operations) nearer to `want` than `b`, as a ratio? */
bool gen_is_nearer(int64_t a, int64_t b, int64_t want);
/* The reason that most attempts failed for; that a class has no room is told only when nothing
 * else was found. */
gen_reason gen_commonest(const int failed[GEN_N_REASONS]);
/* "naive" or "memory-analysis"; the caller frees. */
char *gen_strategy_name(const lp_campaign *c);

#endif
