/* How the readers of the two formats build trees; nobody else needs it. */
#ifndef LLMPERF_MODEL_TREES_BUILD_H
#define LLMPERF_MODEL_TREES_BUILD_H

#include "model/safetensors.h"
#include "model/trees.h"

/* What counts as missing at a node, besides NaN where the format says so. */
typedef enum { MDL_MISSING_NAN, MDL_MISSING_ZERO, MDL_MISSING_NONE } mdl_missing;

typedef struct mdl_node {
    double at;           /* threshold; of a leaf: its value */
    int32_t feature;     /* -1: a leaf */
    int32_t left, right; /* of the same array */
    bool default_left;   /* where a missing value goes */
    uint8_t missing;     /* mdl_missing */
} mdl_node;

struct mdl_trees {
    mdl_node *nodes; /* of all trees; children come after their parent */
    size_t n_nodes, cap_nodes;
    int32_t *roots;
    size_t n_roots, cap_roots;
    double base;
    double divisor; /* of the sum of all trees */
    mdl_tree_format format;
};

/* Adds the tree whose root is raw[0]; its children are indices of `raw`, not yet trusted: each node
 * must be reached at most once, and its feature must be below n_features. */
int mdl_trees_add(mdl_trees *t, const mdl_node *raw, size_t n, size_t n_features, lp_err *e);

/* Whether the names that a file has for its columns are those that are wanted. */
int mdl_trees_same_names(const lp_strv *have, const lp_strv *want, lp_err *e);

int mdl_xgboost_read(const char *bytes, size_t n, const lp_strv *features, mdl_trees *t, lp_err *e);
/* Tables are of either library: t->format is set before. */
int mdl_tables_read(const mdl_safetensors *s, const lp_strv *features, mdl_trees *t, lp_err *e);
int mdl_lightgbm_read(const char *bytes, size_t n, const lp_strv *features, mdl_trees *t,
                      lp_err *e);

#endif
