/* Launches of one kernel that lie on a curve: they differ in one thing. */
#ifndef LLMPERF_REPORT_CURVES_H
#define LLMPERF_REPORT_CURVES_H

#include <stddef.h>
#include <stdint.h>

#include "common/text.h"

typedef struct rep_launch {
    int64_t sample_id, global_size, local_size, fill_seed;
    double ns, lo_ns, hi_ns;                /* measured */
    double said_ns, said_lo_ns, said_hi_ns; /* predicted; NaN: not, or no interval */
    lp_text scalars;                        /* "n=1000, k=3" */
    lp_text fixed; /* those that decide the work and do not follow the global size */
} rep_launch;

typedef struct rep_launches {
    rep_launch *v; /* by work-groups, local size, sample */
    size_t n, cap;
} rep_launches;

/* Adds a scalar's value to the texts. A value near the global size or a multiple of it follows it.
 * Roles that do not change the work (coefficient, seed, unused) make no curve; role may be NULL. */
void rep_launch_scalar(rep_launch *l, const char *name, const char *role, const char *value);
void rep_launches_free(rep_launches *l);

typedef struct rep_curve {
    size_t first, n; /* rep_curves.order[first] ..., ascending in what they differ in */
} rep_curve;

typedef struct rep_curves {
    size_t *order; /* indices of launches: curve by curve, then those on none */
    rep_curve *v;  /* the one with most launches first */
    size_t n;
    size_t on; /* launches that are on a curve */
} rep_curves;

/* Launches of the same local size and scalars with three or more different numbers of work-groups;
 * at most `most` curves. Free with rep_curves_free. */
rep_curves rep_curves_of_groups(const rep_launches *l, size_t most);
/* Launches that differ in the local size alone. */
rep_curves rep_curves_of_local(const rep_launches *l, size_t most);
void rep_curves_free(rep_curves *c);

#endif
