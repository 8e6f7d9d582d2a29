/* LightGBM's text models (Booster.save_model("x.txt")).
 *
 * In: the file's bytes. Out: its trees, or one line why not: only numeric splits with constant
 * leaves, one output and no link function are read. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/words.h"
#include "model/trees_build.h"

enum { MAX_LEAVES = 1 << 24 };

/* Objectives whose prediction is the sum of the leaves; `custom` means that the user says so. */
static const char *const plain_objectives[] = {
    "regression", "regression_l1", "huber", "fair", "quantile", "mape", "custom",
};

/* Lines left to read; `line` is the present one, without its end. */
typedef struct reader {
    const char *p, *end;
    const char *line;
    size_t len;
    size_t number; /* of the present line */
    lp_err *e;
} reader;

static bool next_line(reader *r) {
    if (r->p >= r->end) return false;
    const char *stop = memchr(r->p, '\n', (size_t)(r->end - r->p));
    r->line = r->p;
    r->len = (size_t)((stop ? stop : r->end) - r->p);
    r->p = stop ? stop + 1 : r->end;
    if (r->len > 0 && r->line[r->len - 1] == '\r') r->len--;
    r->number++;
    return true;
}

/* The text after "KEY=", NULL when the line is another one. */
static const char *value_of(const reader *r, const char *key) {
    size_t n = strlen(key);
    if (r->len <= n || strncmp(r->line, key, n) != 0 || r->line[n] != '=') return NULL;
    return r->line + n + 1;
}

static int wrong(const reader *r, const char *what) {
    return lp_fail(r->e, "line %zu: %s", r->number, what);
}

/* Exactly n numbers separated by single blanks, up to the end of the line. */
static int read_numbers(const reader *r, const char *from, size_t n, double *out) {
    const char *end = r->line + r->len;
    for (size_t i = 0; i < n; i++) {
        char *stop = NULL;
        bool there = from < end && *from != ' ' && *from != '\t';
        if (there) out[i] = strtod(from, &stop);
        if (!there || stop == from || stop > end) return wrong(r, "too few numbers, or no number");
        from = stop;
        if (i + 1 == n) break;
        if (from >= end || *from != ' ') return wrong(r, "too few numbers");
        from++;
    }
    return from == end ? 0 : wrong(r, "more numbers than there are nodes");
}

static int read_int(const reader *r, const char *from, long long lo, long long hi, long long *out) {
    char *s = lp_strndup(from, (size_t)(r->line + r->len - from));
    bool ok = lp_parse_i64(s, out) && *out >= lo && *out <= hi;
    free(s);
    return ok ? 0 : wrong(r, "not a whole number in range");
}

/* ---- header ---- */

static int check_objective(const reader *r, const char *from) {
    char shown[LP_WORD_SHOWN];
    char *s = lp_strndup(from, (size_t)(r->line + r->len - from));
    size_t word = strcspn(s, " ");
    bool plain = !strstr(s, " sqrt");
    bool known = false;
    for (size_t i = 0; i < sizeof plain_objectives / sizeof *plain_objectives; i++)
        if (strlen(plain_objectives[i]) == word && strncmp(plain_objectives[i], s, word) == 0)
            known = true;
    int rc = plain && known ? 0
                            : lp_fail(r->e, "objective %s is not supported; train with regression",
                                      lp_word_show(s, shown));
    free(s);
    return rc;
}

/* Columns that were not named are Column_0, Column_1, ... */
static bool unnamed(const lp_strv *names) {
    lp_text t = {0};
    bool all = true;
    for (size_t i = 0; all && i < names->n; i++) {
        lp_text_clear(&t);
        lp_text_addf(&t, "Column_%zu", i);
        all = strcmp(t.s, names->v[i]) == 0;
    }
    lp_text_free(&t);
    return all;
}

