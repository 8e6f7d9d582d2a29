/* From a table of tensors to a network.
 *
 * In: config.json's sizes and the weights. Out: pointers to every matrix, the small vectors as
 * floats. Computes nothing: that is forward.c. */
#include "model/net.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/text.h"

/* What is being looked for. */
typedef struct finder {
    const mdl_weights *weights;
    const char *prefix;
    lp_err *e;
} finder;

static const mdl_tensor *find(const finder *f, const char *name, size_t n_dims, size_t rows,
                              size_t cols) {
    lp_text full = {0};
    const size_t dims[] = {rows, cols};
    lp_text_addf(&full, "%s%s", f->prefix, name);
    const mdl_tensor *t = mdl_weights_get(f->weights, lp_text_str(&full), n_dims, dims, f->e);
    lp_text_free(&full);
    return t;
}

/* h.LAYER.name */
static const mdl_tensor *find_in(const finder *f, size_t layer, const char *name, size_t n_dims,
                                 size_t rows, size_t cols) {
    lp_text full = {0};
    lp_text_addf(&full, "h.%zu.%s", layer, name);
    const mdl_tensor *t = find(f, lp_text_str(&full), n_dims, rows, cols);
    lp_text_free(&full);
    return t;
}

/* A copy of a vector as floats; NULL stays NULL. */
static float *floats(const mdl_tensor *t) {
    if (!t) return NULL;
    float *v = lp_alloc(t->n_elems, sizeof *v);
    mdl_tensor_read(t, 0, t->n_elems, v);
    return v;
}

static bool find_layer(const finder *f, const mdl_config *c, size_t i, mdl_layer *l) {
    size_t d = c->n_embd, inner = c->n_inner;
    return (l->ln_weight = floats(find_in(f, i, "ln_1.weight", 1, d, 0))) &&
           (l->ln_bias = floats(find_in(f, i, "ln_1.bias", 1, d, 0))) &&
           (l->qkv = find_in(f, i, "attn.qkv_proj.weight", 2, 3 * d, d)) &&
           (l->out = find_in(f, i, "attn.out_proj.weight", 2, d, d)) &&
           (l->fc_in = find_in(f, i, "mlp.fc_in.weight", 2, inner, d)) &&
           (l->fc_in_bias = floats(find_in(f, i, "mlp.fc_in.bias", 1, inner, 0))) &&
           (l->fc_out = find_in(f, i, "mlp.fc_out.weight", 2, d, inner)) &&
           (l->fc_out_bias = floats(find_in(f, i, "mlp.fc_out.bias", 1, d, 0)));
}

static bool find_all(const finder *f, mdl_net *net) {
    const mdl_config *c = &net->config;
    net->wte = find(f, "wte.weight", 2, c->vocab_size, c->n_embd);
    if (!net->wte) return false;
    net->layers = lp_alloc(c->n_layer, sizeof *net->layers);
    for (size_t i = 0; i < c->n_layer; i++)
        if (!find_layer(f, c, i, &net->layers[i])) return false;
    return (net->ln_f_weight = floats(find(f, "ln_f.weight", 1, c->n_embd, 0))) &&
           (net->ln_f_bias = floats(find(f, "ln_f.bias", 1, c->n_embd, 0)));
}

mdl_net *mdl_net_new(const mdl_config *config, const mdl_weights *weights, lp_err *e) {
    bool bare = !mdl_weights_find(weights, "transformer.wte.weight") &&
                mdl_weights_find(weights, "wte.weight");
    finder f = {weights, bare ? "" : "transformer.", e};
    mdl_net *net = lp_alloc(1, sizeof *net);
    net->config = *config;
    if (!find_all(&f, net)) {
        mdl_net_free(net);
        return NULL;
    }
    return net;
}

void mdl_net_free(mdl_net *net) {
    if (!net) return;
    for (size_t i = 0; net->layers && i < net->config.n_layer; i++) {
        mdl_layer *l = &net->layers[i];
        free(l->ln_weight);
        free(l->ln_bias);
        free(l->fc_in_bias);
        free(l->fc_out_bias);
    }
    free(net->layers);
    free(net->ln_f_weight);
    free(net->ln_f_bias);
    free(net);
}
