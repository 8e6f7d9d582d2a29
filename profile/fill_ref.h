/* The host reference of buffer filling: what fill.cl computes, for tests and for machines without a
 * device. */
#ifndef LLMPERF_PROFILE_FILL_REF_H
#define LLMPERF_PROFILE_FILL_REF_H

#include <stddef.h>

#include "profile/recipe.h"

/* Writes the first `bytes` bytes of a buffer filled by `f`; bytes beyond its components stay as
 * they are. */
void prof_fill_ref(const prof_fill *f, unsigned char *dst, size_t bytes);

#endif
