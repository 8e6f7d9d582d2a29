/* Walking over the samples of a campaign, a kernel at a time. */
#ifndef LLMPERF_MODEL_SAMPLES_H
#define LLMPERF_MODEL_SAMPLES_H

#include <stddef.h>

#include "db/ops.h"
#include "db/record.h"

typedef enum {
    MDL_PLANNED, /* every sample */
    MDL_TIMED,   /* those with a warm timing */
} mdl_which;

/* One kernel with its samples, in order; borrowed. 0 to go on, -1 to end with an error. */
typedef int mdl_kernel_fn(void *ctx, const db_kernel *k, const db_sample *s, size_t n, lp_err *e);

/* Calls fn for each kernel with such samples, by path and name, with a progress bar that says
 * `what`. part: train, val or test; NULL: all. only: no other samples than these; NULL: all.
 * *kernels counts them. Interrupted: ends after the present kernel, without an error. */
int mdl_each_kernel(db *d, mdl_which which, const char *part, const db_choice *only,
                    const char *what, mdl_kernel_fn *fn, void *ctx, int64_t *kernels, lp_err *e);

#endif
