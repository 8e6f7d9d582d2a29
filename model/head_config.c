/* `perf_head` of config.json: parsing and checking.
 *
 * In: a JSON object out of a stranger's file. Out: a checked configuration, or one line that names
 * the member. Reads no files and knows nothing of tensors: head.c checks their shapes. */
#include "model/head_config.h"

#include <stdlib.h>
#include <string.h>

#include "model/strict.h"

/* Bounds of anything that is a log2 of a count or a time, and of weights. */
#define LOG_MAX 1e6
#define WEIGHT_MAX 1e6
/* An interval that has to be a thousand times wider or narrower says nothing. */
#define WIDEN_MAX 10

static const char *const type_names[] = {"mlp", "softplus", NULL};
static const char *const target_names[] = {"log2_us", NULL};
static const char *const from_names[] = {"layers", "positions", NULL};
static const char *const activation_names[] = {"relu", "gelu_new", "silu", NULL};
static const char *const format_names[] = {"xgboost", "lightgbm", NULL};
static const char *const output_names[] = {"median", "lo", "hi", NULL};

/* A reader's result for an optional member: absent is fine. */
static int optional(int rc) {
    return rc == MDL_BAD ? -1 : 0;
}

/* The object `name` within `at`, with its own place for messages; at->o is NULL when it is absent.
 */
static int descend(const mdl_at *at, const char *name, lp_text *where, mdl_at *to) {
    *to = (mdl_at){NULL, NULL, at->e};
    int rc = mdl_get_object(at, name, &to->o);
    lp_text_addf(where, "%s.%s", at->where, name);
    to->where = where->s;
    return optional(rc);
}

/* ---- the network ---- */

static int read_states(const mdl_at *at, mdl_head_config *c) {
    static const char *const names[] = {"from", "n", NULL};
    int from = 0, rc = mdl_only(at, names);
    if (rc == 0) rc = mdl_need(at, "from", mdl_get_word(at, "from", from_names, &from));
    if (rc == 0) rc = mdl_need(at, "n", mdl_get_int(at, "n", 1, MDL_MAX_STATES, &c->states_n));
    c->states_from = (mdl_states_from)from;
    return rc;
}

static int read_features(const mdl_at *at, mdl_head_config *c) {
    static const char *const names[] = {"names", "mean", "std", NULL};
    int rc = mdl_only(at, names);
    if (rc == 0)
        rc = mdl_need(at, "names", mdl_get_strs(at, "names", MDL_MAX_FEATURES, &c->features));
    size_t n = c->features.n;
    if (rc == 0)
        rc = mdl_need(at, "mean", mdl_get_nums(at, "mean", n, -LOG_MAX, LOG_MAX, &c->mean));
    if (rc == 0) rc = mdl_need(at, "std", mdl_get_nums(at, "std", n, 1e-6, LOG_MAX, &c->std));
    return rc;
}

static int read_prompt(const mdl_at *at, mdl_head_config *c) {
    static const char *const names[] = {"facts", "max_tokens", NULL};
    if (mdl_only(at, names)) return -1;
    if (optional(mdl_get_bool(at, "facts", &c->facts))) return -1;
    return optional(mdl_get_int(at, "max_tokens", 1, 1 << 20, &c->max_tokens));
}

static int read_hidden(const mdl_at *at, mdl_head_config *c) {
    const json_t *list = NULL;
    int rc = mdl_need(at, "hidden", mdl_get_array(at, "hidden", MDL_MAX_HIDDEN_LAYERS, &list));
    for (size_t i = 0; rc == 0 && i < json_array_size(list); i++) {
        const json_t *m = json_array_get(list, i);
        int64_t width = json_is_integer(m) ? json_integer_value(m) : 0;
        if (width < 1 || width > MDL_MAX_WIDTH)
            return lp_fail(at->e, "%s.hidden must be a list of whole numbers of 1 to %d", at->where,
                           MDL_MAX_WIDTH);
        c->hidden[c->n_hidden++] = width;
    }
    return rc;
}

/* What only the mlp has: layers and a choice of outputs. */
static int read_mlp(const mdl_at *at, mdl_head_config *c) {
    int activation = MDL_GELU_NEW;
    if (read_hidden(at, c)) return -1;
    int rc = mdl_get_word(at, "activation", activation_names, &activation);
    if (c->n_hidden > 0) rc = mdl_need(at, "activation", rc);
    if (optional(rc)) return -1;
    c->activation = (mdl_activation)activation;
    if (mdl_need(at, "outputs", mdl_get_int(at, "outputs", 1, 3, &c->outputs))) return -1;
    if (c->outputs == 2) return lp_fail(at->e, "%s.outputs must be 1 or 3, not 2", at->where);
    return 0;
}

