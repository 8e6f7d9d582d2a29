/* llmperf validate: how good a model is on measured launches. Options and output; the work is in
 * validation.c, groups.c and fit.c. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/intr.h"
#include "common/json.h"
#include "common/log.h"
#include "common/words.h"
#include "db/ops.h"
#include "model/best_local.h"
#include "model/cmd.h"
#include "model/fit.h"
#include "model/groups.h"
#include "model/store.h"

enum { WORST = 20 };
#define CHOICE_SEED 1 /* of --samples: the same choice each time */
#define LONG_US 10    /* below it the launch itself is most of a time */

typedef struct request {
    const char *model, *db, *part, *by_text, *calibration;
    long long threads, samples, worst; /* samples: 0: all */
    bool json, fit, store;
    int by; /* mdl_by, -1: the usual ones */
    mdl_calibrate calibrate;
} request;

/* What was validated, beside the rows. */
typedef struct result {
    mdl_validation v;
    db_choice choice; /* of --samples */
    double interval;
    const char *device; /* the model's; NULL: it does not say */
    lp_strv devices;    /* those that timed the samples */
    char *name;         /* of the model */
} result;

static void free_result(result *o) {
    mdl_validation_free(&o->v);
    db_choice_free(&o->choice);
    lp_strv_free(&o->devices);
    free(o->name);
}

/* The first device that is another than the model's; NULL: there is none. */
static const char *other_device(const result *o) {
    for (size_t i = 0; o->device && i < o->devices.n; i++)
        if (strcmp(o->devices.v[i], o->device) != 0) return o->devices.v[i];
    return NULL;
}

/* Of whole campaigns also by part: a model was trained on one of them, perhaps this very one. */
static bool is_asked(const request *r, int by) {
    if (r->by >= 0) return r->by == by;
    return by == MDL_BY_CLASS || by == MDL_BY_PATTERN || (by == MDL_BY_SPLIT && !r->part);
}

/* ---- JSON ---- */

static json_t *number(double v) {
    return isfinite(v) ? json_real(v) : json_null();
}

static json_t *metrics_json(const lp_metrics *m) {
    json_t *o = json_object();
    json_object_set_new(o, "samples", json_integer((json_int_t)m->n));
    json_object_set_new(o, "kernels", json_integer((json_int_t)m->n_kernels));
    json_object_set_new(o, "mape", m->n ? number(m->mape) : json_null());
    json_object_set_new(o, "median_ape", m->n ? number(m->median_ape) : json_null());
    json_object_set_new(o, "kernel_mape", m->n ? number(m->kernel_mape) : json_null());
    json_object_set_new(o, "log2_error", m->n ? number(m->log_error) : json_null());
    json_object_set_new(o, "bias_log2", m->n ? number(m->bias) : json_null());
    json_object_set_new(o, "rank", m->n ? number(m->rank) : json_null());
    json_object_set_new(o, "kernels_ranked", json_integer((json_int_t)m->n_ranked));
    json_object_set_new(o, "coverage", m->n ? number(m->coverage) : json_null());
    json_object_set_new(o, "width_log2", m->n ? number(m->width) : json_null());
    return o;
}

static json_t *groups_json(const mdl_validation *v, mdl_by by) {
    mdl_groups g = mdl_groups_of(v, by);
    json_t *o = json_object();
    for (size_t i = 0; i < g.n; i++) json_object_set_new(o, g.v[i].name, metrics_json(&g.v[i].m));
    mdl_groups_free(&g);
    return o;
}

typedef struct worst_rows {
    const lp_predicted **rows;
    bool intervals;
} worst_rows;

