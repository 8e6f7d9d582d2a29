/* Attention, a head and a block of queries at a time.
 *
 * In: queries, keys and values, rotated already. Out: the heads' mixtures of values. Scores of a
 * block stay in a worker's scratch. Keys behind the block's last query are not touched. naive.c has
 * the same as plain loops. */
#include "model/attn.h"

#include <math.h>
#include <string.h>

#include "model/blas.h"
#include "model/vec.h"

enum { BLOCK_QUERIES = 128 };

size_t mdl_attn_scratch(size_t n_keys) {
    return BLOCK_QUERIES * n_keys;
}

static size_t blocks_of(const mdl_seq *s) {
    return (s->n_queries + BLOCK_QUERIES - 1) / BLOCK_QUERIES;
}

/* Queries [first, first + n) of a sequence, one head. scores: (n, past + keys up to the last
 * query). */
static void attend(const mdl_attn *a, const mdl_seq *s, size_t head, size_t first, size_t n,
                   float *scores) {
    size_t position = s->n_keys - s->n_queries + first; /* of the first query in the sequence */
    size_t own = position + n, past = a->n_past, all = past + own;
    size_t at = head * a->head_dim, w = a->ld, d = a->head_dim;
    const float *q = a->q + (s->query_row0 + first) * w + at;
    const float *k = a->k + s->key_row0 * w + at, *v = a->v + s->key_row0 * w + at;
    float *out = a->out + (s->query_row0 + first) * w + at;
    float scale = 1.0F / sqrtf((float)d);
    if (past > 0) mdl_mul_t(n, past, d, scale, q, w, a->past_k + at, w, 0, scores, all);
    mdl_mul_t(n, own, d, scale, q, w, k, w, 0, scores + past, all);
    for (size_t i = 0; i < n; i++) {
        size_t seen = past + position + i + 1;
        mdl_softmax(scores + i * all, seen);
        memset(scores + i * all + seen, 0, (all - seen) * sizeof *scores);
    }
    if (past > 0) mdl_mul(n, d, past, scores, all, a->past_v + at, w, 0, out, w);
    mdl_mul(n, d, own, scores + past, all, v, w, past > 0 ? 1 : 0, out, w);
}

typedef struct job {
    const mdl_attn *a;
    float *const *scratch;
} job;

/* Tasks: sequence by sequence, the last block of queries first (it is the longest), all heads of a
 * block. */
static void run_task(void *arg, size_t task, unsigned worker) {
    const job *j = arg;
    const mdl_seq *s = j->a->seqs;
    while (task >= blocks_of(s) * j->a->n_heads) {
        task -= blocks_of(s) * j->a->n_heads;
        s++;
    }
    size_t first = (blocks_of(s) - 1 - task / j->a->n_heads) * BLOCK_QUERIES;
    size_t n = s->n_queries - first < BLOCK_QUERIES ? s->n_queries - first : BLOCK_QUERIES;
    attend(j->a, s, task % j->a->n_heads, first, n, j->scratch[worker]);
}

void mdl_attn_run(mdl_pool *pool, float *const *scratch, const mdl_attn *a) {
    job j = {a, scratch};
    size_t n_tasks = 0;
    for (size_t i = 0; i < a->n_seqs; i++) n_tasks += blocks_of(&a->seqs[i]) * a->n_heads;
    mdl_pool_run(pool, n_tasks, run_task, &j);
}
