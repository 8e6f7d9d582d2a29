/* The forward pass: token ids to hidden states.
 *
 * A context belongs to one thread at a time and has threads of its own to compute with; any number
 * of contexts may share a network. A prefix (the kernel's text) is computed once; any number of
 * suffixes (launches) then continue it, each as if it were the only one. */
#ifndef MDL_FORWARD_H
#define MDL_FORWARD_H

#include <stdint.h>

#include "model/head_config.h"
#include "model/net.h"

typedef struct mdl_ctx mdl_ctx;

typedef struct mdl_ctx_options {
    size_t max_tokens; /* of prefix and suffix together; 0: what the network allows */
    unsigned threads;  /* 0: one a processor */
    /* Which states: of the last n layers at the last position (1 ... n_layer + 1), or of the last n
     * positions after the last layer; n 1 ... MDL_MAX_STATES */
    mdl_states_from from;
    size_t n_states;
} mdl_ctx_options;

/* Tokens, and what is added to their embeddings. */
typedef struct mdl_input {
    const int32_t *ids;
    size_t n;
    const float *extra; /* (n, n_embd); NULL: nothing is added */
} mdl_input;

/* NULL and a message when the options do not fit the network, which must outlive the context. */
mdl_ctx *mdl_ctx_new(const mdl_net *net, const mdl_ctx_options *options, lp_err *e);
void mdl_ctx_free(mdl_ctx *c);

/* Floats that one suffix gives: n_states * n_embd. */
size_t mdl_ctx_width(const mdl_ctx *c);

/* Replaces the prefix; no tokens: there is none (as in the beginning). After an error there is
 * none. */
int mdl_ctx_prefix(mdl_ctx *c, const mdl_input *prefix, lp_err *e);
size_t mdl_ctx_prefix_tokens(const mdl_ctx *c);

/* The states of prefix and suffix as transformers gives them in output_hidden_states, oldest first,
 * into out (mdl_ctx_width). The suffix has at least one token. The prefix stays as it is. */
int mdl_ctx_suffix(mdl_ctx *c, const mdl_input *suffix, float *out, lp_err *e);
/* The same for many suffixes of any lengths: out (n_suffixes, mdl_ctx_width). Faster than one by
 * one, and the more they have in common the more: give all configurations of a sweep at once. */
int mdl_ctx_suffixes(mdl_ctx *c, const mdl_input *suffixes, size_t n_suffixes, float *out,
                     lp_err *e);

#endif
