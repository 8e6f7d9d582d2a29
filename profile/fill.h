/* Filling device buffers: enqueued on the engine's in-order queue, not waited for. */
#ifndef LLMPERF_PROFILE_FILL_H
#define LLMPERF_PROFILE_FILL_H

#include "profile/engine.h"
#include "profile/recipe.h"

/* Fills the buffer as prof_fill_ref would; the bytes beyond the components become anything. */
int prof_fill_enqueue(prof_engine *g, const prof_fill *f, const prof_buf *b, prof_fail *fail);
/* Zeros the first `bytes` (rounded up to 4) of a buffer: also what evicts caches. */
int prof_zero_enqueue(prof_engine *g, const prof_buf *b, size_t bytes, prof_fail *fail);

#endif
