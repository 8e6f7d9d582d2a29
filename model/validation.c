/* The measured launches of a campaign beside their predictions.
 *
 * In: a database and a model. Out: rows, and what the model says in the database where that is
 * asked for. Computes no figures (metrics.c). */
#include "model/validation.h"

#include <stdlib.h>
#include <string.h>

#include "common/log.h"
#include "model/best_local.h"
#include "model/samples.h"
#include "model/store.h"

typedef struct loading {
    db *d;
    const mdl_predictor *p;
    const mdl_look *look;
    mdl_validation *v;
} loading;

/* The text in memory that lives as long as the rows; the last ones are those that come again. */
static const char *keep(mdl_validation *v, const char *s) {
    const size_t recent = 16;
    if (!s) return NULL;
    for (size_t i = 0; i < recent && i < v->texts.n; i++)
        if (strcmp(v->texts.v[v->texts.n - 1 - i], s) == 0) return v->texts.v[v->texts.n - 1 - i];
    lp_strv_add(&v->texts, s);
    return v->texts.v[v->texts.n - 1];
}

/* A static string of the table's CHECK constraint. */
static const char *class_name(const char *s) {
    static const char *const names[] = {"idle", "under", "saturated"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i], s) == 0) return names[i];
    return "idle";
}

static void calibrate_row(const loading *l, lp_predicted *r) {
    const mdl_factor *f =
        mdl_calibration_find(mdl_predictor_calibration(l->p), r->pattern, r->class_);
    if (!l->look->calibrate || !f) return;
    r->median_us *= f->factor;
    r->lo_us *= f->factor;
    r->hi_us *= f->factor;
}

/* One row for each device that timed the sample. */
static int add_timings(loading *l, const lp_predicted *like, const db_sample *sample, lp_err *e) {
    sqlite3_stmt *s = db_stmt(l->d,
                              "SELECT median_ns, class, device_id, name FROM timing JOIN device"
                              " ON device.id = device_id WHERE sample_id = ? AND policy = 'warm'"
                              " ORDER BY device_id",
                              e);
    int rc = s ? 1 : -1;
    if (s) db_bind(s, "i", like->sample_id);
    while (rc == 1 && (rc = db_step(l->d, s, e)) == 1) {
        mdl_validation *v = l->v;
        v->rows = lp_grow(v->rows, &v->cap, v->n + 1, sizeof *v->rows);
        lp_predicted *r = &v->rows[v->n++];
        *r = *like;
        r->measured_us = sqlite3_column_double(s, 0) / 1000;
        r->class_ = class_name(db_col_text(s, 1));
        r->device = keep(v, db_col_text(s, 3));
        r->same = mdl_best_local_key(r->kernel, sample, sqlite3_column_int64(s, 2));
        calibrate_row(l, r);
    }
    return rc;
}

/* Where the split puts the family; "-" when nowhere. */
static int find_part(loading *l, lp_predicted *r, lp_err *e) {
    char *part = NULL;
    int rc = db_get_text(l->d, e, &part, "SELECT part FROM split WHERE family = ?", "t", r->family);
    r->part = keep(l->v, part ? part : "-");
    free(part);
    return rc;
}

static int add_kernel(loading *l, const db_kernel *k, const db_sample *s, size_t n,
                      const mdl_prediction *p, lp_err *e) {
    lp_text name = {0};
    lp_text_addf(&name, "%s:%s", k->path, k->name);
    lp_predicted r = {.kernel = keep(l->v, name.s),
                      .pattern = keep(l->v, k->pattern ? k->pattern : "-"),
                      .family = keep(l->v, k->family ? k->family
                                           : k->hash ? k->hash
                                                     : name.s)};
    int rc = find_part(l, &r, e);
    for (size_t i = 0; rc == 0 && i < n; i++) {
        r.sample_id = s[i].id;
        r.global_size = s[i].global_size;
        r.local_size = s[i].local_size;
        r.median_us = p[i].median_us;
        r.lo_us = p[i].lo_us;
        r.hi_us = p[i].hi_us;
        r.unlike = keep(l->v, p[i].unlike);
        rc = add_timings(l, &r, &s[i], e);
    }
    lp_text_free(&name);
    return rc;
}

static int predict_kernel(void *ctx, const db_kernel *k, const db_sample *s, size_t n, lp_err *e) {
    loading *l = ctx;
    lp_err why = {""};
    mdl_prediction *p = lp_alloc(n + 1, sizeof *p);
    const char *name = l->look->store_as;
    bool interval = mdl_predictor_config(l->p)->interval > 0;
    int rc = 0;
    if (mdl_predict(l->p, k, s, n, 0, p, &why)) {
        lp_warn("%s: %s", k->path, why.msg);
        l->v->failed += (int64_t)n;
        if (name) rc = mdl_store_nothing(l->d, name, k->id, e);
    } else {
        if (name) rc = mdl_store(l->d, name, interval, s, p, n, e);
        if (rc == 0) rc = add_kernel(l, k, s, n, p, e);
    }
    mdl_predictions_free(p, n);
    free(p);
    return rc;
}

int mdl_validation_load(db *d, const mdl_predictor *p, const mdl_look *look, mdl_validation *v,
                        lp_err *e) {
    loading l = {d, p, look, v};
    const char *part = look->part;
    int64_t kernels = 0;
    v->intervals = mdl_predictor_config(p)->interval > 0;
    int rc = mdl_each_kernel(d, MDL_TIMED, part, look->only, "validating", predict_kernel, &l,
                             &kernels, e);
    if (rc == 0 && kernels == 0 && part)
        rc = lp_fail(e, "%s: no timed sample in the %s part; llmperf db split makes parts",
                     db_path(d), part);
    else if (rc == 0 && kernels == 0)
        rc = lp_fail(e, "%s: no timed sample; llmperf profile times them", db_path(d));
    else if (rc == 0 && v->n == 0)
        rc = lp_fail(e, "%s: no sample could be predicted", db_path(d));
    return rc;
}

void mdl_validation_free(mdl_validation *v) {
    free(v->rows);
    lp_strv_free(&v->texts);
    *v = (mdl_validation){0};
}