/* The i-th worst row. */
static json_t *row_json(void *ctx, size_t i) {
    const worst_rows *w = ctx;
    const lp_predicted *r = w->rows[i];
    json_t *o = json_object();
    json_object_set_new(o, "kernel", json_string(r->kernel));
    json_object_set_new(o, "family", json_string(r->family));
    json_object_set_new(o, "split", json_string(r->part));
    json_object_set_new(o, "device", json_string(r->device));
    json_object_set_new(o, "sample", json_integer(r->sample_id));
    json_object_set_new(o, "global", json_integer(r->global_size));
    json_object_set_new(o, "local", json_integer(r->local_size));
    json_object_set_new(o, "pattern", json_string(r->pattern));
    json_object_set_new(o, "class", json_string(r->class_));
    json_object_set_new(o, "measured_us", json_real(r->measured_us));
    json_object_set_new(o, "median_us", json_real(r->median_us));
    json_object_set_new(o, "lo_us", w->intervals ? json_real(r->lo_us) : json_null());
    json_object_set_new(o, "hi_us", w->intervals ? json_real(r->hi_us) : json_null());
    json_object_set_new(o, "ape", json_real(lp_ape_of(r)));
    json_object_set_new(o, "unlike", r->unlike ? json_string(r->unlike) : json_null());
    return o;
}

static json_t *regret_json(const mdl_regret *r) {
    json_t *o = json_object();
    json_object_set_new(o, "within_5", json_real(r->within_5));
    json_object_set_new(o, "mean_regret", json_real(r->mean));
    json_object_set_new(o, "regret_95", json_real(r->top95));
    return o;
}

static json_t *best_local_json(const mdl_validation *v) {
    mdl_best_local c;
    mdl_best_local_of(v, &c);
    if (c.sweeps == 0) return json_null();
    json_t *o = json_object();
    json_object_set_new(o, "sweeps", json_integer((json_int_t)c.sweeps));
    json_object_set_new(o, "launches", json_integer((json_int_t)c.launches));
    json_object_set_new(o, "predicted", regret_json(&c.predicted));
    json_object_set_new(o, "always_256", regret_json(&c.usual));
    json_object_set_new(o, "random", regret_json(&c.random));
    return o;
}

static json_t *devices_json(const lp_strv *devices) {
    json_t *list = json_array();
    for (size_t i = 0; i < devices->n; i++) json_array_append_new(list, json_string(devices->v[i]));
    return list;
}

static int print_json(const request *r, const result *found) {
    const mdl_validation *v = &found->v;
    double interval = found->interval;
    size_t n_worst = v->n < (size_t)r->worst ? v->n : (size_t)r->worst;
    json_t *o = json_object(), *by = json_object();
    lp_metrics m;
    worst_rows worst = {mdl_worst_rows(v), v->intervals};
    json_object_set_new(o, "model", json_string(r->model));
    json_object_set_new(o, "split", r->part ? json_string(r->part) : json_null());
    json_object_set_new(o, "calibrated", json_boolean(r->calibrate == MDL_CALIBRATE_APPLY));
    json_object_set_new(o, "interval", interval > 0 ? json_real(interval) : json_null());
    json_object_set_new(o, "failed", json_integer(v->failed));
    json_object_set_new(o, "model_device",
                        found->device ? json_string(found->device) : json_null());
    json_object_set_new(o, "devices", devices_json(&found->devices));
    json_object_set_new(o, "timed",
                        r->samples ? json_integer((json_int_t)found->choice.of) : json_null());
    mdl_metrics_above(v, 0, &m);
    json_object_set_new(o, "all", metrics_json(&m));
    mdl_metrics_above(v, LONG_US, &m);
    json_object_set_new(o, "from_10us", metrics_json(&m));
    for (int b = 0; b < MDL_N_BY; b++)
        if (is_asked(r, b)) json_object_set_new(by, mdl_by_names[b], groups_json(v, (mdl_by)b));
    json_object_set_new(o, "by", by);
    json_object_set_new(o, "local_size", best_local_json(v));
    int rc = lp_json_print_line_with(o, "worst", row_json, &worst, n_worst);
    json_decref(o);
    free(worst.rows);
    return rc;
}

/* ---- text ---- */

static void print_number(double v, int digits) {
    if (isfinite(v))
        printf(" %7.*f", digits, v);
    else
        printf(" %7s", "-");
}

