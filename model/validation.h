/* The measured launches of a campaign beside their predictions: what validate, its fit and doctor
 * look at. */
#ifndef LLMPERF_MODEL_VALIDATION_H
#define LLMPERF_MODEL_VALIDATION_H

#include "common/metrics.h"
#include "common/text.h"
#include "db/ops.h"
#include "model/predictor.h"

typedef struct mdl_validation {
    lp_predicted *rows; /* by kernel path, name and sample */
    size_t n, cap;
    int64_t failed; /* samples that could not be predicted */
    bool intervals;
    lp_strv texts; /* that the rows borrow */
} mdl_validation;

/* What to look at, and how. */
typedef struct mdl_look {
    const char *part;      /* of the split; NULL: all */
    const db_choice *only; /* no other samples than these; NULL: all */
    bool calibrate;        /* apply the model's calibration, by the class measured */
    const char *store_as;  /* store what the model says, uncalibrated, under this name; NULL: no */
} mdl_look;

/* Predicts samples with a warm timing, one row a timing. Zero-initialise *v and free it in any
 * case. */
int mdl_validation_load(db *d, const mdl_predictor *p, const mdl_look *look, mdl_validation *v,
                        lp_err *e);
void mdl_validation_free(mdl_validation *v);

#endif
