/* The head: from the transformer's states and the launch's features to log2 of microseconds. */
#ifndef LLMPERF_MODEL_HEAD_H
#define LLMPERF_MODEL_HEAD_H

#include "model/head_config.h"
#include "model/weights.h"

/* log2 of microseconds; without an interval lo = hi = median. */
typedef struct mdl_log_time {
    double median, lo, hi;
} mdl_log_time;

typedef struct mdl_head_layer {
    float *w; /* (out, in) */
    float *b; /* (out) */
    size_t in, out;
} mdl_head_layer;

typedef struct mdl_head {
    mdl_head_type type;
    mdl_activation activation;
    mdl_head_layer layers[MDL_MAX_HIDDEN_LAYERS + 1];
    int n_layers;
} mdl_head;

/* Copies the layers out of the weights, checking their shapes: the first one takes states_n *
 * n_embd states, then the features. *h may be freed in any case. */
int mdl_head_load(mdl_head *h, const mdl_head_config *c, size_t n_embd, const mdl_weights *w,
                  lp_err *e);
void mdl_head_free(mdl_head *h);

size_t mdl_head_in(const mdl_head *h);
/* x: (n, in), each row the states and the normalised features. */
void mdl_head_run(const mdl_head *h, const float *x, size_t n, mdl_log_time *out);
/* The same, a sum at a time: what mdl_head_run is compared with. */
void mdl_head_run_naive(const mdl_head *h, const float *x, size_t n, mdl_log_time *out);

#endif