static void print_metrics(const char *name, const lp_metrics *m) {
    char shown[LP_WORD_SHOWN];
    if (m->n == 0) return;
    printf("%-32s %7zu", lp_word_show(name, shown), m->n);
    print_number(m->mape, 1);
    print_number(m->median_ape, 1);
    print_number(m->log_error, 3);
    print_number(m->bias, 3);
    print_number(m->rank, 3);
    print_number(100 * m->coverage, 1);
    printf("\n");
}

static void print_groups(const mdl_validation *v, mdl_by by) {
    mdl_groups g = mdl_groups_of(v, by);
    printf("by %s\n", mdl_by_names[by]);
    for (size_t i = 0; i < g.n; i++) print_metrics(g.v[i].name, &g.v[i].m);
    mdl_groups_free(&g);
}

static void print_best_local(const mdl_validation *v) {
    mdl_best_local b;
    mdl_best_local_of(v, &b);
    if (b.sweeps == 0) return;
    const struct {
        const char *name;
        const mdl_regret *r;
    } ways[] = {
        {"smallest prediction", &b.predicted}, {"always 256", &b.usual}, {"at random", &b.random}};
    printf("%-32s %7s %7s %7s\n", "choosing the local size", "BEST %", "MEAN %", "TOP95 %");
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        printf("%-32s %7.1f %7.1f %7.1f\n", ways[i].name, 100 * ways[i].r->within_5,
               100 * ways[i].r->mean, 100 * ways[i].r->top95);
    printf("BEST: within 5 %% of the best of a sweep, of %zu; others: time lost to it\n", b.sweeps);
}

static void print_worst(const mdl_validation *v, size_t n) {
    const lp_predicted **rows = mdl_worst_rows(v);
    printf("worst %zu\n%8s %12s %12s %11s %6s %-9s  %s\n", n, "APE %", "MEASURED_US",
           "PREDICTED_US", "GLOBAL", "LOCAL", "CLASS", "KERNEL");
    for (size_t i = 0; i < v->n && i < n; i++) {
        const lp_predicted *r = rows[i];
        printf("%8.1f %12.4g %12.4g %11lld %6lld %-9s  %s%s\n", lp_ape_of(r), r->measured_us,
               r->median_us, (long long)r->global_size, (long long)r->local_size, r->class_,
               r->kernel, r->unlike ? "  (unlike the training data)" : "");
    }
    free(rows);
}

static void print_heading(const request *r, const result *o, const lp_metrics *m) {
    char shown[2][LP_WORD_SHOWN];
    const char *other = other_device(o);
    printf("%s: %zu samples of %zu kernels, %s, calibration %s\n", o->name, m->n, m->n_kernels,
           r->part ? r->part : "all parts",
           r->calibrate == MDL_CALIBRATE_APPLY ? "applied" : "off");
    if (other)
        printf("the model is for %s, these samples are from %s: expect large errors; "
               "docs/own-gpu.md says how to train one for it\n",
               lp_word_show(o->device, shown[0]), lp_word_show(other, shown[1]));
    if (o->choice.n < o->choice.of)
        printf("chosen from %zu timed samples, evenly over kernels\n", o->choice.of);
    if (o->v.failed) printf("%lld could not be predicted\n", (long long)o->v.failed);
    if (o->interval > 0)
        printf("WITHIN: per cent of times in the interval, meant to be %.3g\n", 100 * o->interval);
}

static void print_text(const request *r, const result *o) {
    const mdl_validation *v = &o->v;
    lp_metrics m;
    mdl_metrics_above(v, 0, &m);
    print_heading(r, o, &m);
    printf("\n%-32s %7s %7s %7s %7s %7s %7s %7s\n", "", "N", "MAPE %", "MED %", "|LOG2|", "BIAS",
           "RANK", "WITHIN");
    print_metrics("all", &m);
    mdl_metrics_above(v, LONG_US, &m);
    print_metrics("10 us and more", &m);
    for (int b = 0; b < MDL_N_BY; b++)
        if (is_asked(r, b)) print_groups(v, (mdl_by)b);
    print_best_local(v);
    if (r->worst > 0) print_worst(v, (size_t)r->worst);
}

/* ---- fitting ---- */

