/* Boosted trees over numbers: what a file of XGBoost or LightGBM becomes, and what it predicts.
 *
 * Trees are checked when they are read: every node of a tree is reached once from its root, every
 * feature exists. So predicting needs no checks and ends. Free with mdl_trees_free. */
#ifndef LLMPERF_MODEL_TREES_H
#define LLMPERF_MODEL_TREES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/error.h"
#include "common/text.h"
#include "model/head_config.h"

typedef struct mdl_trees mdl_trees;

/* Reads a file: of the library, or where its name ends in .safetensors tables. `features` are the
 * columns that x will have, in order; a file that names others is refused. NULL and one line that
 * names the file on error. */
mdl_trees *mdl_trees_open(const char *path, mdl_tree_format format, const lp_strv *features,
                          lp_err *e);
/* The library's file from bytes, which end with a NUL that is not counted in n. */
mdl_trees *mdl_trees_parse(const char *bytes, size_t n, mdl_tree_format format,
                           const lp_strv *features, lp_err *e);
/* Tables from bytes; `path` is for messages. */
mdl_trees *mdl_trees_parse_tables(const char *path, const unsigned char *bytes, size_t n,
                                  mdl_tree_format format, const lp_strv *features, lp_err *e);
void mdl_trees_free(mdl_trees *t); /* NULL is fine */

/* x: a value a feature, NaN where there is none. */
double mdl_trees_predict(const mdl_trees *t, const float *x);

#endif
