/* What gen reads from and writes to the campaign database beside kernels: the campaign's row, the
 * device's limits, and the difference between planned and stored samples. */
#ifndef LLMPERF_GEN_STORE_H
#define LLMPERF_GEN_STORE_H

#include "gen/sample.h"

#define GEN_PLAN_VERSION 3 /* raised when the same campaign would give another plan */

/* The campaign's row as it stands. */
typedef struct gen_stored {
    bool exists;
    int64_t plan_version;
    char *config_json; /* NULL when there is no row */
    char *plan_hash;   /* NULL until a plan is complete */
} gen_stored;

int gen_load_campaign(db *d, gen_stored *out, lp_err *e);
void gen_stored_free(gen_stored *s);
/* Inserts or updates the row. plan_hash NULL: a plan is being written. */
int gen_put_campaign(db *d, const lp_campaign *c, const char *config_path, const gen_limits *lim,
                     const char *plan_hash, lp_err *e);

/* The campaign's target; what is 0 there comes from the first device of the database. The device's
 * name goes to `device` (NULL when it was not asked); caller frees. */
int gen_find_limits(db *d, const lp_campaign *c, const char *config_path, gen_limits *lim,
                    char **device, lp_err *e);

/* One line that says all about a sample or probe sample except the kernel: plans are hashed and
 * compared by it. */
void gen_sample_line(const db_sample *s, lp_text *out);

typedef struct gen_changes {
    int64_t added, removed, kept;
    int64_t lost; /* of the removed ones: timed or failed already */
} gen_changes;

/* Compares the kernel's stored samples with the plan (ascending idx) and counts; with `apply` also
 * makes them equal, in the caller's transaction, refusing to remove a sample that has results. */
int gen_sync_samples(db *d, int64_t kernel_id, db_sample *plan, size_t n, bool apply,
                     gen_changes *changes, lp_err *e);
/* The same for its probe samples, which may change at any time. *stale: they are not the stored
 * ones.
 */
int gen_sync_probes(db *d, int64_t kernel_id, db_sample *plan, size_t n, bool apply, bool *stale,
                    lp_err *e);

/* Adds the kernel's repairs to what was planned: elements that a probe found missing, by argument.
 * The lengths are then those of the database; the plan's hash is of those before. */
int gen_add_repairs(db *d, const db_kernel *row, db_sample *plan, size_t n, lp_err *e);

#endif
