/* Kernels out of a source file, as `llmperf analyze` sees them: the same records as in a database.
 */
#ifndef LLMPERF_MODEL_KERNEL_H
#define LLMPERF_MODEL_KERNEL_H

#include "common/json.h"
#include "db/record.h"

typedef struct mdl_kernels {
    db_kernel *v;
    size_t n, cap;
} mdl_kernels;

/* Analyses a file with the program llmperf-analyze, which is beside this one or in PATH; defines
 * (NAME=VALUE) and include folders are handed on to it. What is wrong with the source it says on
 * stderr itself. Zero-initialise *out and free it in any case. */
int mdl_kernels_read(const char *path, const lp_strv *defines, const lp_strv *include_dirs,
                     mdl_kernels *out, lp_err *e);
void mdl_kernels_free(mdl_kernels *k);

/* The kernel of that name, or the only one when the name is NULL; NULL and one line when there is
 * none, several, or it was skipped by the analysis. Borrowed. */
const db_kernel *mdl_kernels_pick(const mdl_kernels *k, const char *path, const char *name,
                                  lp_err *e);

/* One line of `llmperf analyze --json` as a record; free it with db_kernel_free in any case. */
int mdl_kernel_from_json(const json_t *j, db_kernel *k, lp_err *e);

#endif
