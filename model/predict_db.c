/* llmperf predict --db: every sample of a campaign.
 *
 * In: a database with a plan. Out: rows of its table `prediction`. A kernel's rows are stored in
 * one transaction, in place of older ones of the same model, so that the command can be
 * interrupted and run again. */
#include <stdlib.h>

#include "common/intr.h"
#include "common/json.h"
#include "common/log.h"
#include "model/cmd.h"
#include "model/samples.h"
#include "model/store.h"

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

static int store_kernel(campaign *c, const db_sample *s, mdl_prediction *p, size_t n) {
    for (size_t i = 0; i < n; i++) {
        if (c->r->calibrate == MDL_CALIBRATE_APPLY) mdl_prediction_calibrate(&p[i]);
        c->c.unlike += p[i].n_unlike > 0;
    }
    return mdl_store(c->d, c->name, mdl_predictor_config(c->p)->interval > 0, s, p, n, c->e);
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
        rc = mdl_store_nothing(c->d, c->name, k->id, e);
    } else {
        c->c.kernels++;
        c->c.samples += (int64_t)n;
        rc = store_kernel(c, s, p, n);
    }
    mdl_predictions_free(p, n);
    free(p);
    return rc;
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
    c.name = r->name ? lp_strdup(r->name) : mdl_model_name(mdl_predictor_dir(p));
    int64_t kernels = 0;
    int rc = mdl_each_kernel(c.d, MDL_PLANNED, NULL, NULL, "predicting", predict_kernel, &c,
                             &kernels, e);
    if (rc == 0 && kernels == 0)
        rc = lp_fail(e, "%s: has no samples; llmperf gen plans them", r->db);
    if (rc == 0 && !lp_interrupted()) print_summary(&c);
    if (rc == 0 && !lp_interrupted() && c.c.samples == 0)
        rc = lp_fail(e, "%s: no sample could be predicted", r->db);
    free(c.name);
    db_close(c.d);
    return rc;
}
