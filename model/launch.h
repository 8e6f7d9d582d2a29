/* A launch out of what a user says: values of scalars, lengths of buffers, the rest inferred. */
#ifndef LLMPERF_MODEL_LAUNCH_H
#define LLMPERF_MODEL_LAUNCH_H

#include "common/text.h"
#include "db/record.h"

/* `name=VALUE` or `name=[LENGTH]`, texts that may be formulas of global, local and scalars. */
typedef struct mdl_arg {
    char *name, *text;
    bool is_length;
} mdl_arg;

typedef struct mdl_args {
    mdl_arg *v;
    size_t n, cap;
} mdl_args;

/* Parses one --arg word and adds it; a second value for a name is an error. */
int mdl_args_add(mdl_args *a, const char *word, lp_err *e);
void mdl_args_free(mdl_args *a);

/* Fills *s (free with db_sample_free in any case) for a kernel:
 * - scalars as given; else what their domain says they must equal; else by role: a bound is the
 *   global size, a coefficient, seed, flag or unused one 1, a probability 0.5; others must be given
 * - lengths as given, else the kernel's extents
 * - contents as `llmperf gen` plans them.
 * Appends to `notes` (may be NULL), one a line, what was assumed. */
int mdl_launch_make(const db_kernel *k, int64_t global, int64_t local, const mdl_args *given,
                    db_sample *s, lp_text *notes, lp_err *e);

#endif
