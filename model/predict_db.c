/* llmperf predict --db: every sample of a campaign.
 *
 * In: a database with a plan. Out: rows of its table `prediction`. A kernel's rows are stored in
 * one transaction, in place of older ones of the same model, so that the command can be
 * interrupted and run again. */
#include <stdlib.h>
#include <string.h>

#include "common/fs.h"
#include "common/intr.h"
#include "common/json.h"
#include "common/log.h"
#include "model/cmd.h"
#include "model/samples.h"

typedef struct counts {
    int64_t kernels, samples, unlike, failed;
} counts;

typedef struct campaign {
    db *d;
    const mdl_request *r;
    const mdl_predictor *p;
    char *name; /* of the model, as stored */
    counts c;
    lp_err *e;
} campaign;

static int store(campaign *c, const db_sample *s, const mdl_prediction *p) {
    bool interval = mdl_predictor_config(c->p)->interval > 0;
    const double ns = 1000;
    return db_run(c->d, c->e,
                  "INSERT OR REPLACE INTO prediction (sample_id, model, median_ns, lo_ns, hi_ns)"
                  " VALUES (?, ?, ?, CASE ?6 WHEN 1 THEN ?4 END, CASE ?6 WHEN 1 THEN ?5 END)",
                  "itdddi", s->id, c->name, p->median_us * ns, p->lo_us * ns, p->hi_us * ns,
                  (int64_t)interval);
}

static int store_kernel(campaign *c, const db_sample *s, mdl_prediction *p, size_t n) {
    if (db_begin(c->d, c->e)) return -1;
    for (size_t i = 0; i < n; i++) {
        if (c->r->calibrate == MDL_CALIBRATE_APPLY) mdl_prediction_calibrate(&p[i]);
        c->c.unlike += p[i].n_unlike > 0;
        if (store(c, &s[i], &p[i])) {
            db_rollback(c->d);
            return -1;
        }
    }
    return db_commit(c->d, c->e);
}

/* What a kernel that cannot be predicted had from an earlier run would be of another model. */
static int forget_kernel(campaign *c, const db_kernel *k) {
    return db_run(c->d, c->e,
                  "DELETE FROM prediction WHERE model = ? AND sample_id IN"
                  " (SELECT id FROM sample WHERE kernel_id = ?)",
                  "ti", c->name, k->id);
}

static int predict_kernel(void *ctx, const db_kernel *k, const db_sample *s, size_t n, lp_err *e) {
    campaign *c = ctx;
    lp_err why = {""};
    mdl_prediction *p = lp_alloc(n + 1, sizeof *p);
    int rc;
    c->e = e;
    if (mdl_predict(c->p, k, s, n, c->r->compute_units, p, &why)) {
        lp_warn("%s: %s", k->path, why.msg);
        c->c.failed += (int64_t)n;
        rc = forget_kernel(c, k);
    } else {
        c->c.kernels++;
        c->c.samples += (int64_t)n;
        rc = store_kernel(c, s, p, n);
    }
    mdl_predictions_free(p, n);
    free(p);
    return rc;
}

/* The last part of the folder's path: "models/h200/" is h200. */
static char *name_of(const char *dir) {
    size_t n = strlen(dir);
    while (n > 1 && dir[n - 1] == '/') n--;
    char *copy = lp_strndup(dir, n);
    char *name = lp_strdup(lp_path_base(copy));
    free(copy);
    return name;
}

static void print_summary(const campaign *c) {
    const counts *n = &c->c;
    if (c->r->json) {
        json_t *o = json_object();
        json_object_set_new(o, "model", json_string(c->name));
        json_object_set_new(o, "kernels", json_integer(n->kernels));
        json_object_set_new(o, "samples", json_integer(n->samples));
        json_object_set_new(o, "unlike", json_integer(n->unlike));
        json_object_set_new(o, "failed", json_integer(n->failed));
        lp_json_print_line(o);
        json_decref(o);
        return;
    }
    printf("%lld samples of %lld kernels predicted, stored as %s\n", (long long)n->samples,
           (long long)n->kernels, c->name);
    if (n->unlike) printf("%lld are unlike the training data\n", (long long)n->unlike);
    if (n->failed) printf("%lld could not be predicted\n", (long long)n->failed);
}

int mdl_predict_db(const mdl_request *r, const mdl_predictor *p, lp_err *e) {
    campaign c = {.r = r, .p = p, .e = e};
    c.d = db_open(r->db, DB_WRITE, e);
    if (!c.d) return -1;
    c.name = r->name ? lp_strdup(r->name) : name_of(mdl_predictor_dir(p));
    int64_t kernels = 0;
    int rc = mdl_each_kernel(c.d, MDL_PLANNED, NULL, "predicting", predict_kernel, &c, &kernels, e);
    if (rc == 0 && kernels == 0)
        rc = lp_fail(e, "%s: has no samples; llmperf gen plans them", r->db);
    if (rc == 0 && !lp_interrupted()) print_summary(&c);
    if (rc == 0 && !lp_interrupted() && c.c.samples == 0)
        rc = lp_fail(e, "%s: no sample could be predicted", r->db);
    free(c.name);
    db_close(c.d);
    return rc;
}
