/* Prefixes and suffixes: what is computed once, and what is packed into one pass.
 *
 * In: a network, token ids. Out: hidden states. Suffixes that begin alike share what they begin
 * with, too (share.c). The passes themselves are in pass.c. Does not know of text, numbers or
 * times. */
#include "model/forward.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/text.h"
#include "model/pass.h"
#include "model/share.h"

enum { PACK_ROWS = 512 }; /* rows of a pass; one longer suffix is a pass of its own */

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
static void keep_tail(mdl_ctx *c, const mdl_pass *p) {
    size_t d = c->net->config.n_embd;
    c->n_tail = p->seqs[0].n_queries;
    for (size_t i = 0; i < c->n_tail; i++)
        memcpy(c->tail + i * d, c->r.x + i * c->r.ld, d * sizeof *c->tail);
}

int mdl_ctx_prefix(mdl_ctx *c, const mdl_input *prefix, lp_err *e) {
    const mdl_config *f = &c->net->config;
    c->n_prefix = c->n_tail = 0;
    if (check_tokens(c, prefix, 0, e) != 0) return -1;
    mdl_pass_need_store(c, prefix->n);
    while (c->n_prefix < prefix->n) {
        size_t left = prefix->n - c->n_prefix;
        /* The last two passes are of one length: the last has all states of the tail. */
        size_t n = left <= PACK_ROWS              ? left
                   : left < (size_t)2 * PACK_ROWS ? (left + 1) / 2
                                                  : PACK_ROWS;
        mdl_input in = {prefix->ids + c->n_prefix, n, prefix->extra};
        mdl_part part = {.in = &in};
        mdl_seq seq = {0};
        mdl_pass p = {
            .parts = &part, .seqs = &seq, .n_seqs = 1, .n_rows = n, .n_past = c->n_prefix};
        p.store = true;
        if (in.extra) in.extra += c->n_prefix * f->n_embd;
        if (n == left && c->opt.from == MDL_STATES_POSITIONS) p.n_wanted = c->opt.n_states - 1;
        mdl_pass_run(c, &p);
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

/* The next pass: as many branches as fit. */
typedef struct packing {
    const mdl_input *in;
    mdl_part *parts;
    mdl_seq *seqs;
    size_t n, n_rows;
    float *out;
} packing;

/* Adds a branch to the pass; false, and nothing is changed, when it has no room. */
static bool add(packing *p, const mdl_branch *b, size_t width, bool layers) {
    const mdl_input *in = &p->in[b->input];
    mdl_seq *s = &p->seqs[p->n];
    size_t first = p->n > 0 ? mdl_share_spans(&p->seqs[p->n - 1], b->shared, s) : 0;
    if (p->n == 0) *s = (mdl_seq){0};
    if (p->n > 0 && p->n_rows + in->n - first > PACK_ROWS) return false;
    p->parts[p->n] = (mdl_part){in, first, layers ? p->out + b->input * width : NULL};
    s->key_row0 = p->n_rows;
    s->n_keys = in->n - first;
    p->n_rows += s->n_keys;
    p->n++;
    return true;
}

static void run_suffixes(mdl_ctx *c, packing *p) {
    bool layers = c->opt.from == MDL_STATES_LAYERS;
    mdl_pass pass = {.parts = p->parts, .seqs = p->seqs, .n_seqs = p->n, .n_rows = p->n_rows};
    pass.n_past = c->n_prefix;
    pass.n_wanted = layers ? 1 : c->opt.n_states;
    mdl_pass_run(c, &pass);
    for (size_t i = 0; !layers && i < p->n; i++)
        take_positions(c, &p->seqs[i],
                       p->out + (size_t)(p->parts[i].in - p->in) * mdl_ctx_width(c));
}

static void run_all(mdl_ctx *c, const mdl_input *suffixes, size_t n, float *out) {
    bool layers = c->opt.from == MDL_STATES_LAYERS;
    packing p = {.in = suffixes, .out = out};
    mdl_branch *branches =
        mdl_share(suffixes, n, c->net->config.n_embd, layers ? 1 : c->opt.n_states);
    p.parts = lp_alloc(n, sizeof *p.parts);
    p.seqs = lp_alloc(n, sizeof *p.seqs);
    for (size_t i = 0; i < n; i++) {
        if (add(&p, &branches[i], mdl_ctx_width(c), layers)) continue;
        run_suffixes(c, &p);
        p.n = p.n_rows = 0;
        add(&p, &branches[i], mdl_ctx_width(c), layers);
    }
    run_suffixes(c, &p);
    free(p.parts);
    free(p.seqs);
    free(branches);
}

int mdl_ctx_suffixes(mdl_ctx *c, const mdl_input *suffixes, size_t n_suffixes, float *out,
                     lp_err *e) {
    for (size_t i = 0; i < n_suffixes; i++) {
        if (suffixes[i].n == 0) return lp_fail(e, "no tokens");
        if (check_tokens(c, &suffixes[i], c->n_prefix, e) != 0) return -1;
    }
    if (n_suffixes > 0) run_all(c, suffixes, n_suffixes, out);
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
    mdl_ctx *c = lp_alloc(1, sizeof *c);
    c->opt = *options;
    if (c->opt.max_tokens == 0 || c->opt.max_tokens > f->n_positions)
        c->opt.max_tokens = f->n_positions;
    mdl_pass_init(c, net, options->threads);
    c->tail = lp_alloc(options->n_states * f->n_embd, sizeof *c->tail);
    return c;
}

void mdl_ctx_free(mdl_ctx *c) {
    if (!c) return;
    mdl_pass_free(c);
    free(c->tail);
    free(c);
}
