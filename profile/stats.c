/* Median, its distribution-free interval, quantiles, greatest common divisor.
 *
 * In: times in ns. Out: numbers. Judges nothing: flags.c and rule.c do. */
#include "profile/stats.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/text.h"

static int by_value(const void *a, const void *b) {
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

void prof_sort(int64_t *v, int n) {
    qsort(v, (size_t)n, sizeof *v, by_value);
}

int64_t prof_median(const int64_t *sorted, int n) {
    int64_t hi = sorted[n / 2];
    if (n % 2) return hi;
    int64_t lo = sorted[n / 2 - 1];
    return lo + (hi - lo) / 2;
}

double prof_quantile(const int64_t *sorted, int n, double p) {
    double at = p * (n - 1);
    int i = (int)at;
    if (i >= n - 1) return (double)sorted[n - 1];
    return (double)sorted[i] + (at - i) * (double)(sorted[i + 1] - sorted[i]);
}

/* How many times fall below the median is binomial with probability 1/2, whatever their
 * distribution: the interval from rank k to rank n+1-k misses it with probability 2 P(B <= k-1).
 * The largest k that keeps this within 5 % wins. */
void prof_ci_ranks(int n, int *lo, int *hi) {
    enum { EXACT_MAX = 1000 }; /* 2^-n is still a normal double */
    int k = 1;
    if (n > EXACT_MAX) {
        k = (int)floor((n + 1) / 2.0 - 0.98 * sqrt(n)); /* normal approximation, 1.96 / 2 */
    } else {
        double p = ldexp(1, -n), below = p; /* P(B = 0) */
        for (int i = 1; i < n; i++) {
            p *= (double)(n - i + 1) / i; /* P(B = i) */
            below += p;
            if (2 * below > 0.05) break;
            k = i + 1;
        }
    }
    *lo = k;
    *hi = n + 1 - k;
}

void prof_stats_of(const int64_t *times, int n, prof_stats *out) {
    int64_t *v = lp_alloc((size_t)n, sizeof *v);
    memcpy(v, times, (size_t)n * sizeof *v);
    prof_sort(v, n);
    int lo, hi;
    prof_ci_ranks(n, &lo, &hi);
    double sum = 0;
    for (int i = 0; i < n; i++) sum += (double)v[i];
    *out = (prof_stats){.n = n,
                        .median = prof_median(v, n),
                        .min = v[0],
                        .max = v[n - 1],
                        .ci_lo = v[lo - 1],
                        .ci_hi = v[hi - 1],
                        .mean = sum / n};
    out->half_width = (double)(out->ci_hi - out->ci_lo) / 2 / (double)out->median;
    free(v);
}

int64_t prof_gcd(const int64_t *v, int n) {
    int64_t g = 0;
    for (int i = 0; i < n; i++) {
        int64_t a = g, b = v[i];
        while (b) {
            int64_t t = a % b;
            a = b;
            b = t;
        }
        g = a;
    }
    return g;
}
