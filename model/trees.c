/* Boosted trees: checking and predicting.
 *
 * In: trees as a reader found them; a row of features. Out: one array of nodes; a number. Reads no
 * format (trees_xgboost.c, trees_lightgbm.c, trees_tables.c) and knows no feature's meaning. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/fs.h"
#include "common/words.h"
#include "model/trees_build.h"

#define FILE_MAX_BYTES ((size_t)256 << 20)

/* ---- building ---- */

/* A node to visit: its place in the file's tree, and where to note its place in ours. */
typedef struct visit {
    int64_t raw;
    int64_t parent; /* index in t->nodes, -1 for the root */
    bool is_left;
} visit;

static int check_node(const mdl_node *raw, int64_t i, size_t n, size_t n_features, bool *seen,
                      lp_err *e) {
    if (i < 0 || (uint64_t)i >= n)
        return lp_fail(e, "node %lld is not one of its %zu nodes", (long long)i, n);
    if (seen[i]) return lp_fail(e, "node %lld is reached twice", (long long)i);
    if (raw[i].feature >= 0 && (size_t)raw[i].feature >= n_features)
        return lp_fail(e, "node %lld splits on feature %d of %zu", (long long)i, raw[i].feature,
                       n_features);
    if (raw[i].feature < 0 ? !isfinite(raw[i].at) : isnan(raw[i].at))
        return lp_fail(e, "node %lld has no number", (long long)i);
    seen[i] = true;
    return 0;
}

static int64_t append(mdl_trees *t, const mdl_node *node) {
    t->nodes = lp_grow(t->nodes, &t->cap_nodes, t->n_nodes + 1, sizeof *t->nodes);
    t->nodes[t->n_nodes] = *node;
    return (int64_t)t->n_nodes++;
}

static void link_to_parent(mdl_trees *t, const visit *v, int64_t at) {
    if (v->parent < 0) return;
    mdl_node *parent = &t->nodes[v->parent];
    *(v->is_left ? &parent->left : &parent->right) = (int32_t)at;
}

int mdl_trees_add(mdl_trees *t, const mdl_node *raw, size_t n, size_t n_features, lp_err *e) {
    if (n == 0 || t->n_nodes + n > INT32_MAX) return lp_fail(e, "has %zu nodes", n);
    bool *seen = lp_alloc(n, sizeof *seen);
    visit *stack = lp_alloc(n + 1, sizeof *stack); /* each node pushes two and is one that was */
    size_t depth = 0;
    int rc = 0;
    t->roots = lp_grow(t->roots, &t->cap_roots, t->n_roots + 1, sizeof *t->roots);
    t->roots[t->n_roots] = (int32_t)t->n_nodes;
    stack[depth++] = (visit){0, -1, false};
    while (depth > 0) {
        visit v = stack[--depth];
        if ((rc = check_node(raw, v.raw, n, n_features, seen, e)) != 0) break;
        const mdl_node *node = &raw[v.raw];
        int64_t at = append(t, node);
        link_to_parent(t, &v, at);
        if (node->feature < 0) continue;
        /* More to visit than there are nodes: some are reached twice. */
        if (depth + 2 > n) {
            rc = lp_fail(e, "has more branches than its %zu nodes", n);
            break;
        }
        stack[depth++] = (visit){node->right, at, false};
        stack[depth++] = (visit){node->left, at, true};
    }
    if (rc == 0) t->n_roots++;
    free(stack);
    free(seen);
    return rc;
}

int mdl_trees_same_names(const lp_strv *have, const lp_strv *want, lp_err *e) {
    char a[LP_WORD_SHOWN], b[LP_WORD_SHOWN];
    if (have->n != want->n)
        return lp_fail(e, "has %zu features, config.json lists %zu", have->n, want->n);
    for (size_t i = 0; i < want->n; i++)
        if (strcmp(have->v[i], want->v[i]) != 0)
            return lp_fail(e, "feature %zu is %s, config.json says %s", i,
                           lp_word_show(have->v[i], a), lp_word_show(want->v[i], b));
    return 0;
}

/* ---- reading ---- */

static mdl_trees *empty(mdl_tree_format format) {
    mdl_trees *t = lp_alloc(1, sizeof *t);
    t->format = format;
    t->divisor = 1;
    return t;
}

