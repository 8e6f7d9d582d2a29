/* Rows of a validation by what they have in common. */
#ifndef LLMPERF_MODEL_GROUPS_H
#define LLMPERF_MODEL_GROUPS_H

#include "model/validation.h"

typedef enum {
    MDL_BY_KERNEL,
    MDL_BY_FAMILY,
    MDL_BY_CLASS,
    MDL_BY_PATTERN,
    MDL_BY_SPLIT,
    MDL_N_BY
} mdl_by;
extern const char *const mdl_by_names[MDL_N_BY];

typedef struct mdl_group {
    const char *name; /* borrowed from the rows */
    lp_metrics m;
} mdl_group;

typedef struct mdl_groups {
    mdl_group *v; /* the worst MAPE first */
    size_t n;
} mdl_groups;

/* What a row has in common with others of its group. */
const char *mdl_by_key(const lp_predicted *r, mdl_by by);
mdl_groups mdl_groups_of(const mdl_validation *v, mdl_by by);
void mdl_groups_free(mdl_groups *g);

/* Figures of all rows, and of those of at least so many microseconds (n is 0 when there is none).
 */
void mdl_metrics_above(const mdl_validation *v, double least_us, lp_metrics *out);

/* All rows, the worst APE first; the caller's array. */
const lp_predicted **mdl_worst_rows(const mdl_validation *v);

#endif
