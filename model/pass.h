/* What contexts are made of, and one pass of packed sequences through the network. For forward.c
 * only. */
#ifndef MDL_PASS_H
#define MDL_PASS_H

#include "model/attn.h"
#include "model/forward.h"
#include "model/pool.h"

/* Matrices of a pass, (rows, n_embd) but for m, which is (rows, n_inner). Rows are some floats
 * longer: where they are a power of two apart, they all meet in a few places of the caches. */
typedef struct mdl_rows {
    size_t cap;
    size_t ld, ldm; /* floats from one row to the next */
    float *x;       /* the residual stream */
    float *h;       /* normalised; later what attention gives */
    float *q, *k, *v, *m;
    size_t *positions; /* of the rows */
} mdl_rows;

struct mdl_ctx {
    const mdl_net *net;
    mdl_ctx_options opt;
    mdl_pool *pool;
    float **scratch; /* a block for each worker */
    size_t scratch_floats;
    float *turns; /* (max_tokens, rotary_dim): cosine and sine by pairs, of the first n_turns
                     positions */
    size_t n_turns;
    mdl_rows r;
    /* the prefix */
    size_t n_prefix, kv_cap;
    float *kv;   /* n_layer times keys, values: (kv_cap, n_embd) each */
    float *tail; /* final states of its last positions, for MDL_STATES_POSITIONS */
    size_t n_tail;
};

/* Tokens of an input from `first` on; where those before it are, the sequence's spans say. */
typedef struct mdl_part {
    const mdl_input *in;
    size_t first;
    float *out; /* MDL_STATES_LAYERS: where its states go; NULL: nowhere */
} mdl_part;

typedef struct mdl_pass {
    const mdl_part *parts;
    mdl_seq *seqs; /* one a part: with its spans; the rest is filled in */
    size_t n_seqs, n_rows;
    size_t n_past;   /* tokens of the prefix that are stored already */
    bool store;      /* keys and values go to the prefix; one part only */
    size_t n_wanted; /* states at the ends of the sequences, at most */
} mdl_pass;

/* A context with neither threads nor a prefix, and its end. */
void mdl_pass_init(mdl_ctx *c, const mdl_net *net, unsigned threads);
void mdl_pass_free(mdl_ctx *c);
/* Room for n_tokens of prefix; what was stored is lost. */
void mdl_pass_need_store(mdl_ctx *c, size_t n_tokens);
/* Leaves the final states of the wanted rows in c->r.x, each sequence's from its query_row0 on. */
void mdl_pass_run(mdl_ctx *c, const mdl_pass *p);

#endif
