/* Pages of single kernels, kernels/NNNN.html. */
#ifndef LLMPERF_REPORT_PAGE_KERNEL_H
#define LLMPERF_REPORT_PAGE_KERNEL_H

#include "db/record.h"
#include "report/curves.h"
#include "report/report.h"

/* Writes those of all kernels that have one. */
int rep_write_kernel_pages(rep *r, lp_err *e);

/* A cell with the kernel's name, a link where it has a page; for pages beside index.html. */
void rep_cell_kernel(lp_text *out, const rep_kernel *k);
/* The first letters of a family's name, which is a hash. */
void rep_cell_family(lp_text *out, const char *family);

/* ---- kernel_source.c ---- */

/* Source with numbered lines, accesses, arguments, features. */
void rep_kernel_source(const db_kernel *k, lp_text *out);
void rep_kernel_accesses(const db_kernel *k, lp_text *out);
void rep_kernel_arguments(const db_kernel *k, const int64_t *repairs, lp_text *out);
void rep_kernel_features(const db_kernel *k, lp_text *out);

/* ---- kernel_curves.c ---- */

/* Time against work-groups, and against the local size where launches differ in it alone. */
int rep_kernel_curves(rep *r, const rep_kernel *k, const rep_launches *l, lp_text *out, lp_err *e);

#endif
