/* Causal attention of packed sequences to a shared past, to parts of each other and to themselves.
 */
#ifndef MDL_ATTN_H
#define MDL_ATTN_H

#include "model/pool.h"

/* Rows [row0, row0 + n) of k and v. */
typedef struct mdl_span {
    size_t row0, n;
} mdl_span;

enum { MDL_MAX_SPANS = 8 };

/* One sequence: it goes on where rows of other sequences, the spans before it, end. Its own keys
 * and values are rows key_row0 ... of k and v; its queries, which are its last n_queries positions,
 * are rows query_row0 ... of q, right behind those of the sequence before it in the list. */
typedef struct mdl_seq {
    mdl_span before[MDL_MAX_SPANS];
    size_t n_spans, n_before; /* n_before: rows of all spans */
    size_t key_row0, n_keys;
    size_t query_row0, n_queries;
} mdl_seq;

/* All matrices are (rows, n_heads * head_dim), heads side by side; ld: floats from one row to the
 * next. Every query sees the whole past and all spans of its sequence. */
typedef struct mdl_attn {
    size_t n_heads, head_dim, ld;
    const float *past_k, *past_v; /* n_past rows */
    size_t n_past;
    const float *q, *k, *v;
    const mdl_seq *seqs;
    size_t n_seqs;
    float *out; /* rows as in q */
} mdl_attn;

/* Floats of scratch that each worker needs where no query sees more than n_keys keys. */
size_t mdl_attn_scratch(size_t n_keys);
void mdl_attn_run(mdl_pool *pool, float *const *scratch, const mdl_attn *a);

#endif
