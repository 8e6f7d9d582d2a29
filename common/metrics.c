/* How good predictions are.
 *
 * In: measured times beside predicted ones. Out: figures. Reads nothing and prints nothing. */
#include "common/metrics.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/text.h"

double lp_ape_of(const lp_predicted *r) {
    return 100 * fabs(r->median_us / r->measured_us - 1);
}

double lp_log_ratio_of(const lp_predicted *r) {
    return log2(r->median_us / r->measured_us);
}

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double lp_median(double *v, size_t n) {
    qsort(v, n, sizeof *v, ascending);
    return n % 2 ? v[n / 2] : (v[n / 2 - 1] + v[n / 2]) / 2;
}

/* ---- ranks ---- */

typedef struct place {
    double value;
    size_t at;
} place;

static int by_value(const void *a, const void *b) {
    return ascending(&((const place *)a)->value, &((const place *)b)->value);
}

/* Ranks from 0; equal values share the mean of theirs. */
static double *ranks_of(const double *v, size_t n) {
    place *p = lp_alloc(n, sizeof *p);
    double *rank = lp_alloc(n, sizeof *rank);
    for (size_t i = 0; i < n; i++) p[i] = (place){v[i], i};
    qsort(p, n, sizeof *p, by_value);
    for (size_t i = 0; i < n;) {
        size_t end = i;
        while (end < n && p[end].value == p[i].value) end++;
        for (size_t k = i; k < end; k++) rank[p[k].at] = (double)(i + end - 1) / 2;
        i = end;
    }
    free(p);
    return rank;
}

double lp_spearman(const double *a, const double *b, size_t n) {
    if (n < 2) return NAN;
    double *ra = ranks_of(a, n), *rb = ranks_of(b, n);
    double middle = (double)(n - 1) / 2, ab = 0, aa = 0, bb = 0;
    for (size_t i = 0; i < n; i++) {
        double x = ra[i] - middle, y = rb[i] - middle;
        ab += x * y;
        aa += x * x;
        bb += y * y;
    }
    free(ra);
    free(rb);
    return aa > 0 && bb > 0 ? ab / sqrt(aa * bb) : NAN;
}

/* The correlation within the n launches of one kernel. A model that says the same for all of them
 * has found no order: 0. */
static double rank_of_kernel(const lp_predicted *const *rows, size_t n) {
    const size_t least = 3;
    double *m = lp_alloc(n, sizeof *m), *p = lp_alloc(n, sizeof *p);
    bool differ = false;
    for (size_t i = 0; i < n; i++) {
        m[i] = rows[i]->measured_us;
        p[i] = rows[i]->median_us;
        differ = differ || m[i] != m[0];
    }
    double r = n >= least && differ ? lp_spearman(m, p, n) : NAN;
    if (n >= least && differ && isnan(r)) r = 0;
    free(m);
    free(p);
    return r;
}

static double mean_ape(const lp_predicted *const *rows, size_t n) {
    double sum = 0;
    for (size_t i = 0; i < n; i++) sum += lp_ape_of(rows[i]);
    return sum / (double)n;
}

static void add_kernels(const lp_predicted *const *rows, size_t n, lp_metrics *out) {
    double sum = 0, ape = 0;
    for (size_t i = 0; i < n;) {
        size_t end = i;
        while (end < n && strcmp(rows[end]->kernel, rows[i]->kernel) == 0) end++;
        double r = rank_of_kernel(rows + i, end - i);
        if (!isnan(r)) {
            sum += r;
            out->n_ranked++;
        }
        ape += mean_ape(rows + i, end - i);
        out->n_kernels++;
        i = end;
    }
    out->kernel_mape = ape / (double)out->n_kernels;
    out->rank = out->n_ranked ? sum / (double)out->n_ranked : NAN;
}

void lp_metrics_of(const lp_predicted *const *rows, size_t n, bool intervals, lp_metrics *out) {
    double *ape = lp_alloc(n, sizeof *ape), inside = 0, width = 0;
    *out = (lp_metrics){.n = n};
    for (size_t i = 0; i < n; i++) {
        const lp_predicted *r = rows[i];
        ape[i] = lp_ape_of(r);
        out->mape += ape[i] / (double)n;
        out->log_error += fabs(lp_log_ratio_of(r)) / (double)n;
        out->bias += lp_log_ratio_of(r) / (double)n;
        width += intervals ? log2(r->hi_us / r->lo_us) : 0;
        inside += r->lo_us <= r->measured_us && r->measured_us <= r->hi_us;
    }
    out->median_ape = lp_median(ape, n);
    out->coverage = intervals ? inside / (double)n : NAN;
    out->width = intervals ? width / (double)n : NAN;
    add_kernels(rows, n, out);
    free(ape);
}