static int check_softplus(const mdl_at *at, const mdl_head_config *c) {
    const json_t *hidden = json_object_get(at->o, "hidden");
    int64_t outputs = 1;
    if (optional(mdl_get_int(at, "outputs", 1, 1, &outputs))) return -1;
    if (c->network_weight > 0 && hidden && json_array_size(hidden) > 0)
        return lp_fail(at->e, "%s: type softplus is a single layer, so `hidden` must be []",
                       at->where);
    return 0;
}

static int read_network(const mdl_at *at, mdl_head_config *c) {
    int type = 0;
    mdl_at in;
    lp_text states = {0}, features = {0}, prompt = {0};
    int rc = mdl_need(at, "type", mdl_get_word(at, "type", type_names, &type));
    c->type = (mdl_head_type)type;
    if (rc == 0) rc = descend(at, "states", &states, &in);
    if (rc == 0) rc = mdl_need(at, "states", in.o ? MDL_READ : MDL_ABSENT);
    if (rc == 0) rc = read_states(&in, c);
    if (rc == 0) rc = type == MDL_HEAD_MLP ? read_mlp(at, c) : check_softplus(at, c);
    if (rc == 0) rc = descend(at, "features", &features, &in);
    if (rc == 0 && in.o) rc = read_features(&in, c);
    if (rc == 0) rc = optional(mdl_get_bool(at, "number_embedding", &c->number_embedding));
    if (rc == 0) rc = descend(at, "prompt", &prompt, &in);
    if (rc == 0 && in.o) rc = read_prompt(&in, c);
    lp_text_free(&states);
    lp_text_free(&features);
    lp_text_free(&prompt);
    return rc;
}

/* ---- the trees ---- */

/* A file of the folder itself: a stranger's model must not make us read elsewhere. */
static bool plain_name(const char *s) {
    return !strchr(s, '/') && strcmp(s, ".") != 0 && strcmp(s, "..") != 0;
}

static int read_tree(const mdl_at *at, mdl_tree_config *t) {
    static const char *const names[] = {"file", "format", "output", "weight", "features", NULL};
    const char *file = NULL;
    int format = 0, output = MDL_MEDIAN, rc = mdl_only(at, names);
    t->weight = 1;
    if (rc == 0) rc = mdl_need(at, "file", mdl_get_str(at, "file", &file));
    if (rc == 0 && !plain_name(file))
        rc = lp_fail(at->e, "%s.file must be the name of a file in the model folder", at->where);
    if (rc == 0) rc = mdl_need(at, "format", mdl_get_word(at, "format", format_names, &format));
    if (rc == 0) rc = optional(mdl_get_word(at, "output", output_names, &output));
    if (rc == 0) rc = optional(mdl_get_num(at, "weight", 1e-6, WEIGHT_MAX, &t->weight));
    if (rc == 0)
        rc = mdl_need(at, "features", mdl_get_strs(at, "features", MDL_MAX_FEATURES, &t->features));
    if (rc == 0) t->file = lp_strdup(file);
    t->format = (mdl_tree_format)format;
    t->output = (mdl_tree_output)output;
    return rc;
}

static int read_trees(const mdl_at *at, mdl_head_config *c) {
    const json_t *list = NULL;
    int rc = mdl_get_array(at, "trees", MDL_MAX_TREE_FILES, &list);
    if (rc != MDL_READ) return optional(rc);
    c->trees = lp_alloc(json_array_size(list) + 1, sizeof *c->trees);
    rc = 0;
    for (size_t i = 0; rc == 0 && i < json_array_size(list); i++) {
        lp_text where = {0};
        lp_text_addf(&where, "%s.trees[%zu]", at->where, i);
        mdl_at in = {json_array_get(list, i), where.s, at->e};
        rc = read_tree(&in, &c->trees[c->n_trees++]);
        lp_text_free(&where);
    }
    return rc;
}

static int count_trees(const mdl_head_config *c, mdl_tree_output output) {
    int n = 0;
    for (int i = 0; i < c->n_trees; i++) n += c->trees[i].output == output;
    return n;
}

/* ---- the whole ---- */

