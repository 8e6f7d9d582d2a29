/* Balance: a weight and a reason for every warm timing, so that short tasks do not drown the
 * others.
 *
 * Input: warm timings, campaign (seed, iqr_factor, balance_bins). Output: timing.weight (1 or 0),
 * timing.weight_reason (NULL, 'outlier', 'capped') and the table `wanted`. Nothing is deleted, and
 * nothing depends on row ids or on earlier weights: which samples of a full bin stay is decided by
 * a hash of (seed, kernel, sample). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/hash.h"
#include "common/pcg.h"
#include "db/ops.h"

enum { MIN_GROUP = 4 }; /* quartiles of fewer times say nothing */

typedef enum { KEEP, OUTLIER, CAPPED } verdict;
static const char *const reasons[] = {NULL, "outlier", "capped"};

typedef struct row {
    int64_t id, kernel_id, ns;
    double log;
    uint64_t order, tie; /* seeded; tie tells kernels with the same hash apart */
    int idx, bin;
    char class_; /* first letter */
    verdict verdict;
} row;

typedef struct rows {
    row *v;
    size_t n, cap;
} rows;

#define COMPARE(a, b) (((a) > (b)) - ((a) < (b)))

static int by_group_and_time(const void *a, const void *b) {
    const row *x = a, *y = b;
    if (x->kernel_id != y->kernel_id) return COMPARE(x->kernel_id, y->kernel_id);
    if (x->class_ != y->class_) return COMPARE(x->class_, y->class_);
    return COMPARE(x->log, y->log);
}

/* Outliers come last within a bin. */
static int by_bin_and_order(const void *a, const void *b) {
    const row *x = a, *y = b;
    if (x->bin != y->bin) return COMPARE(x->bin, y->bin);
    if (x->verdict != y->verdict) return COMPARE(x->verdict, y->verdict);
    if (x->order != y->order) return COMPARE(x->order, y->order);
    if (x->tie != y->tie) return COMPARE(x->tie, y->tie);
    return COMPARE(x->idx, y->idx);
}

/* The kernel's hash as a number: its first 16 hex digits, or a hash of whatever text is there. */
static uint64_t kernel_number(const char *hash) {
    char digits[17] = {0};
    char *end = digits;
    if (strlen(hash) >= 16) {
        memcpy(digits, hash, 16);
        uint64_t v = strtoull(digits, &end, 16);
        if (end == digits + 16) return v;
    }
    return lp_hash64(hash, strlen(hash), 0);
}

static void add_row(rows *r, sqlite3_stmt *s, const lp_campaign *c) {
    const char *hash = db_col_text(s, 2), *name = db_col_text(s, 6);
    int64_t ns = sqlite3_column_int64(s, 5);
    uint64_t key = lp_mix64((uint64_t)c->seed) ^ kernel_number(hash);
    r->v = lp_grow(r->v, &r->cap, r->n + 1, sizeof *r->v);
    row *x = &r->v[r->n++];
    *x = (row){.id = sqlite3_column_int64(s, 0),
               .kernel_id = sqlite3_column_int64(s, 1),
               .ns = ns,
               .log = log((double)ns),
               .idx = sqlite3_column_int(s, 3),
               .bin = db_bin_of(ns, c->balance_bins),
               .class_ = *db_col_text(s, 4),
               .tie = lp_hash64(name, strlen(name), (uint64_t)c->seed)};
    x->order = lp_mix64(lp_mix64(key) + (uint64_t)x->idx);
}

static int load_rows(db *d, int64_t device, const lp_campaign *c, rows *r, lp_err *e) {
    sqlite3_stmt *s =
        db_stmt(d,
                "SELECT t.id, s.kernel_id, coalesce(k.hash, ''), s.idx, t.class, t.median_ns,"
                " k.path || ':' || k.name FROM timing t JOIN sample s ON s.id = t.sample_id"
                " JOIN kernel k ON k.id = s.kernel_id WHERE t.device_id = ? AND t.policy = 'warm'"
                " AND t.median_ns > 0",
                e);
    int rc;
    if (!s) return -1;
    db_bind(s, "i", device);
    while ((rc = db_step(d, s, e)) == 1) add_row(r, s, c);
    return rc;
}

/* One kernel and class, sorted by time. */
static void flag_group(row *v, size_t n, double factor) {
    double *logs = lp_alloc(n, sizeof *logs);
    double q1, q3;
    for (size_t i = 0; i < n; i++) logs[i] = v[i].log;
    db_quartiles(logs, n, &q1, &q3);
    double lo = q1 - factor * (q3 - q1), hi = q3 + factor * (q3 - q1);
    for (size_t i = 0; i < n; i++)
        if (v[i].log < lo || v[i].log > hi) v[i].verdict = OUTLIER;
    free(logs);
}

static void flag_outliers(rows *r, double factor) {
    qsort(r->v, r->n, sizeof *r->v, by_group_and_time);
    for (size_t from = 0, to; from < r->n; from = to) {
        for (to = from; to < r->n && r->v[to].kernel_id == r->v[from].kernel_id &&
                        r->v[to].class_ == r->v[from].class_;)
            to++;
        if (to - from >= MIN_GROUP) flag_group(r->v + from, to - from, factor);
    }
}

