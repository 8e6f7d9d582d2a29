/* What the pages are made of, read once.
 *
 * In: the open database. Out: devices, kernels and warm timings in memory; a query each. Sources,
 * accesses and raw times stay where they are: only some kernels have a page. */
#include <stdlib.h>
#include <string.h>

#include "db/ops.h"
#include "db/record.h"
#include "report/report.h"

const char *const rep_class_names[REP_N_CLASSES] = {"idle", "under", "saturated"};

/* The statistics are in the order of ids. */
const json_t *rep_device_stats(const rep *r) {
    size_t at = 0;
    if (r->n_devices == 0) return NULL;
    for (size_t i = 1; i < r->n_devices; i++) at += r->devices[i].id < r->devices[0].id;
    return json_array_get(json_object_get(r->stats, "devices"), at);
}

int64_t rep_groups(const rep_time *t) {
    return t->global_size / t->local_size;
}

double *rep_sorted_ns(const rep *r, size_t first, size_t n) {
    double *v = lp_alloc(n + 1, sizeof *v);
    for (size_t i = 0; i < n; i++) v[i] = (double)r->times[first + i].ns;
    db_sort_values(v, n);
    return v;
}

void rep_kernel_words(const rep_kernel *k, lp_text *out) {
    lp_text_addf(out, "%s: %s", k->path, k->name);
}

/* ---- devices ---- */

static int load_devices(rep *r, lp_err *e) {
    sqlite3_stmt *s =
        db_stmt(r->d,
                "SELECT id, name, compute_units, (SELECT count(*) FROM timing WHERE device_id ="
                " device.id AND policy = 'warm') AS timed FROM device ORDER BY timed DESC, id",
                e);
    size_t cap = 0;
    int rc = s ? 1 : -1;
    while (rc == 1 && (rc = db_step(r->d, s, e)) == 1) {
        r->devices = lp_grow(r->devices, &cap, r->n_devices + 1, sizeof *r->devices);
        r->devices[r->n_devices++] =
            (rep_device){sqlite3_column_int64(s, 0), lp_strdup(db_col_text(s, 1)),
                         sqlite3_column_int64(s, 2), sqlite3_column_int64(s, 3)};
    }
    return rc;
}

/* ---- kernels ---- */

static const char kernels_sql[] =
    "SELECT k.id, k.path, k.name, " DB_FAMILY ", coalesce(k.pattern, 'unknown'),"
    " coalesce((SELECT part FROM split s WHERE s.family = coalesce(k.family, k.hash, k.path || ':' "
    "||"
    " k.name)), ''), " DB_HELD_OUT
    ", k.template IS NOT NULL FROM kernel k WHERE k.status = 'ok' ORDER BY 2, 3, 1";

static int load_kernels(rep *r, lp_err *e) {
    sqlite3_stmt *s = db_stmt(r->d, kernels_sql, e);
    size_t cap = 0;
    int rc = s ? 1 : -1;
    while (rc == 1 && (rc = db_step(r->d, s, e)) == 1) {
        r->kernels = lp_grow(r->kernels, &cap, r->n_kernels + 1, sizeof *r->kernels);
        r->kernels[r->n_kernels++] = (rep_kernel){
            .id = sqlite3_column_int64(s, 0),
            .path = lp_strdup(db_col_text(s, 1)),
            .name = lp_strdup(db_col_text(s, 2)),
            .family = lp_strdup(db_col_text(s, 3)),
            .pattern = lp_strdup(db_col_text(s, 4)),
            .part = lp_strdup(db_col_text(s, 5)),
            .held_out = sqlite3_column_int(s, 6) != 0,
            .synthesised = sqlite3_column_int(s, 7) != 0,
        };
    }
    return rc;
}

/* ---- timings ---- */

typedef struct id_index {
    int64_t id;
    size_t index;
} id_index;

static int by_id(const void *a, const void *b) {
    int64_t x = ((const id_index *)a)->id, y = ((const id_index *)b)->id;
    return (x > y) - (x < y);
}

static id_index *index_kernels(const rep *r) {
    id_index *v = lp_alloc(r->n_kernels + 1, sizeof *v);
    for (size_t i = 0; i < r->n_kernels; i++) v[i] = (id_index){r->kernels[i].id, i};
    if (r->n_kernels) qsort(v, r->n_kernels, sizeof *v, by_id);
    return v;
}

static rep_class class_of(const char *word) {
    for (int c = 0; c < REP_N_CLASSES; c++)
        if (strcmp(word, rep_class_names[c]) == 0) return (rep_class)c;
    return REP_SATURATED;
}