static int check_names(const reader *r, const char *from, const lp_strv *features) {
    lp_strv names = {0};
    const char *end = r->line + r->len;
    while (from < end) {
        const char *blank = memchr(from, ' ', (size_t)(end - from));
        const char *stop = blank ? blank : end;
        char *name = lp_strndup(from, (size_t)(stop - from));
        lp_strv_add(&names, name);
        free(name);
        from = stop + (blank != NULL);
    }
    int rc = names.n == features->n && unnamed(&names)
                 ? 0
                 : mdl_trees_same_names(&names, features, r->e);
    lp_strv_free(&names);
    return rc;
}

/* One line of the header; *average: leaves are averaged over trees, not summed. */
static int header_line(const reader *r, const lp_strv *features, bool *named, bool *average) {
    const char *v = NULL;
    long long one = 0;
    if ((v = value_of(r, "version")) &&
        !(r->line + r->len - v == 2 && v[0] == 'v' && v[1] >= '2' && v[1] <= '4'))
        return wrong(r, "a version that this program does not know (v2 to v4)");
    if ((v = value_of(r, "num_class")) || (v = value_of(r, "num_tree_per_iteration")))
        return read_int(r, v, 1, 1, &one) ? wrong(r, "more than one output is not supported") : 0;
    if ((v = value_of(r, "objective"))) return check_objective(r, v);
    if (r->len == strlen("average_output") && strncmp(r->line, "average_output", r->len) == 0)
        *average = true;
    if (!(v = value_of(r, "feature_names"))) return 0;
    *named = true;
    return check_names(r, v, features);
}

/* ---- a tree ---- */

enum { FEATURE, THRESHOLD, DECISION, LEFT, RIGHT, N_SPLIT_COLUMNS };
static const char *const split_columns[N_SPLIT_COLUMNS] = {
    "split_feature", "threshold", "decision_type", "left_child", "right_child"};

typedef struct block {
    size_t leaves;                  /* 0: not said yet */
    double *split[N_SPLIT_COLUMNS]; /* leaves - 1 each */
    double *leaf;                   /* leaves */
} block;

static void free_block(block *b) {
    for (int i = 0; i < N_SPLIT_COLUMNS; i++) free(b->split[i]);
    free(b->leaf);
    *b = (block){0};
}

static int take_column(const reader *r, const char *from, size_t n, double **to) {
    if (*to) return wrong(r, "a list that was there before");
    *to = lp_alloc(n + 1, sizeof **to);
    return n == 0 ? 0 : read_numbers(r, from, n, *to);
}

static int block_line(const reader *r, block *b) {
    const char *v = NULL;
    long long n = 0;
    if ((v = value_of(r, "num_leaves"))) {
        if (b->leaves) return wrong(r, "num_leaves twice");
        /* Each leaf takes two bytes of this very file at least. */
        if (read_int(r, v, 1, MAX_LEAVES, &n)) return -1;
        if (n > r->end - r->p) return wrong(r, "more leaves than the file can hold");
        b->leaves = (size_t)n;
    }
    if ((v = value_of(r, "num_cat")) && read_int(r, v, 0, 0, &n))
        return wrong(r, "splits on categories are not supported");
    if ((v = value_of(r, "is_linear")) && read_int(r, v, 0, 0, &n))
        return wrong(r, "linear leaves are not supported");
    if (b->leaves == 0) return 0;
    if ((v = value_of(r, "leaf_value"))) return take_column(r, v, b->leaves, &b->leaf);
    for (int i = 0; i < N_SPLIT_COLUMNS && b->leaves > 1; i++)
        if ((v = value_of(r, split_columns[i])))
            return take_column(r, v, b->leaves - 1, &b->split[i]);
    return 0;
}

/* A child: a node, or the complement of a leaf's number; leaves come after the nodes here. */
static int child_of(double v, size_t leaves, int32_t *out) {
    if (!(v >= -(double)leaves && v < (double)leaves - 1) || v != floor(v)) return -1;
    *out = v >= 0 ? (int32_t)v : (int32_t)((double)leaves - 1 + (-v - 1));
    return 0;
}

