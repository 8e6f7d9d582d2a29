/* Trees of either library as tables in a safetensors file: docs/formats.md, "Tables of trees".
 *
 * In: the tensors of a file. Out: its trees, or one line why not. A third of the size of the
 * library's own file or less, and read without parsing numbers; predictions are the same to the
 * last bit. The nodes come in preorder, so that a tree needs no children: a split's left child
 * follows it, and its right child follows all of the left one. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/safetensors.h"
#include "model/trees_build.h"

typedef struct tables {
    const mdl_tensor *feature;   /* I16, a node: -1 for a leaf */
    const mdl_tensor *threshold; /* F32, a split */
    const mdl_tensor *flags;     /* U8, a split */
    const mdl_tensor *leaf;      /* a leaf: F32 of XGBoost, F64 of LightGBM */
    const mdl_tensor *start;     /* F64: base, divisor */
    const mdl_tensor *names;     /* U8: of the features, a line each */
} tables;

static bool is_of(const mdl_tensor *t, const char *type) {
    return strcmp(t->type_name, type) == 0;
}

/* A tensor of one dimension and this type. */
static int find(const mdl_safetensors *s, const char *name, const char *type,
                const mdl_tensor **out, lp_err *e) {
    const mdl_tensor *t = mdl_safetensors_find(s, name);
    *out = t;
    if (!t) return lp_fail(e, "lacks the tensor %s", name);
    if (!is_of(t, type)) return lp_fail(e, "tensor %s is %s, not %s", name, t->type_name, type);
    if (t->n_dims != 1) return lp_fail(e, "tensor %s has %zu dimensions, not 1", name, t->n_dims);
    return 0;
}

static int find_all(const mdl_safetensors *s, mdl_tree_format format, tables *t, lp_err *e) {
    const char *leaf = format == MDL_XGBOOST ? "F32" : "F64";
    if (find(s, "feature", "I16", &t->feature, e) ||
        find(s, "threshold", "F32", &t->threshold, e) || find(s, "flags", "U8", &t->flags, e) ||
        find(s, "leaf", leaf, &t->leaf, e) || find(s, "start", "F64", &t->start, e) ||
        find(s, "names", "U8", &t->names, e))
        return -1;
    if (t->start->n_elems != 2)
        return lp_fail(e, "tensor start has %zu values, not 2", t->start->n_elems);
    if (t->flags->n_elems != t->threshold->n_elems)
        return lp_fail(e, "has %zu thresholds and %zu flags", t->threshold->n_elems,
                       t->flags->n_elems);
    if (t->feature->n_elems > INT32_MAX) return lp_fail(e, "has %zu nodes", t->feature->n_elems);
    return 0;
}

/* ---- values: of any alignment ---- */

static double f64_at(const mdl_tensor *t, size_t i) {
    double v;
    memcpy(&v, t->data + i * sizeof v, sizeof v);
    return v;
}

static float f32_at(const mdl_tensor *t, size_t i) {
    float v;
    memcpy(&v, t->data + i * sizeof v, sizeof v);
    return v;
}

static int16_t i16_at(const mdl_tensor *t, size_t i) {
    int16_t v;
    memcpy(&v, t->data + i * sizeof v, sizeof v);
    return v;
}

/* ---- header ---- */

static int check_names(const tables *t, const lp_strv *features, lp_err *e) {
    lp_strv names = {0};
    const char *p = (const char *)t->names->data, *end = p + t->names->n_elems;
    while (p < end) {
        const char *stop = memchr(p, '\n', (size_t)(end - p));
        char *name = lp_strndup(p, (size_t)((stop ? stop : end) - p));
        lp_strv_add(&names, name);
        free(name);
        p = stop ? stop + 1 : end;
    }
    int rc = mdl_trees_same_names(&names, features, e);
    lp_strv_free(&names);
    return rc;
}

static int read_start(const tables *t, mdl_trees *out, lp_err *e) {
    out->base = f64_at(t->start, 0);
    out->divisor = f64_at(t->start, 1);
    if (!(fabs(out->base) < 1e30)) return lp_fail(e, "its base is not a number that can be");
    if (!(out->divisor >= 1 && out->divisor < 1e9)) return lp_fail(e, "its divisor cannot be");
    return 0;
}

