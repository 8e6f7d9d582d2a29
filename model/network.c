/* The network of a model folder: prompts of launches in, times out.
 *
 * In: a kernel's record and its launches. Out: log2 of microseconds. Ties together the prompt, the
 * tokenizer, the embedding of numbers, the forward pass and the head; computes nothing of them
 * itself. */
#include "model/network.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "common/fs.h"
#include "model/forward.h"
#include "model/number.h"
#include "model/prompt.h"

enum { CHUNK = 64 }; /* launches at a time: their embeddings must fit in some megabytes */

struct mdl_network {
    const mdl_head_config *config;
    mdl_weights *weights;
    mdl_net *net;
    mdl_tok *tok;
    mdl_head head;
    float *numbers; /* (MDL_NUMBER_ROWS, d), NULL: no embedding of numbers */
    mdl_ctx_options options;
    _Atomic(mdl_ctx *) idle; /* of an earlier call, for the next one */
};

/* ---- opening ---- */

static int load_numbers(mdl_network *n, lp_err *e) {
    size_t dims[] = {MDL_NUMBER_ROWS, n->net->config.n_embd};
    if (!n->config->number_embedding) return 0;
    const mdl_tensor *t =
        mdl_weights_get(n->weights, "perf_head.number_embedding.weight", 2, dims, e);
    if (!t) return -1;
    n->numbers = lp_alloc(t->n_elems, sizeof *n->numbers);
    mdl_tensor_read(t, 0, MDL_NUMBER_ROWS, n->numbers);
    return 0;
}

static int open_tokenizer(mdl_network *n, const char *dir, lp_err *e) {
    char *path = lp_path_join(dir, "tokenizer.json");
    n->tok = mdl_tok_open(path, e);
    if (n->tok && mdl_tok_ids(n->tok) > n->net->config.vocab_size) {
        lp_fail(e, "%s: has ids up to %zu, config.json a vocab_size of %zu", path,
                mdl_tok_ids(n->tok), n->net->config.vocab_size);
        mdl_tok_free(n->tok);
        n->tok = NULL;
    }
    free(path);
    return n->tok ? 0 : -1;
}

static int open_network(mdl_network *n, const char *dir, const json_t *root, unsigned threads,
                        lp_err *e) {
    mdl_config config;
    char *path = lp_path_join(dir, "config.json");
    int rc = mdl_config_read(root, path, &config, e);
    free(path);
    if (rc != 0) return -1;
    n->weights = mdl_weights_open(dir, e);
    n->net = n->weights ? mdl_net_new(&config, n->weights, e) : NULL;
    if (!n->net) return -1;
    size_t limit = (size_t)n->config->max_tokens;
    n->options = (mdl_ctx_options){
        .max_tokens = limit > 0 && limit < config.n_positions ? limit : config.n_positions,
        .threads = threads,
        .from = n->config->states_from,
        .n_states = (size_t)n->config->states_n};
    if (mdl_head_load(&n->head, n->config, config.n_embd, n->weights, e)) return -1;
    return load_numbers(n, e) || open_tokenizer(n, dir, e) ? -1 : 0;
}

mdl_network *mdl_network_open(const char *dir, const json_t *root, const mdl_head_config *c,
                              unsigned threads, lp_err *e) {
    mdl_network *n = lp_alloc(1, sizeof *n);
    n->config = c;
    if (open_network(n, dir, root, threads, e) == 0) return n;
    mdl_network_close(n);
    return NULL;
}

void mdl_network_close(mdl_network *n) {
    if (!n) return;
    mdl_ctx *idle = atomic_load(&n->idle);
    if (idle) mdl_ctx_free(idle);
    free(n->numbers);
    mdl_head_free(&n->head);
    if (n->tok) mdl_tok_free(n->tok);
    if (n->net) mdl_net_free(n->net);
    if (n->weights) mdl_weights_close(n->weights);
    free(n);
}

