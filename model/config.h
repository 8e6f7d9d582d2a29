/* The shape of the network: the CodeGen fields of a model folder's config.json, with the names and
 * defaults of transformers. */
#ifndef MDL_CONFIG_H
#define MDL_CONFIG_H

#include <stddef.h>

#include "common/error.h"
#include "common/json.h"

typedef struct mdl_config {
    size_t vocab_size;
    size_t n_positions; /* most tokens of a prompt */
    size_t n_embd;      /* width; a multiple of 8 and of n_head */
    size_t n_layer;
    size_t n_head;
    size_t rotary_dim; /* of a head, the first ones; even */
    size_t n_inner;    /* width inside of the MLP */
    float ln_eps;
} mdl_config;

/* The object in DIR/config.json, the caller's; NULL and a message when there is none. */
json_t *mdl_config_load(const char *dir, lp_err *e);
/* Reads and checks the fields. `where` is how messages name the file. Other members, perf_head
 * among them, are not looked at. */
int mdl_config_read(const json_t *root, const char *where, mdl_config *out, lp_err *e);

#endif