static rep_weight weight_of(sqlite3_stmt *s, int col, const char *reason) {
    if (sqlite3_column_type(s, col) == SQLITE_NULL) return REP_UNBALANCED;
    if (sqlite3_column_double(s, col) > 0) return REP_KEPT;
    return strcmp(reason, "outlier") == 0 ? REP_OUTLIER : REP_CAPPED;
}

static unsigned flags_of(const char *words) {
    static const char *const names[] = {"noisy", "outliers", "drift", "bimodal"};
    unsigned flags = 0;
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        if (strstr(words, names[i])) flags |= 1u << i;
    return flags;
}

/* A database may come from a stranger: what its schema should have refused is left out here. */
static const char times_sql[] =
    "SELECT s.kernel_id, t.sample_id, s.global_size, s.local_size, t.median_ns, t.ci_lo_ns,"
    " t.ci_hi_ns, t.reps, t.class, t.weight, coalesce(t.weight_reason, ''), t.flags FROM timing t"
    " JOIN sample s ON s.id = t.sample_id WHERE t.device_id = ? AND t.policy = 'warm'"
    " AND t.median_ns > 0 AND s.local_size > 0 AND s.global_size >= s.local_size";

static rep_time time_of(sqlite3_stmt *s, size_t kernel) {
    return (rep_time){.sample_id = sqlite3_column_int64(s, 1),
                      .kernel = kernel,
                      .global_size = sqlite3_column_int64(s, 2),
                      .local_size = sqlite3_column_int64(s, 3),
                      .ns = sqlite3_column_int64(s, 4),
                      .lo_ns = sqlite3_column_int64(s, 5),
                      .hi_ns = sqlite3_column_int64(s, 6),
                      .reps = sqlite3_column_int(s, 7),
                      .class_ = class_of(db_col_text(s, 8)),
                      .weight = weight_of(s, 9, db_col_text(s, 10)),
                      .flags = flags_of(db_col_text(s, 11))};
}

static int by_kernel(const void *a, const void *b) {
    const rep_time *x = a, *y = b;
    if (x->kernel != y->kernel) return x->kernel < y->kernel ? -1 : 1;
    int64_t g = rep_groups(x), h = rep_groups(y);
    if (g != h) return g < h ? -1 : 1;
    if (x->local_size != y->local_size) return x->local_size < y->local_size ? -1 : 1;
    return (x->sample_id > y->sample_id) - (x->sample_id < y->sample_id);
}

static int load_times(rep *r, lp_err *e) {
    sqlite3_stmt *s = db_stmt(r->d, times_sql, e);
    size_t cap = 0;
    id_index *index = index_kernels(r);
    int rc = s ? 1 : -1;
    if (s) db_bind(s, "i", r->devices[0].id);
    while (rc == 1 && (rc = db_step(r->d, s, e)) == 1) {
        const id_index key = {sqlite3_column_int64(s, 0), 0};
        const id_index *k = bsearch(&key, index, r->n_kernels, sizeof *index, by_id);
        if (!k) continue; /* of a kernel that is skipped by now */
        r->times = lp_grow(r->times, &cap, r->n_times + 1, sizeof *r->times);
        r->times[r->n_times++] = time_of(s, k->index);
    }
    free(index);
    if (r->n_times) qsort(r->times, r->n_times, sizeof *r->times, by_kernel);
    for (size_t i = 0; i < r->n_times; i++) {
        rep_kernel *k = &r->kernels[r->times[i].kernel];
        if (k->n++ == 0) k->first = i;
    }
    return rc;
}

int rep_load(rep *r, lp_err *e) {
    if (db_get_text(r->d, e, &r->tool_version, "SELECT tool_version FROM campaign", "") != 0)
        return -1;
    r->stats = db_stats(r->d, r->campaign, e);
    if (!r->stats || load_devices(r, e) != 0 || load_kernels(r, e) != 0) return -1;
    return r->n_devices ? load_times(r, e) : 0;
}

void rep_free(rep *r) {
    for (size_t i = 0; i < r->n_devices; i++) free(r->devices[i].name);
    for (size_t i = 0; i < r->n_kernels; i++) {
        rep_kernel *k = &r->kernels[i];
        free(k->path);
        free(k->name);
        free(k->family);
        free(k->pattern);
        free(k->part);
    }
    free(r->devices);
    free(r->kernels);
    free(r->times);
    free(r->tool_version);
    json_decref(r->stats);
}
