/* How the contents of a buffer would be planned, for the words that the prompt has about them. */
#ifndef LLMPERF_MODEL_CONTENTS_H
#define LLMPERF_MODEL_CONTENTS_H

#include "common/expr.h"
#include "db/record.h"

/* The recipe (docs/formats.md) of a buffer whose contents matter, as `llmperf gen` plans it with
 * the default configuration; NULL when they do not matter or cannot be said for this launch. Caller
 * frees. */
char *mdl_contents_recipe(const db_arg *a, const lp_binds *launch);

#endif