static int split_node(const block *b, size_t i, mdl_node *node, lp_err *e) {
    enum { CATEGORICAL = 1, DEFAULT_LEFT = 2, MISSING_SHIFT = 2 };
    static const mdl_missing kinds[] = {MDL_MISSING_NONE, MDL_MISSING_ZERO, MDL_MISSING_NAN};
    double feature = b->split[FEATURE][i], decision = b->split[DECISION][i];
    if (!(feature >= 0 && feature < INT32_MAX) || feature != floor(feature))
        return lp_fail(e, "node %zu splits on a feature that cannot be", i);
    if (!(decision >= 0 && decision < 12) || decision != floor(decision))
        return lp_fail(e, "node %zu has an unknown decision_type", i);
    unsigned d = (unsigned)decision;
    if (d & CATEGORICAL)
        return lp_fail(e, "node %zu splits on categories, which is not supported", i);
    *node = (mdl_node){.at = b->split[THRESHOLD][i],
                       .feature = (int32_t)feature,
                       .default_left = (d & DEFAULT_LEFT) != 0,
                       .missing = (uint8_t)kinds[d >> MISSING_SHIFT]};
    if (child_of(b->split[LEFT][i], b->leaves, &node->left) ||
        child_of(b->split[RIGHT][i], b->leaves, &node->right))
        return lp_fail(e, "node %zu has a child that cannot be", i);
    return 0;
}

static int end_block(const block *b, size_t n_features, mdl_trees *t, lp_err *e) {
    if (b->leaves == 0 || !b->leaf) return lp_fail(e, "lacks num_leaves or leaf_value");
    for (int i = 0; i < N_SPLIT_COLUMNS && b->leaves > 1; i++)
        if (!b->split[i]) return lp_fail(e, "lacks %s", split_columns[i]);
    size_t splits = b->leaves - 1;
    mdl_node *raw = lp_alloc(splits + b->leaves, sizeof *raw);
    int rc = 0;
    for (size_t i = 0; rc == 0 && i < splits; i++) rc = split_node(b, i, &raw[i], e);
    for (size_t i = 0; i < b->leaves; i++)
        raw[splits + i] = (mdl_node){.at = b->leaf[i], .feature = -1};
    if (rc == 0) rc = mdl_trees_add(t, raw, splits + b->leaves, n_features, e);
    free(raw);
    return rc;
}

static int end_tree(block *b, bool begun, size_t n_features, mdl_trees *t, lp_err *e) {
    int rc = begun ? end_block(b, n_features, t, e) : 0;
    free_block(b);
    return rc ? lp_fail_in(e, "tree %zu", t->n_roots) : 0;
}

static bool is_line(const reader *r, const char *text) {
    return r->len == strlen(text) && strncmp(r->line, text, r->len) == 0;
}

static int read_lines(reader *r, const lp_strv *features, mdl_trees *t, bool *average) {
    block b = {0};
    bool begun = false, named = false;
    int rc = 0;
    while (rc == 0 && next_line(r)) {
        bool tree = value_of(r, "Tree") != NULL, end = is_line(r, "end of trees");
        if (tree && !named)
            rc = wrong(r, "trees before feature_names");
        else if (tree || end)
            rc = end_tree(&b, begun, features->n, t, r->e);
        else
            rc = begun ? block_line(r, &b) : header_line(r, features, &named, average);
        if (end) return rc;
        begun = begun || tree;
    }
    free_block(&b);
    return rc ? rc : lp_fail(r->e, "ends before `end of trees`: it is cut short");
}

int mdl_lightgbm_read(const char *bytes, size_t n, const lp_strv *features, mdl_trees *t,
                      lp_err *e) {
    reader r = {.p = bytes, .end = bytes + n, .e = e};
    bool average = false;
    if (memchr(bytes, 0, n)) return lp_fail(e, "holds a NUL byte: not a LightGBM text model");
    if (!next_line(&r) || !is_line(&r, "tree"))
        return lp_fail(e, "does not begin with `tree`: not a LightGBM text model");
    if (read_lines(&r, features, t, &average)) return -1;
    if (average && t->n_roots > 0) t->divisor = (double)t->n_roots;
    return 0;
}