static void print_factors(const mdl_calibration *c) {
    printf("%-18s %-10s %8s %7s\n", "PATTERN", "CLASS", "FACTOR", "N");
    for (size_t i = 0; i < c->n; i++)
        printf("%-18s %-10s %8.4f %7lld%s\n", c->v[i].pattern ? c->v[i].pattern : "any",
               c->v[i].class_ ? c->v[i].class_ : "any", c->v[i].factor, (long long)c->v[i].n,
               c->v[i].by_hand ? "  set by hand" : "");
}

static int print_fit(const request *r, const mdl_calibration *c, size_t n) {
    if (!r->json) {
        printf("%zu factors in %s/" MDL_CALIBRATION_FILE ", from %zu samples\n", c->n, r->model, n);
        print_factors(c);
        return 0;
    }
    json_t *o = json_object();
    json_object_set_new(o, "model", json_string(r->model));
    json_object_set_new(o, "factors", json_integer((json_int_t)c->n));
    json_object_set_new(o, "samples", json_integer((json_int_t)n));
    int rc = lp_json_print_line(o);
    json_decref(o);
    return rc;
}

static int fit(const request *r, const mdl_validation *v, lp_err *e) {
    mdl_calibration c = {0};
    int rc = mdl_calibration_load(r->model, &c, e);
    if (rc == 0) {
        mdl_fit_calibration(v, &c);
        rc = mdl_calibration_save(r->model, &c, e);
    }
    if (rc == 0 && print_fit(r, &c, v->n)) rc = lp_fail(e, "standard output cannot be written");
    mdl_calibration_free(&c);
    return rc;
}

static int load_devices(db *d, lp_strv *out, lp_err *e) {
    sqlite3_stmt *s = db_stmt(d,
                              "SELECT DISTINCT name FROM device WHERE id IN"
                              " (SELECT device_id FROM timing WHERE policy = 'warm') ORDER BY name",
                              e);
    int rc = s ? 1 : -1;
    while (rc == 1 && (rc = db_step(d, s, e)) == 1) lp_strv_add(out, db_col_text(s, 0));
    return rc;
}

static int load(const request *r, const mdl_predictor *p, db *d, result *o, lp_err *e) {
    o->name = mdl_model_name(r->model);
    o->interval = mdl_predictor_config(p)->interval;
    o->device = mdl_predictor_config(p)->device;
    mdl_look look = {.part = r->part,
                     .only = r->samples ? &o->choice : NULL,
                     .calibrate = r->calibrate == MDL_CALIBRATE_APPLY,
                     .store_as = r->store ? o->name : NULL};
    int rc = load_devices(d, &o->devices, e);
    if (rc == 0 && r->samples)
        rc = db_choose(d, r->part, (size_t)r->samples, CHOICE_SEED, &o->choice, e);
    return rc ? rc : mdl_validation_load(d, p, &look, &o->v, e);
}

static int validate(const request *r, const mdl_predictor *p, db *d, lp_err *e) {
    result o = {0};
    int rc = load(r, p, d, &o, e);
    if (rc == 0 && !lp_interrupted()) {
        if (r->fit)
            rc = fit(r, &o.v, e);
        else if (r->json)
            rc = print_json(r, &o) ? lp_fail(e, "standard output cannot be written") : 0;
        else
            print_text(r, &o);
    }
    free_result(&o);
    return rc;
}

/* The test part where there is a split, for fitting the validation part. */
static int default_part(request *r, db *d, lp_err *e) {
    int64_t parts = 0;
    if (r->part && strcmp(r->part, "all") == 0)
        r->part = NULL;
    else if (!r->part) {
        if (db_get_i64(d, e, &parts, 0, "SELECT count(*) FROM split", "")) return -1;
        if (parts > 0) r->part = r->fit ? "val" : "test";
        if (parts == 0) lp_note("the campaign is not split: all its samples are looked at");
    }
    return 0;
}

static int work(void *ctx, const mdl_predictor *p, db *d, lp_err *e) {
    request *r = ctx;
    int rc = default_part(r, d, e);
    return rc ? rc : validate(r, p, d, e);
}