/* ---- nodes ---- */

/* Where the next node hangs. */
typedef struct place {
    int32_t *waiting; /* splits that lack their right child, the innermost last */
    size_t n, cap;
    bool after_split; /* the node before is a split: its left child comes now */
} place;

static void hang(mdl_trees *t, place *p, int32_t at) {
    if (p->after_split) {
        t->nodes[at - 1].left = at;
    } else if (p->n > 0) {
        t->nodes[p->waiting[--p->n]].right = at;
    } else {
        t->roots = lp_grow(t->roots, &t->cap_roots, t->n_roots + 1, sizeof *t->roots);
        t->roots[t->n_roots++] = at;
    }
}

static int take_split(const tables *from, size_t i, int16_t feature, size_t n_features,
                      mdl_node *node, lp_err *e) {
    enum { DEFAULT_LEFT = 1, MISSING_SHIFT = 1, ALL = 7 };
    static const mdl_missing kinds[] = {MDL_MISSING_NONE, MDL_MISSING_ZERO, MDL_MISSING_NAN};
    if (i >= from->threshold->n_elems)
        return lp_fail(e, "has more splits than the %zu thresholds", from->threshold->n_elems);
    unsigned flags = from->flags->data[i];
    float at = f32_at(from->threshold, i);
    if ((size_t)feature >= n_features)
        return lp_fail(e, "split %zu is on feature %d of %zu", i, feature, n_features);
    if (isnan(at)) return lp_fail(e, "split %zu has no number", i);
    if (flags > ALL || flags >> MISSING_SHIFT >= sizeof kinds / sizeof *kinds)
        return lp_fail(e, "split %zu has unknown flags %u", i, flags);
    *node = (mdl_node){.at = (double)at,
                       .feature = feature,
                       .default_left = (flags & DEFAULT_LEFT) != 0,
                       .missing = (uint8_t)kinds[flags >> MISSING_SHIFT]};
    return 0;
}

static int take_leaf(const tables *from, size_t i, mdl_node *node, lp_err *e) {
    if (i >= from->leaf->n_elems)
        return lp_fail(e, "has more leaves than the %zu values", from->leaf->n_elems);
    double v = is_of(from->leaf, "F64") ? f64_at(from->leaf, i) : (double)f32_at(from->leaf, i);
    if (!isfinite(v)) return lp_fail(e, "leaf %zu has no number", i);
    *node = (mdl_node){.at = v, .feature = -1};
    return 0;
}

static int read_nodes(const tables *from, size_t n_features, mdl_trees *t, place *p, lp_err *e) {
    size_t n = from->feature->n_elems, splits = 0, leaves = 0;
    t->nodes = lp_grow(t->nodes, &t->cap_nodes, n, sizeof *t->nodes);
    for (; t->n_nodes < n; t->n_nodes++) {
        int32_t at = (int32_t)t->n_nodes;
        int16_t feature = i16_at(from->feature, t->n_nodes);
        hang(t, p, at);
        p->after_split = feature >= 0;
        if (feature < 0) {
            if (take_leaf(from, leaves++, &t->nodes[at], e)) return -1;
            continue;
        }
        if (take_split(from, splits++, feature, n_features, &t->nodes[at], e)) return -1;
        p->waiting = lp_grow(p->waiting, &p->cap, p->n + 1, sizeof *p->waiting);
        p->waiting[p->n++] = at;
    }
    if (p->n > 0) return lp_fail(e, "ends within its last tree");
    if (splits != from->threshold->n_elems || leaves != from->leaf->n_elems)
        return lp_fail(e, "has more thresholds or leaf values than nodes");
    return 0;
}

int mdl_tables_read(const mdl_safetensors *s, const lp_strv *features, mdl_trees *t, lp_err *e) {
    tables from = {0};
    place p = {0};
    if (find_all(s, t->format, &from, e) || check_names(&from, features, e) ||
        read_start(&from, t, e))
        return -1;
    int rc = read_nodes(&from, features->n, t, &p, e);
    free(p.waiting);
    return rc;
}
