/* What the model page is made of. */
#ifndef LLMPERF_REPORT_PAGE_MODEL_H
#define LLMPERF_REPORT_PAGE_MODEL_H

#include "report/report.h"

/* ---- model_plots.c: figures, drawn and appended ---- */

/* Predicted against measured; kernels that were trained on in a panel of their own. */
int rep_model_density(rep *r, lp_text *out, lp_err *e);
/* Predicted / measured and how often the time lies in the interval, by decade of the measured time;
 * the former also by pattern. */
int rep_model_ratios(rep *r, rep_by by, lp_text *out, lp_err *e);
int rep_model_coverage(rep *r, lp_text *out, lp_err *e);

/* The parts that rows have, "test, heldout": those that are trained on or the others. Empty when
 * there is none. */
void rep_model_parts(const rep *r, bool seen, lp_text *out);

#endif
