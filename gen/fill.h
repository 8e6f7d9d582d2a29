/* The arguments of one sample: values, lengths, content recipes, and the limits they must keep. */
#ifndef LLMPERF_GEN_FILL_H
#define LLMPERF_GEN_FILL_H

#include "gen/scalar.h"

/* Draws all arguments for the launch in `d` and fills s->args and s->bytes (freed by the caller
 * with db_sample_free, in any case). GEN_OK, or the first limit or condition that does not hold. */
gen_reason gen_fill_args(gen_draw *d, const gen_limits *lim, db_sample *s);
/* Only the scalars of that, for launches that share them. */
gen_reason gen_fill_scalars(gen_draw *d, db_sample *s);
/* The arguments of a launch that has the scalars of `first`, which was filled for another local
 * size. Draws nothing. */
gen_reason gen_fill_like(gen_draw *d, const gen_limits *lim, const db_sample *first, db_sample *s);
/* Gives each buffer of these launches the largest of its lengths in them. */
gen_reason gen_share_lengths(const gen_kernel *k, const lp_campaign *c, db_sample *v, size_t n);

#endif
