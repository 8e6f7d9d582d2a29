/* Features of a launch by name: those of the kernel's record and those of the launch itself. */
#ifndef LLMPERF_MODEL_FEATURES_H
#define LLMPERF_MODEL_FEATURES_H

#include "common/text.h"
#include "db/launch.h"
#include "model/head_config.h"

/* log2(1 + max(v, 0)) of each name into x (names->n), rounded to float; NaN where it has no value.
 * Names are those of the kernel's features, `launch.global_size`, `launch.local_size`,
 * `launch.groups` and `launch.bytes`. */
void mdl_features_of(const db_formulas *f, const db_sample *s, const lp_strv *names, float *x);

/* (x - mean) / std into out, 0 for NaN. */
void mdl_features_normalise(const float *x, size_t n, const double *mean, const double *std,
                            float *out);

/* Appends to `why`, separated by "; ", what is outside of the ranges seen in training:
 * "flop is 4096, in training 0 to 512". Returns how many are. No ranges: 0. */
int mdl_features_unlike(const mdl_head_config *c, const db_formulas *f, const db_sample *s,
                        lp_text *why);

#endif
