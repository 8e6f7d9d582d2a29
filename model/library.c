/* libllmperf: models and predictions.
 *
 * In: what a program asks for (llmperf.h). Out: handles, times, one-line errors. Only translates:
 * the work is in predictor.c and launch.c, kernels are in library_kernel.c. Prints nothing. */
#include <stdlib.h>
#include <string.h>

#include "common/opt.h"
#include "model/launch.h"
#include "model/library.h"
#include "model/predictor.h"

enum { MAX_THREADS = 1024, MAX_COMPUTE_UNITS = 1 << 20 };

struct llmperf_model {
    mdl_predictor *p;
};

struct llmperf_results {
    size_t n;
    llmperf_result *v;
    mdl_prediction *predictions; /* own the words of v */
    lp_text *notes;
};

const char *llmperf_version(void) {
    return lp_version();
}

/* ---- what every call needs ---- */

void mdl_lib_tell(llmperf_error *to, const lp_err *e) {
    _Static_assert(sizeof(llmperf_error) == sizeof(lp_err), "a message fits");
    if (to) memcpy(to->message, e->msg, sizeof e->msg);
}

int mdl_lib_options(void *to, size_t known, const void *from, const char *what, lp_err *e) {
    size_t size;
    if (!from) return 0;
    memcpy(&size, from, sizeof size);
    if (size < sizeof size || size > 1 << 16)
        return lp_fail(e, "%s: size must be the struct's sizeof", what);
    const char *bytes = from;
    for (size_t i = known; i < size; i++)
        if (bytes[i])
            return lp_fail(e, "%s: asks for what this library, %s, does not know", what,
                           lp_version());
    memcpy(to, from, size < known ? size : known);
    return 0;
}

/* ---- models ---- */

static mdl_predictor *open_predictor(const char *dir, const llmperf_model_options *options,
                                     lp_err *e) {
    llmperf_model_options o = {0};
    if (mdl_lib_options(&o, sizeof o, options, "llmperf_model_options", e)) return NULL;
    if (o.threads <= MAX_THREADS && dir) return mdl_predictor_open(dir, o.threads, e);
    lp_fail(e, dir ? "threads: must be 0 to %d" : "no model folder is given", MAX_THREADS);
    return NULL;
}

llmperf_model *llmperf_model_open(const char *dir, const llmperf_model_options *options,
                                  llmperf_error *error) {
    lp_err e = {""};
    mdl_predictor *p = open_predictor(dir, options, &e);
    if (!p) {
        mdl_lib_tell(error, &e);
        return NULL;
    }
    llmperf_model *m = lp_alloc(1, sizeof *m);
    m->p = p;
    return m;
}

void llmperf_model_close(llmperf_model *model) {
    if (!model) return;
    mdl_predictor_close(model->p);
    free(model);
}

double llmperf_model_interval(const llmperf_model *model) {
    return mdl_predictor_config(model->p)->interval;
}

/* ---- launches ---- */

static int make_launch(const db_kernel *k, const llmperf_launch *from, db_sample *s, lp_text *notes,
                       lp_err *e) {
    llmperf_launch l = {0};
    mdl_args args = {0};
    int rc = mdl_lib_options(&l, sizeof l, from, "llmperf_launch", e);
    for (size_t i = 0; rc == 0 && i < l.n_args; i++) rc = mdl_args_add(&args, l.args[i], e);
    if (rc == 0) rc = mdl_launch_make(k, l.global_size, l.local_size, &args, s, notes, e);
    mdl_args_free(&args);
    return rc;
}

/* The caller's launches may be longer or shorter than ours: their own size is the stride. */
static int make_launches(const db_kernel *k, const llmperf_launch *launches, size_t n,
                         db_sample *samples, lp_text *notes, lp_err *e) {
    const char *at = (const char *)launches;
    size_t stride = launches->size;
    for (size_t i = 0; i < n; i++, at += stride) {
        size_t size;
        memcpy(&size, at, sizeof size);
        int rc = size == stride ? make_launch(k, (const void *)at, &samples[i], &notes[i], e)
                                : lp_fail(e, "its size is another than that of the first");
        if (rc != 0) return n > 1 ? lp_fail_in(e, "launch %zu of %zu", i + 1, n) : rc;
    }
    return 0;
}

/* ---- results ---- */

static void fill(const mdl_prediction *p, const lp_text *notes, bool calibrate, llmperf_result *r) {
    mdl_prediction shown = *p;
    bool calibrated = calibrate && p->factor;
    if (calibrated) mdl_prediction_calibrate(&shown);
    *r = (llmperf_result){.median_us = shown.median_us,
                          .lo_us = shown.lo_us,
                          .hi_us = shown.hi_us,
                          .unlike = p->n_unlike > 0,
                          .unlike_why = p->unlike ? p->unlike : "",
                          .calibrated = calibrated,
                          .factor = p->factor ? p->factor->factor : 1,
                          .saturation = p->class_ ? p->class_ : "",
                          .notes = lp_text_str(notes)};
}

static int predict(const llmperf_model *m, const db_kernel *k, const llmperf_launch *launches,
                   const llmperf_predict_options *options, llmperf_results *r, lp_err *e) {
    llmperf_predict_options o = {0};
    db_sample *samples = lp_alloc(r->n, sizeof *samples);
    int rc = mdl_lib_options(&o, sizeof o, options, "llmperf_predict_options", e);
    if (rc == 0 && (o.compute_units < 0 || o.compute_units > MAX_COMPUTE_UNITS))
        rc = lp_fail(e, "compute_units: must be 0 to %d", MAX_COMPUTE_UNITS);
    if (rc == 0) rc = make_launches(k, launches, r->n, samples, r->notes, e);
    if (rc == 0) rc = mdl_predict(m->p, k, samples, r->n, o.compute_units, r->predictions, e);
    for (size_t i = 0; i < r->n; i++) {
        if (rc == 0) fill(&r->predictions[i], &r->notes[i], o.calibrate != 0, &r->v[i]);
        db_sample_free(&samples[i]);
    }
    free(samples);
    return rc;
}

llmperf_results *llmperf_predict(const llmperf_model *model, const llmperf_kernel *kernel,
                                 const llmperf_launch *launches, size_t n,
                                 const llmperf_predict_options *options, llmperf_error *error) {
    lp_err e = {""};
    if (n == 0 || !launches) {
        lp_fail(&e, "no launch is given");
        mdl_lib_tell(error, &e);
        return NULL;
    }
    llmperf_results *r = lp_alloc(1, sizeof *r);
    r->n = n;
    r->v = lp_alloc(n, sizeof *r->v);
    r->predictions = lp_alloc(n, sizeof *r->predictions);
    r->notes = lp_alloc(n, sizeof *r->notes);
    if (predict(model, mdl_lib_record(kernel), launches, options, r, &e) == 0) return r;
    mdl_lib_tell(error, &e);
    llmperf_results_free(r);
    return NULL;
}

size_t llmperf_results_count(const llmperf_results *results) {
    return results->n;
}

const llmperf_result *llmperf_results_get(const llmperf_results *results, size_t i) {
    return i < results->n ? &results->v[i] : NULL;
}

void llmperf_results_free(llmperf_results *results) {
    if (!results) return;
    mdl_predictions_free(results->predictions, results->n);
    for (size_t i = 0; i < results->n; i++) lp_text_free(&results->notes[i]);
    free(results->predictions);
    free(results->notes);
    free(results->v);
    free(results);
}
