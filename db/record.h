/* Typed rows of the database, and how stages store and load them. Strings in records passed to
 * db_put_* are borrowed; strings in records filled by db_load_* are owned by the record and freed
 * by its _free function. */
#ifndef LLMPERF_DB_RECORD_H
#define LLMPERF_DB_RECORD_H

#include <stdbool.h>
#include <stdint.h>

#include "db/db.h"

typedef struct db_arg {
    int idx;
    char *name, *kind, *type;
    int64_t elem_bytes;
    char *access, *pattern, *role, *content, *extent, *domain; /* pattern.. may be NULL */
} db_arg;

typedef struct db_access {
    int arg;
    int64_t line;
    char *kind, *index_expr, *pattern, *lo, *hi, *reason;
    bool conditional; /* data, or what is not followed, decides whether it happens */
} db_access;

typedef struct db_feature {
    char *name, *formula;
} db_feature;

typedef struct db_kernel {
    int64_t id;
    char *path, *name;
    int64_t line;
    char *hash, *family, *source, *std;
    int dims;
    bool ok;
    char *reason, *detail, *pattern;
    int64_t reqd_local, local_bytes;
    char *constraints; /* JSON array of formulas */
    char *guesses;     /* macros that were inferred, NAME=VALUE, one a line; NULL when none */
    char *template_id; /* of a synthesised kernel, NULL for others */
    char *probe;   /* the kernel with its accesses checked, without prelude; NULL: there is none */
    bool held_out; /* never to be trained on, and neither are others of its family */
    char *probe_gap; /* source:LINE:COL: why: where the checks do not reach; NULL: nowhere */
    db_arg *args;
    int n_args;
    db_access *accesses;
    int n_accesses;
    db_feature *features;
    int n_features;
} db_kernel;

/* SQL, for a query on kernel: what split goes by, and whether the kernel may never be trained on,
 * because it or another of its family or with its source is held out. */
#define DB_FAMILY "coalesce(family, hash, path || ':' || name)"
#define DB_HELD_OUT                                                                                \
    DB_FAMILY " IN (SELECT " DB_FAMILY " FROM kernel WHERE held_out = 1 OR hash IN (SELECT hash"   \
              " FROM kernel WHERE held_out = 1))"

/* Inserts the kernel with its arguments, accesses and features, replacing a record of the same
 * (path, name); a record whose hash and status did not change keeps its id and its samples; also
 * the repairs of arguments whose extent did not change and, unless one was dropped or the text of
 * the probe changed, what probes found with what it quarantined. Sets k->id. 1: the record differs
 * and has samples with results, so it was left as it is, but for being held out. */
int db_put_kernel(db *d, db_kernel *k, lp_err *e);
/* with_access: also loads accesses and features. */
int db_load_kernel(db *d, int64_t id, bool with_access, db_kernel *k, lp_err *e);
void db_kernel_free(db_kernel *k);

typedef struct db_device {
    int64_t id;
    char *platform, *name, *vendor, *version, *driver, *type;
    int64_t compute_units, max_work_group, local_mem_bytes, global_mem_bytes, max_alloc_bytes,
        clock_mhz;
    bool fp64;
    int64_t advertised_resolution_ns, tick_ns, null_kernel_ns,
        enqueue_latency_ns; /* observed ones: 0 = not measured */
} db_device;

/* Inserts or updates by (platform, name, version, driver). Sets v->id. */
int db_put_device(db *d, db_device *v, lp_err *e);
int db_load_device(db *d, int64_t id, db_device *v, lp_err *e);
void db_device_free(db_device *v);

typedef struct db_sample_arg {
    int idx;
    int64_t elems;        /* -1 for scalars */
    char *value, *recipe; /* NULL where not meant */
} db_sample_arg;

typedef struct db_sample {
    int64_t id, kernel_id;
    int idx;
    char *strategy;
    int64_t global_size, local_size;
    char *class_;
    int64_t fill_seed, bytes;
    int64_t work; /* estimated operations, 0 when unknown; no part of what makes samples the same */
    db_sample_arg *args;
    int n_args;
} db_sample;

