/* A model folder as one thing.
 *
 * In: a folder; a kernel and launches. Out: times, intervals, calibration, doubts. Combines the
 * network (network.c) and boosted trees (trees.c) as docs/formats.md says; reads no sources and no
 * database. */
#include "model/predictor.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/fs.h"
#include "common/json.h"
#include "common/log.h"
#include "model/config.h"
#include "model/features.h"
#include "model/network.h"
#include "model/trees.h"

/* log2 of microseconds: 10^-30 us to 10^30 us; beyond it a model is broken. */
#define LOG_LIMIT 100

struct mdl_predictor {
    char *dir;
    mdl_head_config config;
    mdl_network *network; /* NULL when its weight is 0 */
    mdl_trees **trees;    /* one for each of config.trees */
    mdl_calibration calibration;
};

/* ---- opening ---- */

static int open_trees(mdl_predictor *p, lp_err *e) {
    const mdl_head_config *c = &p->config;
    p->trees = lp_alloc((size_t)c->n_trees + 1, sizeof(mdl_trees *));
    for (int i = 0; i < c->n_trees; i++) {
        const mdl_tree_config *t = &c->trees[i];
        char *path = lp_path_join(p->dir, t->file);
        p->trees[i] = mdl_trees_open(path, t->format, &t->features, e);
        free(path);
        if (!p->trees[i]) return -1;
    }
    return 0;
}

static int open_parts(mdl_predictor *p, const json_t *root, unsigned threads, lp_err *e) {
    lp_text where = {0};
    char *path = lp_path_join(p->dir, "config.json");
    const json_t *head = json_object_get(root, "perf_head");
    lp_text_addf(&where, "%s: perf_head", path);
    int rc = head ? mdl_head_config_read(head, where.s, &p->config, e)
                  : lp_fail(e, "%s: has no perf_head: not a model that predicts times", path);
    lp_text_free(&where);
    free(path);
    if (rc == 0) rc = open_trees(p, e);
    if (rc == 0) rc = mdl_calibration_load(p->dir, &p->calibration, e);
    if (rc == 0 && p->config.network_weight > 0) {
        p->network = mdl_network_open(p->dir, root, &p->config, threads, e);
        if (!p->network) rc = -1;
    }
    return rc;
}

mdl_predictor *mdl_predictor_open(const char *dir, unsigned threads, lp_err *e) {
    json_t *root = mdl_config_load(dir, e);
    if (!root) return NULL;
    mdl_predictor *p = lp_alloc(1, sizeof *p);
    p->dir = lp_strdup(dir);
    int rc = open_parts(p, root, threads, e);
    json_decref(root);
    if (rc == 0) return p;
    mdl_predictor_close(p);
    return NULL;
}

void mdl_predictor_close(mdl_predictor *p) {
    if (!p) return;
    mdl_network_close(p->network);
    for (int i = 0; p->trees && i < p->config.n_trees; i++) mdl_trees_free(p->trees[i]);
    free(p->trees);
    mdl_calibration_free(&p->calibration);
    mdl_head_config_free(&p->config);
    free(p->dir);
    free(p);
}

const mdl_head_config *mdl_predictor_config(const mdl_predictor *p) {
    return &p->config;
}

const mdl_calibration *mdl_predictor_calibration(const mdl_predictor *p) {
    return &p->calibration;
}

const char *mdl_predictor_dir(const mdl_predictor *p) {
    return p->dir;
}

/* ---- combining ---- */

/* Sums of weights and of weighted values, by mdl_tree_output. */
typedef struct means {
    double weight[3], sum[3];
} means;

static void add_mean(means *m, mdl_tree_output output, double weight, double value) {
    m->weight[output] += weight;
    m->sum[output] += weight * value;
}

static double mean_of(const means *m, mdl_tree_output output) {
    return m->weight[output] > 0 ? m->sum[output] / m->weight[output] : 0;
}

static means ask_trees(const mdl_predictor *p, const db_formulas *f, const db_sample *s) {
    means m = {0};
    for (int i = 0; i < p->config.n_trees; i++) {
        const mdl_tree_config *t = &p->config.trees[i];
        float *x = lp_alloc(t->features.n + 1, sizeof *x);
        mdl_features_of(f, s, &t->features, x);
        add_mean(&m, t->output, t->weight, mdl_trees_predict(p->trees[i], x));
        free(x);
    }
    return m;
}

/* How far an end lies from the median; without an interval there is no distance to widen. */
static double distance(const mdl_predictor *p, const means *off, mdl_tree_output end) {
    return off->weight[end] > 0 ? fmax(0, mean_of(off, end) + p->config.widen) : 0;
}

/* Medians are averaged; an interval is as far from the median as those that give one say on
 * average, widened by what validation launches asked for. */
