/* Measured times beside predicted ones, and figures of any part of them: those of `llmperf
 * validate`, by common/metrics.h. */
#ifndef LLMPERF_REPORT_JUDGED_H
#define LLMPERF_REPORT_JUDGED_H

#include <stdbool.h>
#include <stddef.h>

#include "common/metrics.h"
#include "common/text.h"

/* The part of the split: those that a model trained on this campaign has not seen come first. */
typedef enum { REP_TEST, REP_HELDOUT, REP_NO_PART, REP_VAL, REP_TRAIN, REP_N_PARTS } rep_part;
extern const char *const rep_part_names[REP_N_PARTS];
bool rep_part_is_seen(rep_part p); /* val or train */

typedef struct rep_judged {
    lp_predicted *rows; /* in the order of rep.times: a kernel's are beside each other */
    size_t *kernel;     /* of each row: its index in rep.kernels */
    size_t n;
    bool intervals; /* every row has lo and hi */
    lp_strv texts;  /* that the rows borrow */
} rep_judged;

/* What rows are put together by, beside their part. */
typedef enum { REP_BY_PART, REP_BY_CLASS, REP_BY_PATTERN, REP_BY_DECADE, REP_BY_KERNEL } rep_by;

typedef struct rep_group {
    rep_part part;
    int order;        /* of the class, the decade (10^order us); 0 for others */
    const char *name; /* "" for REP_BY_PART; borrowed */
    size_t first, n;  /* of rep_grouping.rows */
    lp_metrics m;
} rep_group;

typedef struct rep_grouping {
    rep_group *v; /* by part, then order, then name; kernels: the largest MAPE first */
    size_t n;
    const lp_predicted **rows; /* group by group */
} rep_grouping;

/* j: at least one row. Free with rep_grouping_free. */
rep_grouping rep_group_rows(const rep_judged *j, rep_by by);
void rep_grouping_free(rep_grouping *g);

rep_part rep_part_of(const char *word);
/* Decade of a time in us: 0 for 1 to 10 us. */
int rep_decade_of(double us);
/* "1-10 us" into out. */
void rep_decade_words(int decade, char out[32]);
void rep_judged_free(rep_judged *j);

#endif