/* Sets s->id. A sample that is stored already keeps its id and its timings when nothing changed; a
 * changed one is replaced and loses them. */
int db_put_sample(db *d, db_sample *s, lp_err *e);
/* Deletes the kernel's samples with idx >= first_idx and all that hangs on them, and corrects the
 * counts in the run log: use it instead of a DELETE. db_uncount_sample does only the latter, for
 * one sample about to be deleted. */
int db_drop_samples(db *d, int64_t kernel_id, int first_idx, lp_err *e);
int db_uncount_sample(db *d, int64_t sample_id, lp_err *e);
int db_load_sample(db *d, int64_t id, db_sample *s, lp_err *e);
void db_sample_free(db_sample *s);

/* ---- record_probe.c: launches that check a kernel before it is timed, and what they found ---- */

/* Makes the kernel's probe samples these n (ascending idx; strategy and class_ are not stored) and
 * sets their ids. Equal ones stay as they are; with others, what probes found on any device goes,
 * for it is no longer about this kernel's launches, and so do failures with reason "quarantined".
 */
int db_put_probe_samples(db *d, int64_t kernel_id, db_sample *s, int n, lp_err *e);
/* All of a kernel by idx, with strategy and class_ NULL; free *s with db_probe_samples_free. */
int db_load_probe_samples(db *d, int64_t kernel_id, db_sample **s, int *n, lp_err *e);
void db_probe_samples_free(db_sample *s, int n);

/* Elements of one buffer that one probe launch touched. */
typedef struct db_probe_range {
    int idx, arg;   /* of the probe sample; the argument */
    int64_t elems;  /* the length given, before any repair */
    bool touched;   /* lo and hi mean something */
    int64_t lo, hi; /* smallest and largest element index; lo may be negative, hi beyond elems */
} db_probe_range;

typedef struct db_probe {
    int64_t kernel_id, device_id;
    char *status;           /* clean repaired quarantined */
    char *reason;           /* set when quarantined, else NULL */
    char *detail;           /* one line or NULL */
    int64_t launches;       /* that ran */
    int64_t version;        /* of the probe */
    db_probe_range *ranges; /* stored with it; not loaded by db_get_probe */
    int n_ranges;
} db_probe;

/* Stores an outcome with its ranges, in place of an older one of the same kernel and device. */
int db_put_probe(db *d, const db_probe *p, lp_err *e);
/* 1 and *p (free with db_probe_free) when this kernel was probed on this device by a probe of this
 * version, 0 when not (yet), -1 on error. */
int db_get_probe(db *d, int64_t kernel_id, int64_t device_id, int64_t version, db_probe *p,
                 lp_err *e);
void db_probe_free(db_probe *p);

/* Says that `arg` needs `elems` > 0 elements more than its extent's value, in all. In one go with
 * it, the kernel's samples and probe samples that are planned already grow by what is new: their
 * elems and bytes, nothing else. Fewer elements than are on record change nothing. */
int db_put_repair(db *d, int64_t kernel_id, int arg, int64_t elems, int64_t device_id, lp_err *e);
/* Elements to add, by argument, 0 where none: elems[] has room for n_args. */
int db_load_repairs(db *d, int64_t kernel_id, int n_args, int64_t *elems, lp_err *e);

typedef struct db_timing {
    int64_t sample_id, device_id, run_id, epoch;
    const char *policy, *class_, *flags, *start_ns, *end_ns;
    int64_t median_ns, min_ns, max_ns, ci_lo_ns, ci_hi_ns, reps;
    double mean_ns;
} db_timing;

/* Both also count themselves in the run's row, in the same transaction as the caller's. A timing
 * removes an older failure of the same sample and device; a row that is already there is left as it
 * is and not counted, and so is the failure of a sample that has a timing on that device. */
int db_put_timing(db *d, const db_timing *t, lp_err *e);
int db_put_failure(db *d, int64_t sample_id, int64_t device_id, int64_t run_id, const char *reason,
                   const char *detail, lp_err *e);

/* Saturation class of a launch: idle groups < nsm, under <= k * nsm, saturated above. Static
 * strings. */
const char *db_class_of(int64_t global_size, int64_t local_size, int64_t nsm, double k);

#endif
