/* All samples of one kernel. */
#ifndef LLMPERF_GEN_SAMPLE_H
#define LLMPERF_GEN_SAMPLE_H

#include "gen/scalar.h"

/* What the samples of one kernel, or of all, came to. */
typedef struct gen_counts {
    int64_t planned;
    int64_t left_out[GEN_N_REASONS];
    int64_t classes[GEN_N_CLASSES];
    int64_t moved; /* planned in another class than their share, which had no room */
} gen_counts;

void gen_counts_add(gen_counts *to, const gen_counts *more);
int64_t gen_counts_left_out(const gen_counts *c);

/* Plans launch.per_kernel samples of a kernel; those that cannot be are counted by reason. The
 * samples (idx ascending, with kernel_id set, without ids) are *out's: free with gen_samples_free.
 * The result depends on nothing but kernel, campaign and limits. */
typedef struct gen_samples {
    db_sample *v;
    size_t n;
    gen_counts counts;
} gen_samples;

void gen_plan_samples(const gen_kernel *k, const lp_campaign *c, const gen_limits *lim,
                      gen_samples *out);
/* All samples are left out for one reason: the kernel could not be prepared. */
void gen_plan_nothing(const lp_campaign *c, gen_reason why, gen_samples *out);
void gen_samples_free(gen_samples *s);

#endif