static int read_training(const mdl_at *at, mdl_head_config *c) {
    static const char *const names[] = {"device",     "compute_units", "saturation_k", "features",
                                        "feature_lo", "feature_hi",    "notes",        NULL};
    const char *device = NULL;
    if (mdl_only(at, names)) return -1;
    if (optional(mdl_get_str(at, "device", &device))) return -1;
    if (device) c->device = lp_strdup(device);
    if (optional(mdl_get_int(at, "compute_units", 1, 1 << 20, &c->compute_units))) return -1;
    if (optional(mdl_get_num(at, "saturation_k", 1e-6, 1e9, &c->saturation_k))) return -1;
    int rc = mdl_get_strs(at, "features", MDL_MAX_FEATURES, &c->range_features);
    if (rc == MDL_ABSENT)
        for (size_t i = 0; i < c->features.n; i++)
            lp_strv_add(&c->range_features, c->features.v[i]);
    if (rc == MDL_BAD) return -1;
    size_t n = c->range_features.n;
    int lo = mdl_get_nums(at, "feature_lo", n, -LOG_MAX, LOG_MAX, &c->feature_lo);
    int hi = lo == MDL_BAD ? MDL_BAD
                           : mdl_get_nums(at, "feature_hi", n, -LOG_MAX, LOG_MAX, &c->feature_hi);
    if (lo == MDL_BAD || hi == MDL_BAD) return -1;
    if (lo != hi)
        return lp_fail(at->e, "%s: feature_lo and feature_hi must both be there", at->where);
    for (size_t i = 0; c->feature_lo && i < n; i++)
        if (c->feature_lo[i] > c->feature_hi[i])
            return lp_fail(at->e, "%s: feature_lo[%zu] is above feature_hi[%zu]", at->where, i, i);
    return 0;
}

static int check_version(const mdl_at *at) {
    int64_t version = 0;
    if (!json_is_object(at->o)) return lp_fail(at->e, "%s: must be an object", at->where);
    if (mdl_need(at, "version", mdl_get_int(at, "version", 1, INT32_MAX, &version))) return -1;
    if (version > MDL_HEAD_VERSION)
        return lp_fail(at->e, "%s: version %lld is newer than this program knows (%d); update it",
                       at->where, (long long)version, MDL_HEAD_VERSION);
    return 0;
}

/* Intervals need both ends, and ends of trees a median of trees that they are ends of. */
static int check_whole(const mdl_at *at, mdl_head_config *c) {
    int medians = count_trees(c, MDL_MEDIAN), lows = count_trees(c, MDL_LO),
        highs = count_trees(c, MDL_HI);
    if (c->network_weight == 0 && medians == 0)
        return lp_fail(at->e, "%s: network_weight is 0 and there are no trees: nothing predicts",
                       at->where);
    if ((lows > 0) != (highs > 0) || (lows > 0 && medians == 0))
        return lp_fail(at->e, "%s.trees: outputs lo and hi need each other and a median",
                       at->where);
    bool ends = lows > 0 || (c->network_weight > 0 && c->outputs == 3);
    if (ends && c->interval == 0)
        return lp_fail(at->e, "%s: `interval` is missing: the share that lo..hi covers", at->where);
    if (!ends && c->widen != 0)
        return lp_fail(at->e, "%s: `widen` without an interval to widen", at->where);
    if (!ends) c->interval = 0;
    return 0;
}

static int read_all(const mdl_at *at, mdl_head_config *c) {
    static const char *const names[] = {
        "version",    "type",     "target",   "states",         "hidden",
        "activation", "outputs",  "interval", "features",       "number_embedding",
        "prompt",     "training", "trees",    "network_weight", "widen",
        NULL};
    int target = 0;
    mdl_at in;
    lp_text training = {0};
    if (check_version(at) || mdl_only(at, names)) return -1;
    if (mdl_need(at, "target", mdl_get_word(at, "target", target_names, &target))) return -1;
    if (read_trees(at, c)) return -1;
    int rc = mdl_get_num(at, "network_weight", 0, WEIGHT_MAX, &c->network_weight);
    if (optional(c->n_trees > 0 ? mdl_need(at, "network_weight", rc) : rc)) return -1;
    if (optional(mdl_get_num(at, "interval", 0.01, 0.9999, &c->interval))) return -1;
    if (optional(mdl_get_num(at, "widen", -WIDEN_MAX, WIDEN_MAX, &c->widen))) return -1;
    if (c->network_weight > 0 && read_network(at, c)) return -1;
    rc = descend(at, "training", &training, &in);
    if (rc == 0 && in.o) rc = read_training(&in, c);
    lp_text_free(&training);
    return rc ? -1 : check_whole(at, c);
}

int mdl_head_config_read(const json_t *perf_head, const char *where, mdl_head_config *c,
                         lp_err *e) {
    mdl_at at = {perf_head, where, e};
    *c = (mdl_head_config){.network_weight = 1, .outputs = 1, .saturation_k = 40, .states_n = 1};
    return read_all(&at, c);
}

void mdl_head_config_free(mdl_head_config *c) {
    lp_strv_free(&c->features);
    lp_strv_free(&c->range_features);
    for (int i = 0; i < c->n_trees; i++) {
        free(c->trees[i].file);
        lp_strv_free(&c->trees[i].features);
    }
    free(c->trees);
    free(c->mean);
    free(c->std);
    free(c->device);
    free(c->feature_lo);
    free(c->feature_hi);
    *c = (mdl_head_config){0};
}
