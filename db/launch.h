/* A launch as formulas and the prompt see it, and a kernel's features evaluated for one: one
 * implementation for export and prediction. */
#ifndef LLMPERF_DB_LAUNCH_H
#define LLMPERF_DB_LAUNCH_H

#include "common/expr.h"
#include "common/prompt_code.h"
#include "common/text.h"
#include "db/record.h"

/* The argument of the sample with this index; NULL when it has none. */
const db_sample_arg *db_arg_of(const db_sample *s, int idx);

/* The launch sizes and the integer scalars by name, into v[] with room for n_args + 2. The names
 * are the kernel's. Returns their number. */
int db_bind_launch(const db_kernel *k, const db_sample *s, lp_bind *v);

/* The features of a kernel, parsed once. Borrows the kernel. */
typedef struct db_formulas {
    const db_kernel *kernel;
    lp_expr **v; /* one a feature, NULL where it does not parse */
} db_formulas;
/* Appends the argument lines, one a line (lines may be NULL), and the model's prompt with the
 * source at that level. With `facts` the prompt has the features of the kernel that have a value
 * other than 0; NULL: none. */
void db_launch_prompt(const db_kernel *k, const db_sample *s, lp_prompt_level level,
                      const db_formulas *facts, lp_text *lines, lp_text *prompt);

void db_formulas_init(db_formulas *f, const db_kernel *k);
void db_formulas_free(db_formulas *f);
/* False when the feature has no value for this launch (contents decide, a division by zero). */
bool db_formula_value(const db_formulas *f, int feature, const lp_binds *launch, int64_t *out);

#endif
