/* The parts of quality.html: each appends its section. */
#ifndef LLMPERF_REPORT_QUALITY_H
#define LLMPERF_REPORT_QUALITY_H

#include "report/report.h"

int rep_quality_failures(rep *r, lp_text *out, lp_err *e);  /* quality_failures.c */
int rep_quality_precision(rep *r, lp_text *out, lp_err *e); /* quality_precision.c */
int rep_quality_flags(rep *r, lp_text *out, lp_err *e);     /* quality_precision.c */
int rep_quality_again(rep *r, lp_text *out, lp_err *e);     /* quality_again.c */
int rep_quality_cold(rep *r, lp_text *out, lp_err *e);      /* quality_again.c */
int rep_quality_drift(rep *r, lp_text *out, lp_err *e);     /* quality_drift.c */
int rep_quality_runs(rep *r, lp_text *out, lp_err *e);      /* quality_drift.c */

/* Ranges of times that tables and plots of quality share: short kernels repeat worse. */
typedef struct rep_range {
    const char *words;
    double below_ns; /* the first time that is too long */
} rep_range;
enum { REP_RANGES = 4 };
extern const rep_range rep_ranges[REP_RANGES];
int rep_range_of(double ns);

#endif
