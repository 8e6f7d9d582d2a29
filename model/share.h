/* Inputs that begin alike, so that what they share is computed once. */
#ifndef MDL_SHARE_H
#define MDL_SHARE_H

#include "model/attn.h"
#include "model/forward.h"

/* An input, and how many of its first tokens it shares with the branch before it in the list. */
typedef struct mdl_branch {
    size_t input;
    size_t shared;
} mdl_branch;

/* All inputs, in an order that brings those that begin alike together; the caller's to free. Tokens
 * are shared when their ids and what is added to them (rows of `width` floats) are the same. The
 * last `own` tokens of an input are never shared: states are read at them. */
mdl_branch *mdl_share(const mdl_input *in, size_t n, size_t width, size_t own);

/* The spans of a sequence that goes on behind the first `shared` tokens of `before`, whose spans
 * and own rows are known. Returns how many tokens they hold: `shared`, or 0 when that would be too
 * many spans. */
size_t mdl_share_spans(const mdl_seq *before, size_t shared, mdl_seq *out);

#endif
