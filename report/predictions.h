/* What a model says about the samples of a campaign: asked of the model beside this program, or
 * read from where an earlier run has stored it. */
#ifndef LLMPERF_REPORT_PREDICTIONS_H
#define LLMPERF_REPORT_PREDICTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/error.h"
#include "db/db.h"

typedef struct rep_prediction {
    int64_t sample_id;
    double median_us, lo_us, hi_us; /* lo and hi NaN without an interval */
    char *unlike;                   /* what training has not seen of it; NULL: nothing, not known */
} rep_prediction;

typedef struct rep_predictions {
    rep_prediction *v; /* by sample, each once */
    size_t n, cap;
    char *model;     /* its name; NULL: there are no predictions */
    char *device;    /* that the model was trained for; NULL: not known */
    double interval; /* share of times meant to lie within lo..hi; NaN: not known */
    bool stored;     /* from the table `prediction` */
    int64_t timed;   /* of how many samples these were chosen; 0: all were taken */
    int64_t failed;  /* samples that could not be predicted, rows that are no times */
    int64_t others;  /* models that have stored predictions too */
} rep_predictions;

/* Runs `llmperf-model validate --json` beside this program on all parts of the campaign; samples:
 * at most so many, 0: all. */
int rep_predictions_ask(const char *model_dir, const char *db_file, long long samples,
                        rep_predictions *p, lp_err *e);
/* What is stored: of the model with most rows. No row is no error: p->n stays 0. */
int rep_predictions_stored(db *d, rep_predictions *p, lp_err *e);
/* From what validate prints with --json. The text comes from another program and is checked. */
int rep_predictions_parse(const char *text, size_t n, rep_predictions *p, lp_err *e);
/* NULL when there is none. */
const rep_prediction *rep_predictions_find(const rep_predictions *p, int64_t sample_id);
void rep_predictions_free(rep_predictions *p);

#endif