static bool is_part(const char *word) {
    for (int i = 0; i < DB_N_PARTS; i++)
        if (strcmp(word, db_part_names[i]) == 0) return true;
    return strcmp(word, "all") == 0;
}

static int by_of(const char *word) {
    for (int i = 0; i < MDL_N_BY; i++)
        if (strcmp(word, mdl_by_names[i]) == 0) return i;
    return -1;
}

static int check(const lp_cmd *cmd, request *r) {
    lp_err e = {""};
    if (!r->db) return lp_usage_error(cmd, "--db FILE is missing");
    if (r->part && !is_part(r->part))
        return lp_usage_error(cmd, "--split %s: train, val, test, heldout or all is expected",
                              r->part);
    if (r->by_text && (r->by = by_of(r->by_text)) < 0)
        return lp_usage_error(cmd, "--by %s: kernel, family, class, pattern or split is expected",
                              r->by_text);
    if (r->calibration && mdl_calibrate_parse(r->calibration, &r->calibrate, &e))
        return lp_usage_error(cmd, "%s", e.msg);
    if (r->fit && r->calibrate == MDL_CALIBRATE_APPLY)
        return lp_usage_error(cmd, "--fit-calibration fits what is not calibrated");
    if (r->samples < 0) return lp_usage_error(cmd, "--samples must not be negative");
    if (r->worst < 0) return lp_usage_error(cmd, "--worst must not be negative");
    if (r->threads < 0 || r->threads > 1024)
        return lp_usage_error(cmd, "--threads must be 1 to 1024");
    return -1;
}

int mdl_cmd_validate(int argc, char **argv) {
    request r = {.by = -1, .worst = WORST};
    char *shipped = NULL;
    const lp_opt opts[] = {
        MDL_OPT_MODEL(r.model),
        {"db", 0, LP_OPT_STR, &r.db, "FILE", "a campaign with measured times"},
        {"split", 0, LP_OPT_STR, &r.part, "train|val|test|heldout|all", "which part (test)"},
        {"by", 0, LP_OPT_STR, &r.by_text, "kernel|family|class|pattern|split",
         "figures by this (class, pattern and, of all parts, split)"},
        {"samples", 0, LP_OPT_I64, &r.samples, "N",
         "only N of the timed samples, evenly over kernels, always the same (all)"},
        {"store", 0, LP_OPT_FLAG, &r.store, NULL,
         "store what the model says in the campaign, as predict --db does"},
        {"worst", 0, LP_OPT_I64, &r.worst, "N", "list the N worst samples (20)"},
        {"calibration", 0, LP_OPT_STR, &r.calibration, "off|apply",
         "judge the times as they are, or calibrated (off)"},
        {"fit-calibration", 0, LP_OPT_FLAG, &r.fit, NULL,
         "fit the model's calibration.json on these samples (val)"},
        {"threads", 0, LP_OPT_I64, &r.threads, "N", "to compute with (one a processor)"},
        {"json", 0, LP_OPT_FLAG, &r.json, NULL, "print one JSON object"},
    };
    const lp_cmd cmd = {
        .prog = MDL_PROG,
        .name = "llmperf validate",
        .usage = "[--model DIR] --db FILE [options]",
        .summary = "How good a model's predictions are, on the measured launches of a campaign.",
        .details = "Prints relative errors, by what `--by` says, how often the time lies within "
                   "the interval, how well the best local size is found, and the worst samples. "
                   "Nothing is stored without `--store`.\n"
                   "\n"
                   "$ llmperf validate --db out/smoke/campaign.db --split all --samples 20",
        .opts = opts,
        .n_opts = sizeof opts / sizeof *opts};
    int status = lp_opt_parse(&cmd, argc, argv, NULL);
    if (status == -1) status = mdl_need_model(&cmd, &r.model, &shipped);
    if (status == -1) status = check(&cmd, &r);
    if (status == -1)
        status = mdl_on_campaign(r.model, (unsigned)r.threads, r.db, r.store ? DB_WRITE : DB_READ,
                                 work, &r);
    free(shipped);
    return status;
}
