/* Values of scalar arguments, and the names a launch gives to formulas. */
#ifndef LLMPERF_GEN_SCALAR_H
#define LLMPERF_GEN_SCALAR_H

#include "gen/launch.h"

#define GEN_LEVELS 6 /* of caution: each quarters the ranges, the last leaves only small values */

#define GEN_LOCAL_BIND 1 /* the local size among the names; the global size is before it */

/* One attempt at a sample: the launch, and the integer scalars drawn so far. */
typedef struct gen_draw {
    const gen_kernel *k;
    const lp_campaign *c;
    lp_pcg *rng;
    int level;   /* 0 .. GEN_LEVELS - 1 */
    int64_t set; /* from 1: scalars but bounds are those of this set of the kernel's; 0: new ones */
    int64_t global, local;
    /* local sizes of all launches that these scalars are drawn for: multiples must suit each of
     * them; none: `local` alone */
    const int64_t *locals;
    size_t n_locals;
    lp_bind *binds; /* global, local, then integer scalars; room for n_args + 2 */
    int *arg_of;    /* by bind: argument index, -1 for the launch sizes */
    int n_binds;
} gen_draw;

/* Evaluates a formula for this attempt; GEN_OVERFLOW when it has no value. */
gen_reason gen_eval(const gen_draw *d, const lp_expr *x, int64_t *out);

/* Draws argument `i` and appends its text; integers of one lane also become a name for formulas.
 * Naive: integers are the global size (as far as the type goes), floats 1. */
gen_reason gen_draw_scalar(gen_draw *d, int i, lp_text *value);
gen_reason gen_naive_scalar(gen_draw *d, int i, lp_text *value);

/* The value of a launch that shares the scalars of another but not its local size: `from` again,
 * or, where a scalar must equal something, what that is now. GEN_DOMAIN when it does not suit. */
gen_reason gen_follow_scalar(gen_draw *d, int i, const char *from, lp_text *value);

/* Gives a bound scalar another value within its domain (memory permitting: a row count was drawn
 * after it). */
gen_reason gen_rebind_scalar(gen_draw *d, int i, int64_t v, lp_text *value);

#endif
