/* Choosing the local size: what a model chooses against the best that was measured. */
#ifndef LLMPERF_MODEL_BEST_LOCAL_H
#define LLMPERF_MODEL_BEST_LOCAL_H

#include "model/validation.h"

/* How a way of choosing does. A regret is how much longer the chosen time is than the best one, as
 * a share of it. */
typedef struct mdl_regret {
    double within_5;    /* share of sweeps whose regret is at most 0.05 */
    double mean, top95; /* mean, and what 95 % of regrets are at most */
} mdl_regret;

typedef struct mdl_best_local {
    size_t sweeps, launches; /* sweeps are launches that differ in local size alone */
    mdl_regret predicted;    /* the smallest predicted time */
    mdl_regret usual;        /* always 256, or the nearest there is */
    mdl_regret random;
} mdl_best_local;

/* What two launches have in common that differ in local size alone: kernel, global size, seed of
 * the contents, values of the scalars, device. */
uint64_t mdl_best_local_key(const char *kernel, const db_sample *s, int64_t device);

/* sweeps is 0, and the rest means nothing, where all rows differ in something else. */
void mdl_best_local_of(const mdl_validation *v, mdl_best_local *out);

#endif
