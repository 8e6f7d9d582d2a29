/* A model folder as one thing: launches of a kernel in, times out. Read-only once open: threads may
 * share it. */
#ifndef LLMPERF_MODEL_PREDICTOR_H
#define LLMPERF_MODEL_PREDICTOR_H

#include "db/record.h"
#include "model/calibration.h"
#include "model/head_config.h"

typedef struct mdl_predictor mdl_predictor;

/* Opens a folder with all that its config.json names. threads: 0 for one a processor. NULL and one
 * line on error. */
mdl_predictor *mdl_predictor_open(const char *dir, unsigned threads, lp_err *e);
void mdl_predictor_close(mdl_predictor *p); /* NULL is fine */

const mdl_head_config *mdl_predictor_config(const mdl_predictor *p);
const mdl_calibration *mdl_predictor_calibration(const mdl_predictor *p);
const char *mdl_predictor_dir(const mdl_predictor *p);

typedef struct mdl_prediction {
    double median_us;
    double lo_us, hi_us;      /* equal to the median where the model gives no interval */
    const char *class_;       /* saturation class, static; NULL: not known */
    const mdl_factor *factor; /* the calibration for it, not applied; NULL: there is none */
    int n_unlike;             /* features outside of what training has seen */
    char *unlike;             /* in words, owned; NULL when n_unlike is 0 */
} mdl_prediction;

/* Times of n launches of one kernel, and what is to be known about each. compute_units decides the
 * class; 0: the class of a sample, or where it has none the device that the model was trained for.
 * Free out[] with mdl_predictions_free in any case. */
int mdl_predict(const mdl_predictor *p, const db_kernel *k, const db_sample *samples, size_t n,
                int64_t compute_units, mdl_prediction *out, lp_err *e);
void mdl_predictions_free(mdl_prediction *v, size_t n);

/* With -v: says how many tokens the prompt of a launch has, before and after its preparation. */
void mdl_predictor_tell_prompt(const mdl_predictor *p, const db_kernel *k, const db_sample *s);

/* Multiplies the factor onto the times. */
void mdl_prediction_calibrate(mdl_prediction *p);

#endif
