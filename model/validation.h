/* The measured launches of a campaign beside their predictions: what validate, its fit and doctor
 * look at. */
#ifndef LLMPERF_MODEL_VALIDATION_H
#define LLMPERF_MODEL_VALIDATION_H

#include "common/text.h"
#include "db/db.h"
#include "model/metrics.h"
#include "model/predictor.h"

typedef struct mdl_validation {
    mdl_row *rows; /* by kernel path, name and sample */
    size_t n, cap;
    int64_t failed; /* samples that could not be predicted */
    bool intervals;
    lp_strv texts; /* that the rows borrow */
} mdl_validation;

/* Predicts every sample with a warm timing of kernels in a part of the split (NULL: all), one row a
 * timing; with the model's calibration applied, by the class measured, or without. Zero-initialise
 * *v and free it in any case. */
int mdl_validation_load(db *d, const mdl_predictor *p, const char *part, bool calibrate,
                        mdl_validation *v, lp_err *e);
void mdl_validation_free(mdl_validation *v);

#endif
