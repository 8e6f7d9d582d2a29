/* Calibration factors fitted on measured launches. */
#ifndef LLMPERF_MODEL_FIT_H
#define LLMPERF_MODEL_FIT_H

#include "model/calibration.h"
#include "model/validation.h"

/* Replaces the fitted factors of *c by those of these rows, which must be predicted without
 * calibration; factors set by hand stay, and what they cover is not fitted.
 *
 * A factor is the median of measured / predicted, drawn towards 1 where there are few rows. It is
 * kept only where it also helps kernels that it was not fitted on: fitted on either half of the
 * kernels, it must lower the log error of the other half. */
void mdl_fit_calibration(const mdl_validation *v, mdl_calibration *c);

#endif
