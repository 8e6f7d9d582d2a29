/* XGBoost's JSON models (Booster.save_model("x.json")).
 *
 * In: the file's bytes. Out: its trees, or one line why not: only gbtree boosters of numeric splits
 * with one output and no link function are read. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/json.h"
#include "common/words.h"
#include "model/trees_build.h"

enum { MAX_TREES = 1 << 20 };

/* Objectives whose prediction is the sum of the leaves. */
static const char *const plain_objectives[] = {
    "reg:squarederror",  "reg:absoluteerror",   "reg:pseudohubererror",
    "reg:quantileerror", "reg:squaredlogerror", "reg:linear",
};

/* The member at a path of keys that NULL ends; NULL when it is not there. */
static const json_t *dig(const json_t *j, const char *const *path) {
    for (; j && *path; path++) j = json_object_get(j, *path);
    return j;
}
#define DIG(j, ...) dig(j, (const char *const[]){__VA_ARGS__, NULL})

/* Parameters are numbers as text. */
static int text_int(const json_t *params, const char *name, long long dflt, long long *out,
                    lp_err *e) {
    const json_t *m = json_object_get(params, name);
    *out = dflt;
    if (!m) return 0;
    if (json_is_string(m) && lp_parse_i64(json_string_value(m), out)) return 0;
    return lp_fail(e, "parameter %s is not a whole number as text", name);
}

static int check_learner(const json_t *learner, size_t n_features, lp_err *e) {
    char shown[LP_WORD_SHOWN];
    const char *booster = json_string_value(DIG(learner, "gradient_booster", "name"));
    const char *objective = json_string_value(DIG(learner, "objective", "name"));
    const json_t *params = json_object_get(learner, "learner_model_param");
    long long classes = 0, targets = 1, features = 0;
    bool plain = false;
    if (!booster || !objective || !params)
        return lp_fail(e, "is not a model that XGBoost saved as JSON");
    if (strcmp(booster, "gbtree") != 0)
        return lp_fail(e, "booster %s is not supported, only gbtree", lp_word_show(booster, shown));
    for (size_t i = 0; i < sizeof plain_objectives / sizeof *plain_objectives; i++)
        if (strcmp(plain_objectives[i], objective) == 0) plain = true;
    if (!plain)
        return lp_fail(e, "objective %s is not supported; train with reg:squarederror",
                       lp_word_show(objective, shown));
    if (text_int(params, "num_class", 0, &classes, e) ||
        text_int(params, "num_target", 1, &targets, e) ||
        text_int(params, "num_feature", -1, &features, e))
        return -1;
    if (classes > 1 || targets > 1) return lp_fail(e, "has more than one output");
    if (features != (long long)n_features)
        return lp_fail(e, "has %lld features, config.json lists %zu", features, n_features);
    return 0;
}

static int check_names(const json_t *learner, const lp_strv *features, lp_err *e) {
    const json_t *list = json_object_get(learner, "feature_names");
    lp_strv names = {0};
    if (json_array_size(list) == 0) return 0; /* trained on unnamed columns */
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *s = json_string_value(json_array_get(list, i));
        lp_strv_add(&names, s ? s : "");
    }
    int rc = mdl_trees_same_names(&names, features, e);
    lp_strv_free(&names);
    return rc;
}

/* "5E-1", or "[5E-1]" since 3.1: a number for each output. */
static int read_base(const json_t *learner, double *base, lp_err *e) {
    const char *s = json_string_value(DIG(learner, "learner_model_param", "base_score"));
    size_t n = s ? strlen(s) : 0;
    bool list = n >= 2 && s[0] == '[' && s[n - 1] == ']';
    char *number = lp_strndup(list ? s + 1 : (s ? s : ""), list ? n - 2 : n);
    bool ok = lp_parse_double(number, base) && fabs(*base) < 1e30;
    free(number);
    return ok ? 0 : lp_fail(e, "base_score is not one number as text");
}

/* ---- a tree ---- */

/* The arrays of a tree, all of the same length. */
typedef struct columns {
    const json_t *left, *right, *feature, *at, *default_left, *type;
    size_t n;
} columns;