/* ---- prompts ---- */

static void free_prompts(mdl_prompt *v, size_t n) {
    for (size_t i = 0; i < n; i++) mdl_prompt_free(&v[i]);
}

static size_t end_of(const mdl_prompt *p, size_t token) {
    return token + 1 < p->tokens.n ? p->tokens.starts[token + 1] : p->text.len;
}

/* Tokens at the beginning that are the same in both, also in the numbers they begin: a number that
 * goes on differently is another number from its first token on. */
static size_t common(const mdl_prompt *a, const mdl_prompt *b) {
    size_t bytes = 0, n = 0;
    size_t shorter = a->text.len < b->text.len ? a->text.len : b->text.len;
    size_t fewer = a->tokens.n < b->tokens.n ? a->tokens.n : b->tokens.n;
    while (bytes < shorter && a->text.s[bytes] == b->text.s[bytes]) bytes++;
    while (bytes > 0 && a->text.s[bytes - 1] >= '0' && a->text.s[bytes - 1] <= '9') bytes--;
    while (n < fewer && a->tokens.ids[n] == b->tokens.ids[n] && end_of(a, n) <= bytes &&
           end_of(b, n) <= bytes)
        n++;
    return n;
}

/* What all prompts begin with, but for the last token of each, which is left to its suffix. */
static size_t common_of_all(const mdl_prompt *v, size_t n) {
    size_t shared = v[0].tokens.n - 1;
    for (size_t i = 1; i < n; i++) {
        size_t c = common(&v[0], &v[i]);
        if (c >= v[i].tokens.n) c = v[i].tokens.n - 1;
        if (c < shared) shared = c;
    }
    return shared;
}

/* What the numbers among the tokens [from, to) add to their embeddings: (to - from, d), the
 * caller's; NULL when nothing. */
static float *extra_of(const mdl_network *net, const mdl_prompt *p, size_t from, size_t to) {
    if (!net->numbers || from == to) return NULL;
    size_t d = net->net->config.n_embd, token = from;
    size_t at = p->tokens.starts[from], end = end_of(p, to - 1);
    float *extra = lp_alloc((to - from) * d, sizeof *extra);
    mdl_number v;
    while (mdl_number_next(p->text.s, p->text.len, at, &v) && v.at < end) {
        while (token + 1 < to && p->tokens.starts[token + 1] <= v.at) token++;
        mdl_number_add(net->numbers, d, v.value, extra + (token - from) * d);
        at = v.at + 1;
    }
    return extra;
}

/* ---- predicting ---- */

/* One call: the context it works with and the prefix that this holds. */
typedef struct job {
    const mdl_network *net;
    const db_formulas *f;
    mdl_ctx *ctx;
    mdl_prompt prefix; /* a prompt that begins with it */
    size_t n_prefix;   /* its tokens */
    lp_err *e;
} job;

/* The ids of the tokenizer are below vocab_size, so they are no less as signed numbers. */
static mdl_input input_of(const mdl_prompt *p, size_t from, size_t to, const float *extra) {
    return (mdl_input){(const int32_t *)p->tokens.ids + from, to - from, extra};
}

static int set_prefix(job *j, const mdl_prompt *p, size_t n) {
    float *extra = extra_of(j->net, p, 0, n);
    mdl_input in = input_of(p, 0, n, extra);
    int rc = mdl_ctx_prefix(j->ctx, &in, j->e);
    free(extra);
    free_prompts(&j->prefix, 1);
    j->prefix = (mdl_prompt){0};
    j->n_prefix = n;
    lp_text_addn(&j->prefix.text, p->text.s, p->text.len);
    if (rc == 0) rc = mdl_tok_encode(j->net->tok, p->text.s, p->text.len, &j->prefix.tokens, j->e);
    return rc;
}

