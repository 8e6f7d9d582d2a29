/* `perf_head` of a model folder's config.json: what predicts a time from the transformer's states,
 * the kernel's features and boosted trees. docs/formats.md, "The model folder", is the contract. */
#ifndef LLMPERF_MODEL_HEAD_CONFIG_H
#define LLMPERF_MODEL_HEAD_CONFIG_H

#include <stdbool.h>
#include <stdint.h>

#include "common/error.h"
#include "common/json.h"
#include "common/text.h"

#define MDL_HEAD_VERSION 1

enum {
    MDL_MAX_STATES = 64,
    MDL_MAX_HIDDEN_LAYERS = 16,
    MDL_MAX_WIDTH = 65536, /* of a hidden layer */
    MDL_MAX_FEATURES = 1024,
    MDL_MAX_TREE_FILES = 64,
};

typedef enum { MDL_HEAD_MLP, MDL_HEAD_SOFTPLUS } mdl_head_type;
typedef enum { MDL_STATES_LAYERS, MDL_STATES_POSITIONS } mdl_states_from;
typedef enum { MDL_RELU, MDL_GELU_NEW, MDL_SILU } mdl_activation;
typedef enum { MDL_XGBOOST, MDL_LIGHTGBM } mdl_tree_format;
typedef enum { MDL_MEDIAN, MDL_LO, MDL_HI } mdl_tree_output;

typedef struct mdl_tree_config {
    char *file; /* a name in the model folder */
    mdl_tree_format format;
    mdl_tree_output output;
    double weight; /* > 0 */
    lp_strv features;
} mdl_tree_config;

typedef struct mdl_head_config {
    double network_weight; /* 0: trees only; the fields up to max_tokens mean nothing then */
    mdl_head_type type;
    mdl_states_from states_from;
    int64_t states_n;
    int64_t hidden[MDL_MAX_HIDDEN_LAYERS];
    int n_hidden;
    mdl_activation activation;
    int64_t outputs;    /* 1 or 3 */
    lp_strv features;   /* joined before the head; none when n == 0 */
    double *mean, *std; /* one a feature, of log2(1 + v); std > 0 */
    bool number_embedding;
    bool facts;         /* prompt with analysis facts */
    int64_t max_tokens; /* of a prompt; 0: the model's own limit */
    double interval;    /* what lo..hi is meant to cover; 0: there is no interval */
    double widen;       /* log2 added to the distances of lo and hi from the median */
    mdl_tree_config *trees;
    int n_trees;
    /* training; all optional */
    char *device;                    /* NULL: not said */
    int64_t compute_units;           /* of that device, for the saturation class; 0: not said */
    double saturation_k;             /* 40 when not said */
    lp_strv range_features;          /* what feature_lo and feature_hi are of */
    double *feature_lo, *feature_hi; /* of log2(1 + v) as seen in training; NULL: not said */
} mdl_head_config;

/* Reads and checks `perf_head`; `where` is how messages name it ("DIR/config.json: perf_head"). *c
 * is initialised here and must be freed in any case. */
int mdl_head_config_read(const json_t *perf_head, const char *where, mdl_head_config *c, lp_err *e);
void mdl_head_config_free(mdl_head_config *c);

#endif
