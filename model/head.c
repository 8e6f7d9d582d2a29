/* The head: a small multi-layer perceptron, or the authors' single layer and softplus.
 *
 * In: rows of states and features. Out: log2 of microseconds, with an interval where there are
 * three outputs. Makes no states (the transformer does) and no features (features.c). */
#include "model/head.h"

#include <cblas.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- loading ---- */

static float *load(const mdl_weights *w, const char *what, int i, size_t n_dims, const size_t *dims,
                   lp_err *e) {
    lp_text name = {0};
    lp_text_addf(&name, "perf_head.layers.%d.%s", i, what);
    const mdl_tensor *t = mdl_weights_get(w, name.s, n_dims, dims, e);
    lp_text_free(&name);
    if (!t) return NULL;
    float *v = lp_alloc(t->n_elems + 1, sizeof *v);
    mdl_tensor_read(t, 0, mdl_tensor_rows(t), v);
    return v;
}

int mdl_head_load(mdl_head *h, const mdl_head_config *c, size_t n_embd, const mdl_weights *w,
                  lp_err *e) {
    *h = (mdl_head){.type = c->type, .activation = c->activation};
    size_t in = (size_t)c->states_n * n_embd + c->features.n;
    for (int i = 0; i <= c->n_hidden; i++) {
        size_t out = (size_t)(i < c->n_hidden ? c->hidden[i] : c->outputs);
        mdl_head_layer *l = &h->layers[h->n_layers++];
        *l = (mdl_head_layer){.in = in, .out = out};
        l->w = load(w, "weight", i, 2, (size_t[]){out, in}, e);
        l->b = l->w ? load(w, "bias", i, 1, &out, e) : NULL;
        if (!l->b) return -1;
        in = out;
    }
    return 0;
}

void mdl_head_free(mdl_head *h) {
    for (int i = 0; i < h->n_layers; i++) {
        free(h->layers[i].w);
        free(h->layers[i].b);
    }
    *h = (mdl_head){0};
}

size_t mdl_head_in(const mdl_head *h) {
    return h->layers[0].in;
}

/* ---- running ---- */

static double softplus(double x) {
    return x > 0 ? x + log1p(exp(-x)) : log1p(exp(x));
}

static float activate(mdl_activation a, float v) {
    const double c = 0.79788456080286536; /* sqrt(2 / pi) */
    double x = (double)v;
    switch (a) {
    case MDL_RELU:
        return v > 0 ? v : 0;
    case MDL_GELU_NEW:
        return (float)(0.5 * x * (1 + tanh(c * (x + 0.044715 * x * x * x))));
    case MDL_SILU:
        return (float)(x / (1 + exp(-x)));
    }
    return v;
}

/* o: the outputs of the last layer, one or three. */
static mdl_log_time finish(const mdl_head *h, const float *o) {
    double m = (double)o[0];
    if (h->type == MDL_HEAD_SOFTPLUS) m = softplus(m);
    if (h->layers[h->n_layers - 1].out < 3) return (mdl_log_time){m, m, m};
    return (mdl_log_time){m, m - softplus((double)o[1]), m + softplus((double)o[2])};
}

/* y (n, out) = x (n, in) w^T + b */
static void layer_fast(const mdl_head_layer *l, const float *x, size_t n, float *y) {
    for (size_t r = 0; r < n; r++) memcpy(y + r * l->out, l->b, l->out * sizeof *y);
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasTrans, (int)n, (int)l->out, (int)l->in, 1, x,
                (int)l->in, l->w, (int)l->in, 1, y, (int)l->out);
}

static void layer_naive(const mdl_head_layer *l, const float *x, size_t n, float *y) {
    for (size_t r = 0; r < n; r++)
        for (size_t o = 0; o < l->out; o++) {
            double sum = (double)l->b[o];
            for (size_t i = 0; i < l->in; i++)
                sum += (double)x[r * l->in + i] * (double)l->w[o * l->in + i];
            y[r * l->out + o] = (float)sum;
        }
}

typedef void layer_fn(const mdl_head_layer *l, const float *x, size_t n, float *y);

static void run(const mdl_head *h, layer_fn *layer, const float *x, size_t n, mdl_log_time *out) {
    float *owned = NULL;
    if (n == 0) return;
    for (int i = 0; i < h->n_layers; i++) {
        size_t width = h->layers[i].out;
        float *y = lp_alloc(n * width, sizeof *y);
        layer(&h->layers[i], x, n, y);
        for (size_t k = 0; i + 1 < h->n_layers && k < n * width; k++)
            y[k] = activate(h->activation, y[k]);
        free(owned);
        x = owned = y;
    }
    size_t width = h->layers[h->n_layers - 1].out;
    for (size_t r = 0; r < n; r++) out[r] = finish(h, x + r * width);
    free(owned);
}

void mdl_head_run(const mdl_head *h, const float *x, size_t n, mdl_log_time *out) {
    run(h, layer_fast, x, n, out);
}

void mdl_head_run_naive(const mdl_head *h, const float *x, size_t n, mdl_log_time *out) {
    run(h, layer_naive, x, n, out);
}
