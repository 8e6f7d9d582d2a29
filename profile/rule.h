/* When to stop: the warm-up rule and the stopping rule of the timing protocol (docs/timing.md),
 * free of OpenCL. */
#ifndef LLMPERF_PROFILE_RULE_H
#define LLMPERF_PROFILE_RULE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct prof_rule {
    int reps_min;      /* the first batch, 9 */
    int reps_max;      /* 54 */
    double ci_target;  /* relative half-width of the median's interval, 0.02 */
    int64_t budget_ns; /* device time of the timed repetitions, 0.3 s */
} prof_rule;

enum {
    PROF_WARMUPS_MIN = 2, /* discarded launches before the first judgement */
    PROF_WARMUPS_MAX = 10,
    PROF_BATCH_MORE = 5 /* repetitions added at a time */
};

/* True when the n >= 1 warm-ups that took t[] suffice. */
bool prof_warm_enough(const int64_t *t, int n);

/* How many repetitions to enqueue next, 0 to stop. times[n] are the valid ones so far; est_ns (> 0)
 * is the last warm-up, used while n is 0; left_ns is the wall time that may still be used: a heavy
 * kernel gets fewer repetitions rather than a time-out. */
int prof_next_batch(const prof_rule *r, const int64_t *times, int n, int64_t est_ns,
                    int64_t left_ns);

#endif