/* The histogram of what step 1 kept: counts of bins first .. first + n - 1. */
typedef struct histogram {
    int first;
    size_t n;
    int64_t *count;
} histogram;

static histogram count_bins(const rows *r) {
    histogram h = {0};
    int last = -1;
    for (size_t i = 0; i < r->n; i++) {
        const row *x = &r->v[i];
        if (x->verdict == OUTLIER) continue;
        if (last < 0 || x->bin < h.first) h.first = x->bin;
        if (x->bin > last) last = x->bin;
    }
    if (last < 0) return h;
    h.n = (size_t)(last - h.first) + 1;
    h.count = lp_alloc(h.n, sizeof *h.count);
    for (size_t i = 0; i < r->n; i++)
        if (r->v[i].verdict != OUTLIER) h.count[r->v[i].bin - h.first]++;
    return h;
}

/* Quartiles of the counts of the bins that hold anything. h->n >= 1. */
static void count_quartiles(const histogram *h, double *q1, double *q3) {
    double *counts = lp_alloc(h->n, sizeof *counts);
    size_t n = 0;
    for (size_t i = 0; i < h->n; i++)
        if (h->count[i] > 0) counts[n++] = (double)h->count[i];
    db_sort_values(counts, n);
    db_quartiles(counts, n, q1, q3);
    free(counts);
}

static void cap_bins(rows *r, int64_t cap) {
    qsort(r->v, r->n, sizeof *r->v, by_bin_and_order);
    int64_t in_bin = 0;
    for (size_t i = 0; i < r->n; i++) {
        if (i == 0 || r->v[i].bin != r->v[i - 1].bin) in_bin = 0;
        if (r->v[i].verdict == KEEP && ++in_bin > cap) r->v[i].verdict = CAPPED;
    }
}

static int write_wanted(db *d, int64_t device, const histogram *h, double q1, const lp_campaign *c,
                        db_balance_stats *out, lp_err *e) {
    if (db_run(d, e, "DELETE FROM wanted WHERE device_id = ?", "i", device) != 0) return -1;
    for (size_t i = 0; i < h->n; i++) {
        if ((double)h->count[i] >= q1) continue;
        int bin = h->first + (int)i;
        int64_t lo = db_bin_lo_ns(bin, c->balance_bins),
                hi = db_bin_lo_ns(bin + 1, c->balance_bins);
        if (lo >= hi) continue; /* narrower than 1 ns: nothing can ever fall into it */
        if (db_run(d, e,
                   "INSERT INTO wanted (device_id, bin, lo_ns, hi_ns, have, want) VALUES (?, ?, ?, "
                   "?, ?, ?)",
                   "iiiiii", device, (int64_t)bin, lo, hi, h->count[i], (int64_t)ceil(q1)) != 0)
            return -1;
        out->wanted++;
    }
    return 0;
}

static int write_weights(db *d, const rows *r, db_balance_stats *out, lp_err *e) {
    for (size_t i = 0; i < r->n; i++) {
        const row *x = &r->v[i];
        if (db_run(d, e,
                   "UPDATE timing SET weight = ?1, weight_reason = ?2"
                   " WHERE id = ?3 AND (weight IS NOT ?1 OR weight_reason IS NOT ?2)",
                   "dti", x->verdict == KEEP ? 1.0 : 0.0, reasons[x->verdict], x->id) != 0)
            return -1;
        out->rows++;
        *(x->verdict == KEEP      ? &out->kept
          : x->verdict == OUTLIER ? &out->outliers
                                  : &out->capped) += 1;
    }
    return 0;
}

static int balance_device(db *d, int64_t device, const lp_campaign *c, db_balance_stats *out,
                          lp_err *e) {
    rows r = {0};
    histogram h = {0};
    double q1 = 0, q3 = 0;
    int rc = load_rows(d, device, c, &r, e);
    if (rc == 0 && r.n > 0) {
        flag_outliers(&r, c->iqr_factor);
        h = count_bins(&r);
        count_quartiles(&h, &q1, &q3); /* fences hold the quartiles: something was kept */
        cap_bins(&r, (int64_t)floor(q3 + c->iqr_factor * (q3 - q1)));
    }
    if (rc == 0) rc = write_wanted(d, device, &h, q1, c, out, e);
    if (rc == 0) rc = write_weights(d, &r, out, e);
    free(h.count);
    free(r.v);
    return rc;
}

int db_balance(db *d, const lp_campaign *c, db_balance_stats *out, lp_err *e) {
    int64_t device = 0;
    *out = (db_balance_stats){0};
    if (db_begin(d, e) != 0) return -1;
    int rc = 0;
    while (rc == 0) {
        rc = db_get_i64(d, e, &device, 0, "SELECT min(id) FROM device WHERE id > ?", "i", device);
        if (rc != 0 || device == 0) break;
        rc = balance_device(d, device, c, out, e);
    }
    if (rc == 0) rc = db_commit(d, e);
    if (rc != 0) db_rollback(d);
    return rc;
}
