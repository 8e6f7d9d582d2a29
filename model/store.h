/* Predictions in a campaign's database. */
#ifndef LLMPERF_MODEL_STORE_H
#define LLMPERF_MODEL_STORE_H

#include "db/record.h"
#include "model/predictor.h"

/* A model's name, as predictions are stored: the last part of its folder's path. Caller frees. */
char *mdl_model_name(const char *dir);

/* Stores n predictions of a kernel's samples under this name, in place of older ones, in one
 * transaction. interval: whether lo and hi mean something. */
int mdl_store(db *d, const char *name, bool interval, const db_sample *s, const mdl_prediction *p,
              size_t n, lp_err *e);
/* What a kernel that cannot be predicted had from an earlier run would be of another model. */
int mdl_store_nothing(db *d, const char *name, int64_t kernel_id, lp_err *e);

#endif
