/* Attention, a head and a block of queries at a time.
 *
 * In: queries, keys and values, rotated already. Out: the heads' mixtures of values. A block may
 * hold queries of many short sequences: all of them meet the past in one product, and what is their
 * own piece by piece. Scores of a block stay in a worker's scratch. Keys behind a piece's last
 * query are not touched. naive.c has the same as plain loops. */
#include "model/attn.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "model/blas.h"
#include "model/vec.h"

enum { BLOCK_QUERIES = 128 };

size_t mdl_attn_scratch(size_t n_keys) {
    return BLOCK_QUERIES * n_keys;
}

/* Rows [first, first + n) of the queries, one head; scores: (n, ld), the past first. */
typedef struct block {
    const mdl_attn *a;
    size_t first, n;
    size_t at; /* of the head in a row */
    float *scores;
    size_t ld;
} block;

/* The part of a sequence that lies in a block. */
typedef struct piece {
    const mdl_seq *s;
    size_t row0, n;  /* queries */
    size_t position; /* of the first one among the sequence's own keys */
    float *scores;   /* of the first one, behind the past */
} piece;

/* False when the sequence has no queries in the block. */
static bool cut_piece(const block *b, const mdl_seq *s, piece *out) {
    size_t from = s->query_row0 > b->first ? s->query_row0 : b->first;
    size_t end = s->query_row0 + s->n_queries, block_end = b->first + b->n;
    if (end > block_end) end = block_end;
    if (from >= end) return false;
    *out = (piece){.s = s, .row0 = from, .n = end - from};
    out->position = s->n_keys - s->n_queries + (from - s->query_row0);
    out->scores = b->scores + (from - b->first) * b->ld + b->a->n_past;
    return true;
}

static size_t widest(const block *b) {
    size_t most = 0;
    piece p;
    for (size_t i = 0; i < b->a->n_seqs; i++)
        if (cut_piece(b, &b->a->seqs[i], &p) && p.s->n_before + p.position + p.n > most)
            most = p.s->n_before + p.position + p.n;
    return b->a->n_past + most;
}

/* Scores and their softmax; what a query must not see becomes 0. */
static void score(const block *b, const piece *p, float scale) {
    const mdl_attn *a = b->a;
    const float *q = a->q + p->row0 * a->ld + b->at;
    float *to = p->scores;
    for (size_t i = 0; i < p->s->n_spans; to += p->s->before[i++].n)
        mdl_mul_t(p->n, p->s->before[i].n, a->head_dim, scale, q, a->ld,
                  a->k + p->s->before[i].row0 * a->ld + b->at, a->ld, 0, to, b->ld);
    size_t own = p->position + p->n;
    mdl_mul_t(p->n, own, a->head_dim, scale, q, a->ld, a->k + p->s->key_row0 * a->ld + b->at, a->ld,
              0, to, b->ld);
    for (size_t i = 0; i < p->n; i++) {
        size_t seen = a->n_past + p->s->n_before + p->position + i + 1;
        float *row = p->scores + i * b->ld - a->n_past;
        mdl_softmax(row, seen);
        memset(row + seen, 0, (p->n - 1 - i) * sizeof *row);
    }
}

/* Adds the values of a piece's spans and its own to out, which holds those of the past if there is
 * one. */
static void mix(const block *b, const piece *p) {
    const mdl_attn *a = b->a;
    const float *from = p->scores;
    float *out = a->out + p->row0 * a->ld + b->at, beta = a->n_past > 0 ? 1 : 0;
    for (size_t i = 0; i < p->s->n_spans; from += p->s->before[i++].n, beta = 1)
        mdl_mul(p->n, a->head_dim, p->s->before[i].n, from, b->ld,
                a->v + p->s->before[i].row0 * a->ld + b->at, a->ld, beta, out, a->ld);
    mdl_mul(p->n, a->head_dim, p->position + p->n, from, b->ld,
            a->v + p->s->key_row0 * a->ld + b->at, a->ld, beta, out, a->ld);
}

static void attend(block *b) {
    const mdl_attn *a = b->a;
    size_t rows_at = b->first * a->ld + b->at;
    float scale = 1.0F / sqrtf((float)a->head_dim);
    piece p;
    b->ld = widest(b);
    if (a->n_past > 0)
        mdl_mul_t(b->n, a->n_past, a->head_dim, scale, a->q + rows_at, a->ld, a->past_k + b->at,
                  a->ld, 0, b->scores, b->ld);
    for (size_t i = 0; i < a->n_seqs; i++)
        if (cut_piece(b, &a->seqs[i], &p)) score(b, &p, scale);
    if (a->n_past > 0)
        mdl_mul(b->n, a->head_dim, a->n_past, b->scores, b->ld, a->past_v + b->at, a->ld, 0,
                a->out + rows_at, a->ld);
    for (size_t i = 0; i < a->n_seqs; i++)
        if (cut_piece(b, &a->seqs[i], &p)) mix(b, &p);
}

typedef struct job {
    const mdl_attn *a;
    float *const *scratch;
    size_t n_queries, n_blocks;
} job;

/* Tasks: the last block of queries first (of a long sequence it is the longest), all heads of a
 * block. */
static void run_task(void *arg, size_t task, unsigned worker) {
    const job *j = arg;
    block b = {.a = j->a, .scores = j->scratch[worker]};
    b.first = (j->n_blocks - 1 - task / j->a->n_heads) * BLOCK_QUERIES;
    b.n = j->n_queries - b.first < BLOCK_QUERIES ? j->n_queries - b.first : BLOCK_QUERIES;
    b.at = task % j->a->n_heads * j->a->head_dim;
    attend(&b);
}

void mdl_attn_run(mdl_pool *pool, float *const *scratch, const mdl_attn *a) {
    job j = {.a = a, .scratch = scratch};
    for (size_t i = 0; i < a->n_seqs; i++) j.n_queries += a->seqs[i].n_queries;
    j.n_blocks = (j.n_queries + BLOCK_QUERIES - 1) / BLOCK_QUERIES;
    mdl_pool_run(pool, j.n_blocks * a->n_heads, run_task, &j);
}
