/* Numbers in a text, and the embedding of their values: docs/formats.md, "Number embedding". */
#ifndef LLMPERF_MODEL_NUMBER_H
#define LLMPERF_MODEL_NUMBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MDL_NUMBER_ROWS = 65 }; /* log2 of 1 .. 2^64 */

typedef struct mdl_number {
    size_t at;      /* of its first byte */
    uint64_t value; /* 2^64 - 1 where it is larger */
} mdl_number;

/* The first number at or after byte `from` of the n bytes; false when there is none. What stands
 * before `from` counts: search on from the place after the last number's first byte. */
bool mdl_number_next(const char *text, size_t n, size_t from, mdl_number *out);

/* Adds the embedding of a value to out (d); w is (65, d). */
void mdl_number_add(const float *w, size_t d, uint64_t value, float *out);

#endif
