/* Values of formulas for one launch, from `--eval global=1024,local=64,n=1000`. */
#ifndef AN_EVAL_H
#define AN_EVAL_H

#include "common/expr.h"
#include "common/text.h"
#include "db/record.h"

typedef struct an_eval {
    lp_strv names;
    lp_bind *v; /* names borrowed from above, or from the kernel whose values were derived */
    size_t n, cap;
    size_t given; /* the rest is derived for one kernel */
} an_eval;

/* Parses NAME=INTEGER, comma separated. Free with an_eval_free in any case. */
int an_eval_parse(const char *text, an_eval *v, lp_err *e);
void an_eval_free(an_eval *v);
/* Adds the scalars of `k` that were not given and whose domain says what they must equal. `k` must
 * outlive the next use. */
void an_eval_begin(an_eval *v, const db_kernel *k);
/* False when the formula is NULL, or needs what was not given or memory decides. */
bool an_eval_get(const an_eval *v, const char *formula, int64_t *out);

#endif
