/* Synthesised kernels: one-dimensional OpenCL C 1.2 kernels from a grammar.
 *
 * A kernel is drawn from two random streams. The stream of its template decides the structure:
 * access pattern, loops, operations, local memory, divergence. The stream of the kernel decides
 * what siblings of one template differ in: element types, constants, unrolling, names, layout. Both
 * depend on nothing but (seed, index, siblings, shares), with integer arithmetic only: the same
 * request gives the same bytes on any machine, and a larger count only adds kernels. */
#ifndef LLMPERF_GEN_SYNTH_H
#define LLMPERF_GEN_SYNTH_H

#include "common/campaign.h"

typedef struct gen_synth {
    int64_t count; /* kernels */
    int64_t seed;
    int64_t siblings;            /* kernels a template */
    const lp_synth_shares *want; /* borrowed */
} gen_synth;

/* Appends kernel `index` (0 .. count - 1) as the text of a file. Its first line is a comment: the
 * mark, the template and what it was made of. */
void gen_synth_kernel(const gen_synth *g, int64_t index, lp_text *out);

/* The file name of a kernel: synth-000012.cl */
void gen_synth_file(int64_t index, lp_text *out);

/* Writes all kernels into the folder `dir` (made when missing), and removes files there that have
 * the name of a synthesised kernel but are none of these. Returns 0, -1 with a message, or
 * GEN_SYNTH_INTERRUPTED. */
#define GEN_SYNTH_INTERRUPTED (-2)
int gen_synth_write(const gen_synth *g, const char *dir, lp_err *e);

#endif
