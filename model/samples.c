/* Walking over the samples of a campaign.
 *
 * In: a database. Out: a call for each kernel. Holds one kernel at a time. */
#include "model/samples.h"

#include <stdlib.h>

#include "common/intr.h"
#include "common/progress.h"
#include "common/text.h"

typedef struct ids {
    int64_t *v;
    size_t n, cap;
} ids;

typedef struct walk {
    db *d;
    mdl_which which;
    const db_choice *only;
    mdl_kernel_fn *fn;
    void *ctx;
} walk;

/* Families are split, not kernels. */
#define OF_PART                                                                                    \
    " AND (?1 IS NULL OR " DB_FAMILY " IN"                                                         \
    " (SELECT family FROM split WHERE part = ?1)) ORDER BY path, name"

static const struct {
    const char *kernels, *samples;
} queries[] = {
    [MDL_PLANNED] = {"SELECT id FROM kernel WHERE id IN (SELECT kernel_id FROM sample)" OF_PART,
                     "SELECT id FROM sample WHERE kernel_id = ? ORDER BY idx"},
    [MDL_TIMED] = {"SELECT id FROM kernel WHERE id IN (SELECT s.kernel_id FROM sample s"
                   " JOIN timing t ON t.sample_id = s.id WHERE t.policy = 'warm')" OF_PART,
                   "SELECT id FROM sample WHERE kernel_id = ? AND EXISTS (SELECT 1 FROM timing t"
                   " WHERE t.sample_id = sample.id AND t.policy = 'warm') ORDER BY idx"},
};

/* The first column of all rows of a statement that is bound. */
static int take_ids(db *d, sqlite3_stmt *s, ids *out, lp_err *e) {
    int rc;
    while ((rc = db_step(d, s, e)) == 1) {
        out->v = lp_grow(out->v, &out->cap, out->n + 1, sizeof *out->v);
        out->v[out->n++] = sqlite3_column_int64(s, 0);
    }
    return rc;
}

static int kernels_of(db *d, mdl_which which, const char *part, ids *out, lp_err *e) {
    sqlite3_stmt *s = db_stmt(d, queries[which].kernels, e);
    if (!s) return -1;
    db_bind(s, "t", part);
    return take_ids(d, s, out, e);
}

/* Those of a kernel that are wanted. */
static int samples_of(const walk *w, int64_t kernel, ids *out, lp_err *e) {
    sqlite3_stmt *s = db_stmt(w->d, queries[w->which].samples, e);
    size_t kept = 0;
    if (!s) return -1;
    db_bind(s, "i", kernel);
    int rc = take_ids(w->d, s, out, e);
    for (size_t i = 0; i < out->n; i++)
        if (!w->only || db_choice_has(w->only, out->v[i])) out->v[kept++] = out->v[i];
    out->n = kept;
    return rc;
}

static int call(const walk *w, int64_t id, const ids *list, lp_err *e) {
    db *d = w->d;
    db_kernel k = {0};
    int rc = db_load_kernel(d, id, true, &k, e);
    db_sample *s = lp_alloc(list->n + 1, sizeof *s);
    for (size_t i = 0; rc == 0 && i < list->n; i++) rc = db_load_sample(d, list->v[i], &s[i], e);
    if (rc == 0) rc = w->fn(w->ctx, &k, s, list->n, e);
    for (size_t i = 0; i < list->n; i++) db_sample_free(&s[i]);
    free(s);
    db_kernel_free(&k);
    return rc;
}

/* *kernels: one more when it has samples that are wanted. */
static int one_kernel(const walk *w, int64_t id, int64_t *kernels, lp_err *e) {
    ids list = {0};
    int rc = samples_of(w, id, &list, e);
    if (rc == 0 && list.n > 0) {
        rc = call(w, id, &list, e);
        ++*kernels;
    }
    free(list.v);
    return rc;
}

int mdl_each_kernel(db *d, mdl_which which, const char *part, const db_choice *only,
                    const char *what, mdl_kernel_fn *fn, void *ctx, int64_t *kernels, lp_err *e) {
    const walk w = {d, which, only, fn, ctx};
    ids list = {0};
    lp_progress bar;
    int rc = kernels_of(d, which, part, &list, e);
    *kernels = 0;
    lp_progress_begin(&bar, what, "kernels", (int64_t)list.n);
    for (size_t i = 0; rc == 0 && i < list.n && !lp_interrupted(); i++) {
        rc = one_kernel(&w, list.v[i], kernels, e);
        lp_progress_step(&bar, 1, NULL);
    }
    lp_progress_end(&bar);
    free(list.v);
    return rc;
}
