/* One pass of packed sequences through the network.
 *
 * In: token ids of many sequences. Out: hidden states. Sequences are packed into one matrix of
 * rows, so that every linear layer is one product; only attention looks at one sequence at a time.
 * The last layer computes keys and values of all rows, everything else of the rows whose states are
 * wanted only. Does not decide what is packed: that is forward.c. */
#include "model/pass.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/text.h"
#include "model/blas.h"
#include "model/gemm.h"
#include "model/vec.h"

enum {
    ROW_BLOCK = 16, /* rows of a layer-norm task */
    PAD = 16,       /* floats at the end of a row */
    PARTS = 4       /* of qkv_proj, one a device that CodeGen was first trained on */
};

/* ---- memory ---- */

static void *renew(void *old, size_t n, size_t size) {
    free(old);
    return lp_alloc(n, size);
}

static void need_rows(mdl_ctx *c, size_t n) {
    mdl_rows *r = &c->r;
    if (n <= r->cap) return;
    float **const wide[] = {&r->x, &r->h, &r->q, &r->k, &r->v};
    for (size_t i = 0; i < sizeof wide / sizeof *wide; i++)
        *wide[i] = renew(*wide[i], n * r->ld, sizeof(float));
    r->m = renew(r->m, n * r->ldm, sizeof *r->m);
    r->positions = renew(r->positions, n, sizeof *r->positions);
    r->cap = n;
}

static void need_scratch(mdl_ctx *c, size_t n_keys) {
    size_t n = mdl_attn_scratch(n_keys);
    if (n < mdl_gemm_scratch()) n = mdl_gemm_scratch();
    if (n <= c->scratch_floats) return;
    for (unsigned i = 0; i < mdl_pool_threads(c->pool); i++)
        c->scratch[i] = renew(c->scratch[i], n, sizeof(float));
    c->scratch_floats = n;
}

/* In floats from the angles on, as transformers does: at position 2000 the rounding of an angle
 * shows. */
static void need_turns(mdl_ctx *c, size_t n) {
    size_t dim = c->net->config.rotary_dim;
    if (n <= c->n_turns) return;
    c->turns = renew(c->turns, n * dim, sizeof *c->turns);
    for (size_t i = 0; i < dim; i += 2) {
        float frequency = 1.0F / powf(10000.0F, (float)i / (float)dim);
        for (size_t p = 0; p < n; p++) {
            float angle = (float)p * frequency;
            c->turns[p * dim + i] = cosf(angle);
            c->turns[p * dim + i + 1] = sinf(angle);
        }
    }
    c->n_turns = n;
}

static float *stored_keys(const mdl_ctx *c, size_t layer) {
    return c->kv + 2 * layer * c->kv_cap * c->r.ld;
}

static float *stored_values(const mdl_ctx *c, size_t layer) {
    return c->kv + (2 * layer + 1) * c->kv_cap * c->r.ld;
}

void mdl_pass_need_store(mdl_ctx *c, size_t n_tokens) {
    if (n_tokens <= c->kv_cap) return;
    c->kv = renew(c->kv, 2 * c->net->config.n_layer * n_tokens, c->r.ld * sizeof *c->kv);
    c->kv_cap = n_tokens;
}

void mdl_pass_init(mdl_ctx *c, const mdl_net *net, unsigned threads) {
    mdl_blas_init();
    c->net = net;
    c->r.ld = net->config.n_embd + PAD;
    c->r.ldm = net->config.n_inner + PAD;
    c->pool = mdl_pool_new(threads);
    c->scratch = lp_alloc(mdl_pool_threads(c->pool), sizeof *c->scratch);
}

void mdl_pass_free(mdl_ctx *c) {
    for (unsigned i = 0; i < mdl_pool_threads(c->pool); i++) free(c->scratch[i]);
    float *const all[] = {c->r.x, c->r.h, c->r.q, c->r.k, c->r.v, c->r.m, c->turns, c->kv};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) free(all[i]);
    free(c->r.positions);
    free(c->scratch);
    mdl_pool_free(c->pool);
}

/* ---- one layer ---- */

typedef struct norm {
    const float *x, *weight, *bias;
    float *out, eps;
    size_t n_rows, width, ld;
} norm;