static int take_columns(const json_t *tree, columns *c, lp_err *e) {
    struct {
        const char *name;
        const json_t **to;
    } all[] = {
        {"left_children", &c->left},        {"right_children", &c->right},
        {"split_indices", &c->feature},     {"split_conditions", &c->at},
        {"default_left", &c->default_left},
    };
    long long leaf_size = 1;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        *all[i].to = json_object_get(tree, all[i].name);
        if (!json_is_array(*all[i].to)) return lp_fail(e, "lacks the list %s", all[i].name);
        if (i == 0) c->n = json_array_size(*all[i].to);
        if (json_array_size(*all[i].to) != c->n)
            return lp_fail(e, "%s has %zu entries, not %zu", all[i].name,
                           json_array_size(*all[i].to), c->n);
    }
    c->type = json_object_get(tree, "split_type"); /* older models have none: all are numeric */
    if (c->type && json_array_size(c->type) != c->n)
        return lp_fail(e, "split_type has %zu entries, not %zu", json_array_size(c->type), c->n);
    const json_t *param = json_object_get(tree, "tree_param");
    if (text_int(param, "size_leaf_vector", 1, &leaf_size, e)) return -1;
    return leaf_size > 1 ? lp_fail(e, "has leaves of more than one value") : 0;
}

static int take_node(const columns *c, size_t i, mdl_node *node, lp_err *e) {
    const json_t *left = json_array_get(c->left, i), *right = json_array_get(c->right, i);
    const json_t *feature = json_array_get(c->feature, i), *at = json_array_get(c->at, i);
    const json_t *missing = json_array_get(c->default_left, i);
    if (!json_is_integer(left) || !json_is_integer(right) || !json_is_integer(feature) ||
        !json_is_number(at) || !(json_is_integer(missing) || json_is_boolean(missing)))
        return lp_fail(e, "node %zu has a value of another type", i);
    json_int_t l = json_integer_value(left), r = json_integer_value(right),
               f = json_integer_value(feature);
    if (c->type && json_integer_value(json_array_get(c->type, i)) != 0)
        return lp_fail(e, "node %zu splits on categories, which is not supported", i);
    *node = (mdl_node){.at = (double)(float)json_number_value(at), .feature = -1};
    if (l == -1) return 0;
    if (l < 0 || r < 0 || l > INT32_MAX || r > INT32_MAX || f < 0 || f > INT32_MAX)
        return lp_fail(e, "node %zu has a child or a feature that cannot be", i);
    node->left = (int32_t)l;
    node->right = (int32_t)r;
    node->feature = (int32_t)f;
    node->default_left = json_is_true(missing) || json_integer_value(missing) != 0;
    return 0;
}

static int read_tree(const json_t *tree, size_t n_features, mdl_trees *t, lp_err *e) {
    columns c = {0};
    if (take_columns(tree, &c, e)) return -1;
    mdl_node *raw = lp_alloc(c.n + 1, sizeof *raw);
    int rc = 0;
    for (size_t i = 0; rc == 0 && i < c.n; i++) rc = take_node(&c, i, &raw[i], e);
    if (rc == 0) rc = mdl_trees_add(t, raw, c.n, n_features, e);
    free(raw);
    return rc;
}

static int read_model(const json_t *j, const lp_strv *features, mdl_trees *t, lp_err *e) {
    const json_t *learner = json_object_get(j, "learner");
    if (check_learner(learner, features->n, e) || check_names(learner, features, e) ||
        read_base(learner, &t->base, e))
        return -1;
    const json_t *trees = DIG(learner, "gradient_booster", "model", "trees");
    if (!json_is_array(trees) || json_array_size(trees) > MAX_TREES)
        return lp_fail(e, "has no list of trees");
    for (size_t i = 0; i < json_array_size(trees); i++)
        if (read_tree(json_array_get(trees, i), features->n, t, e))
            return lp_fail_in(e, "tree %zu", i);
    return 0;
}

int mdl_xgboost_read(const char *bytes, size_t n, const lp_strv *features, mdl_trees *t,
                     lp_err *e) {
    json_t *j = lp_json_parse(bytes, n, e);
    if (!j) return -1;
    int rc = read_model(j, features, t, e);
    json_decref(j);
    return rc;
}