/* Keeps the prefix that is there when these prompts begin with it too. */
static int share(job *j, const mdl_prompt *v, size_t n) {
    size_t shared = n > 1 ? common_of_all(v, n) : 0;
    size_t kept = j->n_prefix;
    if (kept > 0 && common(&j->prefix, &v[0]) >= kept &&
        (n > 1 ? shared >= kept : v[0].tokens.n > kept))
        return 0;
    return set_prefix(j, &v[0], shared);
}

static int states_of(const job *j, const mdl_prompt *v, size_t n, float *states) {
    mdl_input *in = lp_alloc(n, sizeof *in);
    float **extra = lp_alloc(n, sizeof *extra);
    for (size_t i = 0; i < n; i++) {
        extra[i] = extra_of(j->net, &v[i], j->n_prefix, v[i].tokens.n);
        in[i] = input_of(&v[i], j->n_prefix, v[i].tokens.n, extra[i]);
    }
    int rc = mdl_ctx_suffixes(j->ctx, in, n, states, j->e);
    for (size_t i = 0; i < n; i++) free(extra[i]);
    free(extra);
    free(in);
    return rc;
}

/* The head's input: states, then normalised features. */
static void join(const job *j, const db_sample *s, size_t n, const float *states, float *x) {
    const mdl_head_config *c = j->net->config;
    size_t width = mdl_ctx_width(j->ctx), in = mdl_head_in(&j->net->head);
    float *raw = lp_alloc(c->features.n + 1, sizeof *raw);
    for (size_t i = 0; i < n; i++) {
        memcpy(x + i * in, states + i * width, width * sizeof *x);
        mdl_features_of(j->f, &s[i], &c->features, raw);
        mdl_features_normalise(raw, c->features.n, c->mean, c->std, x + i * in + width);
    }
    free(raw);
}

static int predict_chunk(job *j, const db_sample *s, size_t n, mdl_log_time *out) {
    mdl_prompt *v = lp_alloc(n, sizeof *v);
    float *states = lp_alloc(n * mdl_ctx_width(j->ctx), sizeof *states);
    float *x = lp_alloc(n * mdl_head_in(&j->net->head), sizeof *x);
    int rc = 0;
    for (size_t i = 0; rc == 0 && i < n; i++)
        rc = mdl_prompt_make(j->net->tok, j->f, &s[i], j->net->config->facts,
                             j->net->options.max_tokens, &v[i], j->e);
    if (rc == 0) rc = share(j, v, n);
    if (rc == 0) rc = states_of(j, v, n, states);
    if (rc == 0) {
        join(j, s, n, states, x);
        mdl_head_run(&j->net->head, x, n, out);
    }
    free(x);
    free(states);
    free_prompts(v, n);
    free(v);
    return rc;
}

int mdl_network_predict(mdl_network *net, const db_formulas *f, const db_sample *samples, size_t n,
                        mdl_log_time *out, lp_err *e) {
    job j = {.net = net, .f = f, .e = e};
    const mdl_input nothing = {0};
    int rc = 0;
    j.ctx = atomic_exchange(&net->idle, NULL);
    if (!j.ctx) j.ctx = mdl_ctx_new(net->net, &net->options, e);
    if (!j.ctx) return -1;
    if (mdl_ctx_prefix_tokens(j.ctx) > 0) rc = mdl_ctx_prefix(j.ctx, &nothing, e);
    for (size_t i = 0; rc == 0 && i < n; i += CHUNK)
        rc = predict_chunk(&j, samples + i, n - i < CHUNK ? n - i : CHUNK, out + i);
    free_prompts(&j.prefix, 1);
    mdl_ctx *other = atomic_exchange(&net->idle, j.ctx);
    if (other) mdl_ctx_free(other);
    return rc;
}

int mdl_network_prompt_counts(const mdl_network *n, const db_formulas *f, const db_sample *s,
                              size_t n_tokens[3], lp_err *e) {
    return mdl_prompt_counts(n->tok, f, s, n->config->facts, n_tokens, e);
}