static void norm_rows(void *arg, size_t task, unsigned worker) {
    const norm *n = arg;
    (void)worker;
    size_t end = (task + 1) * ROW_BLOCK < n->n_rows ? (task + 1) * ROW_BLOCK : n->n_rows;
    for (size_t i = task * ROW_BLOCK; i < end; i++)
        mdl_layer_norm(n->x + i * n->ld, n->weight, n->bias, n->eps, n->width, n->out + i * n->ld);
}

static void normalise(mdl_ctx *c, const float *weight, const float *bias, size_t n_rows,
                      float *out) {
    const mdl_config *f = &c->net->config;
    norm n = {c->r.x, weight, bias, out, f->ln_eps, n_rows, f->n_embd, c->r.ld};
    mdl_pool_run(c->pool, (n_rows + ROW_BLOCK - 1) / ROW_BLOCK, norm_rows, &n);
}

/* What the parts of qkv_proj's outputs are, in their order. */
typedef enum { QUERIES, VALUES, KEYS } qkv_kind;

/* The operations that bring one kind of qkv_proj's outputs, a part each, side by side into y. */
static size_t add_qkv(const mdl_ctx *c, const mdl_layer *l, qkv_kind kind, size_t n_rows,
                      const mdl_turns *turns, float *y, mdl_linear *ops) {
    size_t d = c->net->config.n_embd, part = d / PARTS;
    for (size_t i = 0; i < PARTS; i++) {
        mdl_linear op = {
            .n_rows = n_rows, .n_cols = part, .x = c->r.h, .ldx = c->r.ld, .w = l->qkv};
        op.ldy = c->r.ld;
        op.w_row0 = (3 * i + (size_t)kind) * part;
        op.y = y + i * part;
        op.then = kind == VALUES ? MDL_THEN_NOTHING : MDL_THEN_ROTATE;
        op.turns = turns;
        op.col0 = i * part;
        ops[i] = op;
    }
    return PARTS;
}

static mdl_linear fc_in(const mdl_ctx *c, const mdl_layer *l, size_t n_rows) {
    size_t inner = c->net->config.n_inner;
    mdl_linear op = {.n_rows = n_rows, .n_cols = inner, .x = c->r.h, .ldx = c->r.ld, .w = l->fc_in};
    op.y = c->r.m;
    op.ldy = c->r.ldm;

    op.then = MDL_THEN_GELU;
    op.bias = l->fc_in_bias;
    return op;
}

/* x += attention's output projection + fc_out of the MLP. */
static void add_branches(mdl_ctx *c, const mdl_layer *l, size_t n_rows) {
    size_t d = c->net->config.n_embd;
    mdl_linear op = {.n_rows = n_rows, .n_cols = d, .x = c->r.h, .ldx = c->r.ld, .w = l->out};
    op.y = c->r.x;
    op.ldy = c->r.ld;
    op.x2 = c->r.m;
    op.ldx2 = c->r.ldm;
    op.w2 = l->fc_out;
    op.add = true;
    op.then = MDL_THEN_BIAS;
    op.bias = l->fc_out_bias;
    mdl_gemm_run(c->pool, c->scratch, &op, 1);
}

static void attention(mdl_ctx *c, const mdl_pass *p, size_t layer, const float *k, const float *v) {
    const mdl_config *f = &c->net->config;
    mdl_attn a = {.n_heads = f->n_head, .head_dim = f->n_embd / f->n_head, .ld = c->r.ld};
    a.n_past = p->n_past;
    if (p->n_past > 0) {
        a.past_k = stored_keys(c, layer);
        a.past_v = stored_values(c, layer);
    }
    a.q = c->r.q;
    a.k = k;
    a.v = v;
    a.seqs = p->seqs;
    a.n_seqs = p->n_seqs;
    a.out = c->r.h;
    mdl_attn_run(c->pool, c->scratch, &a);
}

/* Moves the rows whose states are wanted, the ends of the sequences, to the front of x, h and the
 * positions. From now on these are the queries. Returns their number. */
static size_t keep_wanted(mdl_ctx *c, const mdl_pass *p) {
    size_t ld = c->r.ld, n = 0;
    for (size_t i = 0; i < p->n_seqs; i++) {
        mdl_seq *s = &p->seqs[i];
        size_t kept = s->n_keys < p->n_wanted ? s->n_keys : p->n_wanted;
        size_t from = s->key_row0 + s->n_keys - kept;
        memmove(c->r.x + n * ld, c->r.x + from * ld, kept * ld * sizeof(float));
        memmove(c->r.h + n * ld, c->r.h + from * ld, kept * ld * sizeof(float));
        memmove(c->r.positions + n, c->r.positions + from, kept * sizeof *c->r.positions);
        s->query_row0 = n;
        s->n_queries = kept;
        n += kept;
    }
    return n;
}

