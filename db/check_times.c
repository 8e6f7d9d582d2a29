/* Check of the timings: raw times against the statistics stored beside them.
 *
 * Input: every row of timing, of any policy. Output: the first that is wrong and how many there
 * are. An even number of times has two medians: any value from one to the other is right. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "db/check.h"

static const char times_sql[] =
    "SELECT t.id, t.policy, s.idx, k.path, k.name, t.start_ns, t.end_ns, t.reps, t.median_ns, "
    "t.mean_ns, t.min_ns,"
    " t.max_ns, t.ci_lo_ns, t.ci_hi_ns FROM timing t JOIN sample s ON s.id = t.sample_id"
    " JOIN kernel k ON k.id = s.kernel_id ORDER BY t.id";
enum { ID, POLICY, IDX, PATH, NAME, START, END, REPS, MEDIAN, MEAN, MIN, MAX, CI_LO, CI_HI };

typedef struct times {
    int64_t *v; /* END - START */
    size_t n;
} times;

static int by_value(const void *a, const void *b) {
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

/* NULL and the times, or what is wrong with them. t->v must be freed in any case. */
static const char *subtract(const json_t *from, const json_t *to, times *t) {
    if (!json_is_array(from) || !json_is_array(to)) return "START or END is no JSON array";
    size_t n = json_array_size(from);
    if (n == 0 || n != json_array_size(to))
        return "START and END differ in number, or there are none";
    t->v = lp_alloc(n, sizeof *t->v);
    for (size_t i = 0; i < n; i++) {
        const json_t *a = json_array_get(from, i), *b = json_array_get(to, i);
        if (!json_is_integer(a) || !json_is_integer(b))
            return "START or END holds something other than integers";
        int64_t start = json_integer_value(a), end = json_integer_value(b);
        if (start >= end) return "START is not before END";
        if (start < 0 && end > INT64_MAX + start) return "END is too far from START";
        t->v[t->n++] = end - start;
    }
    qsort(t->v, t->n, sizeof *t->v, by_value);
    return NULL;
}

static const char *read_times(sqlite3_stmt *s, times *t) {
    const char *starts = db_col_text(s, START), *ends = db_col_text(s, END);
    json_t *from = lp_json_parse(starts, strlen(starts), NULL);
    json_t *to = lp_json_parse(ends, strlen(ends), NULL);
    const char *wrong = subtract(from, to, t);
    json_decref(from);
    json_decref(to);
    return wrong;
}

/* NULL, or which statistic does not follow from the sorted times. */
static const char *compare(sqlite3_stmt *s, const times *t) {
    int64_t median = sqlite3_column_int64(s, MEDIAN), min = sqlite3_column_int64(s, MIN);
    int64_t max = sqlite3_column_int64(s, MAX);
    int64_t ci_lo = sqlite3_column_int64(s, CI_LO), ci_hi = sqlite3_column_int64(s, CI_HI);
    double sum = 0;
    for (size_t i = 0; i < t->n; i++) sum += (double)t->v[i];
    double mean = sum / (double)t->n;
    if (sqlite3_column_int64(s, REPS) != (int64_t)t->n)
        return "reps is not the number of raw times";
    if (median < t->v[(t->n - 1) / 2] || median > t->v[t->n / 2])
        return "median_ns is not the median of the raw times";
    if (min != t->v[0] || max != t->v[t->n - 1])
        return "min_ns or max_ns is not that of the raw times";
    if (!(fabs(sqlite3_column_double(s, MEAN) - mean) <= 1e-6 * mean))
        return "mean_ns is not the mean of the raw times";
    if (ci_lo < min || ci_lo > median || ci_hi < median || ci_hi > max)
        return "the interval does not hold the median";
    return NULL;
}

int db_check_times(db *d, lp_text *detail, lp_err *e) {
    sqlite3_stmt *s = db_stmt(d, times_sql, e);
    int64_t n_wrong = 0;
    int rc = s ? 1 : -1;
    while (rc == 1 && (rc = db_step(d, s, e)) == 1) {
        times t = {0};
        const char *wrong = read_times(s, &t);
        if (!wrong) wrong = compare(s, &t);
        free(t.v);
        if (wrong && n_wrong++ == 0)
            lp_text_addf(detail, "timing %lld (sample %lld of %s %s, %s): %s",
                         (long long)sqlite3_column_int64(s, ID),
                         (long long)sqlite3_column_int64(s, IDX), db_col_text(s, PATH),
                         db_col_text(s, NAME), db_col_text(s, POLICY), wrong);
    }
    if (rc < 0) return -1;
    if (n_wrong > 1) lp_text_addf(detail, " (and %lld more)", (long long)n_wrong - 1);
    return n_wrong == 0;
}