/* t, or NULL when reading it failed. */
static mdl_trees *read_well(mdl_trees *t, int rc) {
    if (rc == 0) return t;
    mdl_trees_free(t);
    return NULL;
}

mdl_trees *mdl_trees_parse(const char *bytes, size_t n, mdl_tree_format format,
                           const lp_strv *features, lp_err *e) {
    mdl_trees *t = empty(format);
    int rc = format == MDL_XGBOOST ? mdl_xgboost_read(bytes, n, features, t, e)
                                   : mdl_lightgbm_read(bytes, n, features, t, e);
    return read_well(t, rc);
}

/* rc: whether the file, which is closed here, could be read. */
static mdl_trees *of_tables(mdl_safetensors *s, int rc, const char *path, mdl_tree_format format,
                            const lp_strv *features, lp_err *e) {
    mdl_trees *t = empty(format);
    if (rc == 0 && mdl_tables_read(s, features, t, e)) rc = lp_fail_in(e, "%s", path);
    mdl_safetensors_close(s);
    return read_well(t, rc);
}

mdl_trees *mdl_trees_parse_tables(const char *path, const unsigned char *bytes, size_t n,
                                  mdl_tree_format format, const lp_strv *features, lp_err *e) {
    mdl_safetensors s;
    int rc = mdl_safetensors_read(path, bytes, n, &s, e);
    return of_tables(&s, rc, path, format, features, e);
}

static mdl_trees *open_tables(const char *path, mdl_tree_format format, const lp_strv *features,
                              lp_err *e) {
    mdl_safetensors s;
    int rc = mdl_safetensors_open(path, &s, e);
    return of_tables(&s, rc, path, format, features, e);
}

static bool is_tables(const char *path) {
    const char *ending = ".safetensors";
    size_t n = strlen(path), m = strlen(ending);
    return n > m && strcmp(path + n - m, ending) == 0;
}

mdl_trees *mdl_trees_open(const char *path, mdl_tree_format format, const lp_strv *features,
                          lp_err *e) {
    lp_text text = {0};
    mdl_trees *t = NULL;
    if (is_tables(path)) return open_tables(path, format, features, e);
    if (lp_read_file(path, FILE_MAX_BYTES, &text, e) == 0) {
        t = mdl_trees_parse(lp_text_str(&text), text.len, format, features, e);
        if (!t) lp_fail_in(e, "%s", path);
    }
    lp_text_free(&text);
    return t;
}

void mdl_trees_free(mdl_trees *t) {
    if (!t) return;
    free(t->nodes);
    free(t->roots);
    free(t);
}

/* ---- predicting ---- */

/* XGBoost compares in float: thresholds were rounded to it when they were read. */
static bool goes_left_xgboost(const mdl_node *n, float x) {
    return isnan(x) ? n->default_left : (double)x < n->at;
}

static bool goes_left_lightgbm(const mdl_node *n, float x) {
    const double zero = 1e-35; /* what LightGBM takes for zero */
    double v = x;
    if (isnan(v)) {
        if (n->missing == MDL_MISSING_NAN) return n->default_left;
        v = 0;
    }
    if (n->missing == MDL_MISSING_ZERO && fabs(v) <= zero) return n->default_left;
    return v <= n->at;
}

static double leaf_of(const mdl_trees *t, int32_t at, const float *x) {
    const mdl_node *n = &t->nodes[at];
    while (n->feature >= 0) {
        float v = x[n->feature];
        bool left = t->format == MDL_XGBOOST ? goes_left_xgboost(n, v) : goes_left_lightgbm(n, v);
        n = &t->nodes[left ? n->left : n->right];
    }
    return n->at;
}

/* Summed as the library does, so that thousands of trees agree with it: XGBoost in float. */
double mdl_trees_predict(const mdl_trees *t, const float *x) {
    double sum = 0;
    float rounded = (float)t->base;
    if (t->format == MDL_XGBOOST) {
        for (size_t i = 0; i < t->n_roots; i++) rounded += (float)leaf_of(t, t->roots[i], x);
        return (double)rounded;
    }
    for (size_t i = 0; i < t->n_roots; i++) sum += leaf_of(t, t->roots[i], x);
    return sum / t->divisor;
}