/* Returns the number of rows that are left in x. */
static size_t run_layer(mdl_ctx *c, const mdl_pass *p, size_t layer) {
    const mdl_config *f = &c->net->config;
    const mdl_layer *l = &c->net->layers[layer];
    mdl_turns turns = {c->turns, c->r.positions, f->rotary_dim, f->n_embd / f->n_head};
    float *k = p->store ? stored_keys(c, layer) + p->n_past * c->r.ld : c->r.k;
    float *v = p->store ? stored_values(c, layer) + p->n_past * c->r.ld : c->r.v;
    mdl_linear ops[3 * PARTS + 1];
    size_t n_rows = p->n_rows, n = 0;
    normalise(c, l->ln_weight, l->ln_bias, n_rows, c->r.h);
    n += add_qkv(c, l, KEYS, n_rows, &turns, k, ops + n);
    n += add_qkv(c, l, VALUES, n_rows, &turns, v, ops + n);
    if (layer + 1 == f->n_layer) {
        mdl_gemm_run(c->pool, c->scratch, ops, n);
        n = 0;
        n_rows = keep_wanted(c, p);
        if (n_rows == 0) return 0;
    }
    n += add_qkv(c, l, QUERIES, n_rows, &turns, c->r.q, ops + n);
    ops[n++] = fc_in(c, l, n_rows);
    mdl_gemm_run(c->pool, c->scratch, ops, n);
    attention(c, p, layer, k, v);
    add_branches(c, l, n_rows);
    return n_rows;
}

/* ---- one pass ---- */

/* Embeddings and positions of the parts' tokens, packed. */
static void embed(mdl_ctx *c, const mdl_pass *p) {
    size_t d = c->net->config.n_embd, row = 0;
    for (size_t i = 0; i < p->n_seqs; i++) {
        const mdl_input *t = p->parts[i].in;
        mdl_seq *s = &p->seqs[i];
        s->key_row0 = s->query_row0 = row;
        s->n_keys = s->n_queries = t->n - p->parts[i].first;
        for (size_t k = p->parts[i].first; k < t->n; k++, row++) {
            float *x = c->r.x + row * c->r.ld;
            mdl_tensor_read(c->net->wte, (size_t)t->ids[k], 1, x);
            if (t->extra) mdl_add(x, t->extra + k * d, d);
            c->r.positions[row] = p->n_past + k;
        }
    }
}

/* State `which` of MDL_STATES_LAYERS: the last row of every sequence. */
static void take_layer(const mdl_ctx *c, const mdl_pass *p, size_t which) {
    size_t d = c->net->config.n_embd;
    for (size_t i = 0; i < p->n_seqs; i++) {
        const mdl_seq *s = &p->seqs[i];
        if (!p->parts[i].out) continue;
        memcpy(p->parts[i].out + which * d, c->r.x + (s->query_row0 + s->n_queries - 1) * c->r.ld,
               d * sizeof(float));
    }
}

void mdl_pass_run(mdl_ctx *c, const mdl_pass *p) {
    const mdl_net *net = c->net;
    size_t n_layer = net->config.n_layer, n_states = c->opt.n_states, n_rows = p->n_rows,
           longest = 0;
    bool layers = c->opt.from == MDL_STATES_LAYERS;
    for (size_t i = 0; i < p->n_seqs; i++)
        if (p->parts[i].in->n > longest) longest = p->parts[i].in->n;
    need_rows(c, p->n_rows);
    need_scratch(c, p->n_past + longest);
    need_turns(c, p->n_past + longest);
    embed(c, p);
    for (size_t i = 0; i < n_layer; i++) {
        if (layers && i + n_states >= n_layer + 1) take_layer(c, p, i + n_states - n_layer - 1);
        n_rows = run_layer(c, p, i);
    }
    normalise(c, net->ln_f_weight, net->ln_f_bias, n_rows, c->r.x);
    if (layers) take_layer(c, p, n_states - 1);
}
