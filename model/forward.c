/* The forward pass over packed rows.
 *
 * In: a network, token ids. Out: hidden states. Sequences are packed into one matrix of rows, so
 * that every linear layer is one product; only attention looks at one sequence at a time. The last
 * layer computes keys and values of all rows, everything else of the rows whose states are wanted
 * only. Does not know of text, numbers or times. */
#include "model/forward.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/text.h"
#include "model/attn.h"
#include "model/blas.h"
#include "model/gemm.h"
#include "model/vec.h"

enum {
    PACK_ROWS = 512, /* rows of a pass; one longer suffix is a pass of its own */
    ROW_BLOCK = 16,  /* rows of a layer-norm task */
    PAD = 16,
    PARTS = 4 /* of qkv_proj, one a device that CodeGen was first trained on */
};

/* Matrices of a pass, (rows, n_embd) but for m, which is (rows, n_inner). Rows are PAD floats
 * longer: where they are a power of two apart, they all meet in a few places of the caches. */
typedef struct rows {
    size_t cap;
    size_t ld, ldm; /* floats from one row to the next */
    float *x;       /* the residual stream */
    float *h;       /* normalised; later what attention gives */
    float *q, *k, *v, *m;
    size_t *positions; /* of the rows */
} rows;

struct mdl_ctx {
    const mdl_net *net;
    mdl_ctx_options opt;
    mdl_pool *pool;
    float **scratch; /* a block for each worker */
    size_t scratch_floats;
    float *turns; /* (max_tokens, rotary_dim): cosine and sine by pairs, of the first n_turns
                     positions */
    size_t n_turns;
    rows r;
    /* the prefix */
    size_t n_prefix, kv_cap;
    float *kv;   /* n_layer times keys, values: (kv_cap, n_embd) each */
    float *tail; /* final states of its last positions, for MDL_STATES_POSITIONS */
    size_t n_tail;
};

/* One pass. */
typedef struct pass {
    const mdl_input *in; /* the sequences */
    mdl_seq *seqs;
    size_t n_seqs, n_rows;
    size_t n_past;   /* tokens of the prefix that are stored already */
    bool store;      /* keys and values go to the prefix */
    size_t n_wanted; /* states at the ends of the sequences, at most */
    float *out;      /* MDL_STATES_LAYERS: states by sequence; NULL: none */
} pass;

/* ---- memory ---- */

static void *renew(void *old, size_t n, size_t size) {
    free(old);
    return lp_alloc(n, size);
}

