/* The supervisor's writes: one transaction at a time, committed before every wait, so that what is
 * finished is never lost. */
#ifndef LLMPERF_PROFILE_STORE_H
#define LLMPERF_PROFILE_STORE_H

#include <stdbool.h>

#include "db/record.h"
#include "profile/epoch.h"
#include "profile/protocol.h"

typedef struct prof_store {
    db *d;
    int64_t device_id, run_id;
    int64_t nsm;         /* of the device, for classes */
    double saturation_k; /* of the campaign */
    double ci_target;
    double began_s;    /* of the run, monotonic; 0 before it began */
    int64_t busy_ns;   /* device time in kernels during this run */
    int64_t sentinels; /* rows of this run */
    bool open;         /* a transaction is */
} prof_store;

/* What was stored of a timing, for the summary. */
typedef struct prof_stored {
    const char *class_; /* static */
    unsigned flags;
} prof_stored;

int prof_store_run_begin(prof_store *s, const char *shard, int64_t planned, lp_err *e);
/* Commits and closes the run's row. */
int prof_store_run_end(prof_store *s, lp_err *e);

/* redo: replaces the row of the same sample and policy instead of adding one. */
int prof_store_timing(prof_store *s, const db_sample *sample, const char *policy,
                      const prof_times *t, int64_t epoch, bool redo, prof_stored *out, lp_err *e);
/* What was measured of the device. */
int prof_store_device(prof_store *s, db_device *row, lp_err *e);
int prof_store_failure(prof_store *s, int64_t sample_id, prof_reason r, const char *detail,
                       lp_err *e);
/* An outcome of a probe, and with it the elements by which it made arguments longer (NULL: none).
 */
int prof_store_probe(prof_store *s, const db_probe *p, const int64_t *added, int n_args, lp_err *e);
int prof_store_sentinel(prof_store *s, prof_sentinel which, int64_t epoch, int64_t time_ns,
                        lp_err *e);
/* The first epoch that no earlier run on this device used. */
int prof_store_next_epoch(prof_store *s, int64_t *epoch, lp_err *e);

/* Nothing happens when nothing is open. */
int prof_store_commit(prof_store *s, lp_err *e);
void prof_store_rollback(prof_store *s);

#endif
