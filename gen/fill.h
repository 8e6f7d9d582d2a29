/* The arguments of one sample: values, lengths, content recipes, and the limits they must keep. */
#ifndef LLMPERF_GEN_FILL_H
#define LLMPERF_GEN_FILL_H

#include "gen/scalar.h"

/* Draws all arguments for the launch in `d` and fills s->args and s->bytes (freed by the caller
 * with db_sample_free, in any case). GEN_OK, or the first limit or condition that does not hold. */
gen_reason gen_fill_args(gen_draw *d, const gen_limits *lim, db_sample *s);

#endif
