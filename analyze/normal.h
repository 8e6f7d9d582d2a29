/* The normalised source of one kernel: self-contained, in one layout, the same bytes on any
 * machine.
 *
 * It holds the kernel and, in their order, exactly the top-level declarations it needs, without
 * macros and comments, laid out by layout.h. It compiles, computes the same, and normalises to
 * itself. */
#ifndef AN_NORMAL_H
#define AN_NORMAL_H

#include "analyze/chunk.h"

/* Longer sources are refused: no model reads them, and a file may hold many kernels that share its
 * helpers. */
#define AN_NORMAL_MAX_BYTES ((size_t)1 << 20)

typedef struct an_normal {
    lp_text source;
    char hash[33];   /* of the tokens joined by one space */
    char family[33]; /* the same with the user's names in order of first use and literals by kind:
                        near-duplicates share it */
} an_normal;

/* Normalises c->kernels[kernel]. Fails (one line without a place) when the source is too long or
 * cannot stand by itself. Free
 * with an_normal_free. */
int an_normalise(const an_chunks *c, size_t kernel, an_normal *out, lp_err *e);
void an_normal_free(an_normal *n);

/* closure.c: marks the chunks that a kernel needs; `need` has c->n entries. */
void an_closure(const an_chunks *c, size_t kernel, bool *need);
/* closure.c: is the token a floating literal? */
bool an_is_float(const pp_tok *t);

#endif
