/* The network of a model folder: its shape and its tensors, found and checked. */
#ifndef MDL_NET_H
#define MDL_NET_H

#include "model/config.h"
#include "model/weights.h"

/* Small tensors as floats, matrices as they are stored. */
typedef struct mdl_layer {
    float *ln_weight, *ln_bias; /* (n_embd) */
    float *fc_in_bias;          /* (n_inner) */
    float *fc_out_bias;         /* (n_embd) */
    const mdl_tensor *qkv;      /* (3 n_embd, n_embd): four parts, each of queries, values, keys */
    const mdl_tensor *out;      /* (n_embd, n_embd) */
    const mdl_tensor *fc_in;    /* (n_inner, n_embd) */
    const mdl_tensor *fc_out;   /* (n_embd, n_inner) */
} mdl_layer;

typedef struct mdl_net {
    mdl_config config;
    const mdl_tensor *wte; /* (vocab_size, n_embd) */
    mdl_layer *layers;
    float *ln_f_weight, *ln_f_bias;
} mdl_net;

/* Finds every tensor of the network `config` describes, with the prefix `transformer.` or without.
 * `weights` must outlive the net. NULL and a message on error. Read-only after that: threads may
 * share it. */
mdl_net *mdl_net_new(const mdl_config *config, const mdl_weights *weights, lp_err *e);
void mdl_net_free(mdl_net *net);

#endif