static mdl_log_time combine(const mdl_predictor *p, const means *trees, const mdl_log_time *net) {
    means all = *trees, off = {0};
    bool net_interval = net && p->config.type == MDL_HEAD_MLP && p->config.outputs == 3;
    double tree_median = mean_of(trees, MDL_MEDIAN);
    if (net) add_mean(&all, MDL_MEDIAN, p->config.network_weight, net->median);
    if (net_interval) {
        add_mean(&off, MDL_LO, p->config.network_weight, net->median - net->lo);
        add_mean(&off, MDL_HI, p->config.network_weight, net->hi - net->median);
    }
    add_mean(&off, MDL_LO, trees->weight[MDL_LO], fmax(0, tree_median - mean_of(trees, MDL_LO)));
    add_mean(&off, MDL_HI, trees->weight[MDL_HI], fmax(0, mean_of(trees, MDL_HI) - tree_median));
    double median = mean_of(&all, MDL_MEDIAN);
    return (mdl_log_time){median, median - distance(p, &off, MDL_LO),
                          median + distance(p, &off, MDL_HI)};
}

static bool sane(const mdl_log_time *t) {
    return fabs(t->median) < LOG_LIMIT && fabs(t->lo) < LOG_LIMIT && fabs(t->hi) < LOG_LIMIT;
}

/* ---- predicting ---- */

static const char *class_of(const mdl_predictor *p, const db_sample *s, int64_t compute_units) {
    static const char *const names[] = {"idle", "under", "saturated"};
    int64_t nsm = compute_units;
    for (size_t i = 0; nsm <= 0 && s->class_ && i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i], s->class_) == 0) return names[i];
    if (nsm <= 0) nsm = p->config.compute_units;
    return nsm > 0 ? db_class_of(s->global_size, s->local_size, nsm, p->config.saturation_k) : NULL;
}

static void describe(const mdl_predictor *p, const db_formulas *f, const db_sample *s,
                     int64_t compute_units, mdl_prediction *out) {
    lp_text why = {0};
    out->class_ = class_of(p, s, compute_units);
    out->factor = mdl_calibration_find(&p->calibration, f->kernel->pattern, out->class_);
    out->n_unlike = mdl_features_unlike(&p->config, f, s, &why);
    out->unlike = out->n_unlike ? lp_text_take(&why) : NULL;
    lp_text_free(&why);
}

static int predict_all(const mdl_predictor *p, const db_formulas *f, const db_sample *samples,
                       size_t n, int64_t compute_units, mdl_prediction *out, lp_err *e) {
    mdl_log_time *net = p->network ? lp_alloc(n + 1, sizeof *net) : NULL;
    int rc = net ? mdl_network_predict(p->network, f, samples, n, net, e) : 0;
    for (size_t i = 0; rc == 0 && i < n; i++) {
        means trees = ask_trees(p, f, &samples[i]);
        mdl_log_time t = combine(p, &trees, net ? &net[i] : NULL);
        if (!sane(&t)) {
            rc = lp_fail(e, "%s: predicts no time for kernel %s, global %lld, local %lld: damaged",
                         p->dir, f->kernel->name, (long long)samples[i].global_size,
                         (long long)samples[i].local_size);
            break;
        }
        out[i].median_us = exp2(t.median);
        out[i].lo_us = exp2(t.lo);
        out[i].hi_us = exp2(t.hi);
        describe(p, f, &samples[i], compute_units, &out[i]);
    }
    free(net);
    return rc;
}

int mdl_predict(const mdl_predictor *p, const db_kernel *k, const db_sample *samples, size_t n,
                int64_t compute_units, mdl_prediction *out, lp_err *e) {
    db_formulas f;
    memset(out, 0, n * sizeof *out);
    db_formulas_init(&f, k);
    int rc = predict_all(p, &f, samples, n, compute_units, out, e);
    db_formulas_free(&f);
    return rc;
}

void mdl_predictor_tell_prompt(const mdl_predictor *p, const db_kernel *k, const db_sample *s) {
    size_t n[3];
    db_formulas f;
    if (!p->network || lp_log_get_level() < LP_LOG_VERBOSE) return;
    db_formulas_init(&f, k);
    if (mdl_network_prompt_counts(p->network, &f, s, n, NULL) == 0)
        lp_verbose("kernel %s: a prompt of %zu tokens, %zu before its preparation, %zu minified",
                   k->name, n[LP_PROMPT_PREPARED], n[LP_PROMPT_PLAIN], n[LP_PROMPT_MINIFIED]);
    db_formulas_free(&f);
}

void mdl_predictions_free(mdl_prediction *v, size_t n) {
    for (size_t i = 0; i < n; i++) {
        free(v[i].unlike);
        v[i].unlike = NULL;
    }
}

void mdl_prediction_calibrate(mdl_prediction *p) {
    if (!p->factor) return;
    p->median_us *= p->factor->factor;
    p->lo_us *= p->factor->factor;
    p->hi_us *= p->factor->factor;
}