static void need_rows(mdl_ctx *c, size_t n) {
    rows *r = &c->r;
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

static void attention(mdl_ctx *c, const pass *p, size_t layer, const float *k, const float *v) {
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
static size_t keep_wanted(mdl_ctx *c, const pass *p) {
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
static size_t run_layer(mdl_ctx *c, const pass *p, size_t layer) {
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

/* Embeddings and positions of the sequences' tokens, packed. */
static void embed(mdl_ctx *c, const pass *p) {
    size_t d = c->net->config.n_embd, row = 0;
    for (size_t i = 0; i < p->n_seqs; i++) {
        const mdl_input *t = &p->in[i];
        p->seqs[i] = (mdl_seq){row, t->n, row, t->n};
        for (size_t k = 0; k < t->n; k++, row++) {
            float *x = c->r.x + row * c->r.ld;
            mdl_tensor_read(c->net->wte, (size_t)t->ids[k], 1, x);
            if (t->extra) mdl_add(x, t->extra + k * d, d);
            c->r.positions[row] = p->n_past + k;
        }
    }
}

/* State `which` of MDL_STATES_LAYERS: the last row of every sequence. */
static void take_layer(const mdl_ctx *c, const pass *p, size_t which) {
    size_t d = c->net->config.n_embd;
    for (size_t i = 0; i < p->n_seqs; i++) {
        const mdl_seq *s = &p->seqs[i];
        memcpy(p->out + (i * c->opt.n_states + which) * d,
               c->r.x + (s->query_row0 + s->n_queries - 1) * c->r.ld, d * sizeof(float));
    }
}

/* Leaves the final states of the wanted rows in x, by sequence as p->seqs says. */
static void run_pass(mdl_ctx *c, const pass *p) {
    const mdl_net *net = c->net;
    size_t n_layer = net->config.n_layer, n_rows = p->n_rows, longest = 0;
    for (size_t i = 0; i < p->n_seqs; i++)
        if (p->in[i].n > longest) longest = p->in[i].n;
    need_rows(c, p->n_rows);
    need_scratch(c, p->n_past + longest);
    need_turns(c, p->n_past + longest);
    embed(c, p);
    for (size_t i = 0; i < n_layer; i++) {
        if (p->out && i + c->opt.n_states >= n_layer + 1)
            take_layer(c, p, i + c->opt.n_states - n_layer - 1);
        n_rows = run_layer(c, p, i);
    }
    normalise(c, net->ln_f_weight, net->ln_f_bias, n_rows, c->r.x);
    if (p->out) take_layer(c, p, c->opt.n_states - 1);
}

/* ---- prefix ---- */

static int check_tokens(const mdl_ctx *c, const mdl_input *t, size_t n_before, lp_err *e) {
    size_t all = n_before + t->n, vocab = c->net->config.vocab_size;
    if (all > c->opt.max_tokens)
        return lp_fail(e, "%zu tokens, %zu more than the model's limit of %zu", all,
                       all - c->opt.max_tokens, c->opt.max_tokens);
    for (size_t i = 0; i < t->n; i++)
        if (t->ids[i] < 0 || (size_t)t->ids[i] >= vocab)
            return lp_fail(e, "token %d is not in the model's vocabulary of %zu", (int)t->ids[i],
                           vocab);
    return 0;
}

/* Final states of the prefix that suffixes shorter than n_states may want. */
static void keep_tail(mdl_ctx *c, const pass *p) {
    size_t d = c->net->config.n_embd;
    c->n_tail = p->seqs[0].n_queries;
    for (size_t i = 0; i < c->n_tail; i++)
        memcpy(c->tail + i * d, c->r.x + i * c->r.ld, d * sizeof *c->tail);
}

int mdl_ctx_prefix(mdl_ctx *c, const mdl_input *prefix, lp_err *e) {
    const mdl_config *f = &c->net->config;
    c->n_prefix = c->n_tail = 0;
    if (check_tokens(c, prefix, 0, e) != 0) return -1;
    if (prefix->n > c->kv_cap) {
        c->kv = renew(c->kv, 2 * f->n_layer * prefix->n, c->r.ld * sizeof *c->kv);
        c->kv_cap = prefix->n;
    }
    while (c->n_prefix < prefix->n) {
        size_t left = prefix->n - c->n_prefix;
        /* The last two passes are of one length: the last has all states of the tail. */
        size_t n = left <= PACK_ROWS              ? left
                   : left < (size_t)2 * PACK_ROWS ? (left + 1) / 2
                                                  : PACK_ROWS;
        mdl_input in = {prefix->ids + c->n_prefix, n, prefix->extra};
        mdl_seq seq;
        pass p = {.in = &in,
                  .seqs = &seq,
                  .n_seqs = 1,
                  .n_rows = n,
                  .n_past = c->n_prefix,
                  .store = true};
        if (in.extra) in.extra += c->n_prefix * f->n_embd;
        if (n == left && c->opt.from == MDL_STATES_POSITIONS) p.n_wanted = c->opt.n_states - 1;
        run_pass(c, &p);
        if (n == left) keep_tail(c, &p);
        c->n_prefix += n;
    }
    return 0;
}

size_t mdl_ctx_prefix_tokens(const mdl_ctx *c) {
    return c->n_prefix;
}

/* ---- suffixes ---- */

/* The states of the last n positions of one sequence; `own` are the rows in x that it computed. */
static void take_positions(const mdl_ctx *c, const mdl_seq *own, float *out) {
    size_t d = c->net->config.n_embd, n = c->opt.n_states;
    for (size_t i = 0; i < n; i++) {
        size_t back = n - i; /* from the end: 1 is the last one */
        size_t have = own->n_queries + c->n_tail;
        if (back > have) back = have; /* repeats the first one */
        const float *from = back <= own->n_queries
                                ? c->r.x + (own->query_row0 + own->n_queries - back) * c->r.ld
                                : c->tail + (c->n_tail + own->n_queries - back) * d;
        memcpy(out + i * d, from, d * sizeof *out);
    }
}

static int check_states(const float *out, size_t n, lp_err *e) {
    for (size_t i = 0; i < n; i++)
        if (!isfinite(out[i]))
            return lp_fail(e, "the network's states are not finite numbers: its weights are "
                              "damaged or too large");
    return 0;
}

static void run_suffixes(mdl_ctx *c, const mdl_input *in, size_t n, size_t n_rows, float *out) {
    bool layers = c->opt.from == MDL_STATES_LAYERS;
    pass p = {.in = in, .n_seqs = n, .n_rows = n_rows, .n_past = c->n_prefix};
    p.seqs = lp_alloc(n, sizeof *p.seqs);
    p.n_wanted = layers ? 1 : c->opt.n_states;
    p.out = layers ? out : NULL;
    run_pass(c, &p);
    for (size_t i = 0; !layers && i < n; i++)
        take_positions(c, &p.seqs[i], out + i * mdl_ctx_width(c));
    free(p.seqs);
}

int mdl_ctx_suffixes(mdl_ctx *c, const mdl_input *suffixes, size_t n_suffixes, float *out,
                     lp_err *e) {
    for (size_t i = 0; i < n_suffixes; i++) {
        if (suffixes[i].n == 0) return lp_fail(e, "no tokens");
        if (check_tokens(c, &suffixes[i], c->n_prefix, e) != 0) return -1;
    }
    for (size_t i = 0, n; i < n_suffixes; i += n) {
        size_t n_rows = suffixes[i].n;
        for (n = 1; i + n < n_suffixes && n_rows + suffixes[i + n].n <= PACK_ROWS; n++)
            n_rows += suffixes[i + n].n;
        run_suffixes(c, suffixes + i, n, n_rows, out + i * mdl_ctx_width(c));
    }
    return check_states(out, n_suffixes * mdl_ctx_width(c), e);
}

int mdl_ctx_suffix(mdl_ctx *c, const mdl_input *suffix, float *out, lp_err *e) {
    return mdl_ctx_suffixes(c, suffix, 1, out, e);
}

size_t mdl_ctx_width(const mdl_ctx *c) {
    return c->opt.n_states * c->net->config.n_embd;
}

/* ---- contexts ---- */

mdl_ctx *mdl_ctx_new(const mdl_net *net, const mdl_ctx_options *options, lp_err *e) {
    const mdl_config *f = &net->config;
    size_t most = options->from == MDL_STATES_LAYERS ? f->n_layer + 1 : MDL_MAX_STATES;
    if (most > MDL_MAX_STATES) most = MDL_MAX_STATES;
    if (options->n_states < 1 || options->n_states > most) {
        lp_fail(e, "perf_head.states.n is %zu, the network gives 1 to %zu", options->n_states,
                most);
        return NULL;
    }
    mdl_blas_init();
    mdl_ctx *c = lp_alloc(1, sizeof *c);
    c->net = net;
    c->opt = *options;
    c->r.ld = f->n_embd + PAD;
    c->r.ldm = f->n_inner + PAD;
    if (c->opt.max_tokens == 0 || c->opt.max_tokens > f->n_positions)
        c->opt.max_tokens = f->n_positions;
    c->pool = mdl_pool_new(options->threads);
    c->scratch = lp_alloc(mdl_pool_threads(c->pool), sizeof *c->scratch);
    c->tail = lp_alloc(options->n_states * f->n_embd, sizeof *c->tail);
    return c;
}

void mdl_ctx_free(mdl_ctx *c) {
    if (!c) return;
    for (unsigned i = 0; i < mdl_pool_threads(c->pool); i++) free(c->scratch[i]);
    float *const all[] = {c->r.x, c->r.h, c->r.q, c->r.k, c->r.v, c->r.m, c->turns, c->kv, c->tail};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) free(all[i]);
    free(c->r.positions);
    free(c->scratch);
    mdl_pool_free(c->pool);
    free(c);
}
