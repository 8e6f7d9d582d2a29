/* Statistics of repeated times: order statistics only, so that no distribution is assumed. Times
 * are nanoseconds. */
#ifndef LLMPERF_PROFILE_STATS_H
#define LLMPERF_PROFILE_STATS_H

#include <stdint.h>

typedef struct prof_stats {
    int n;
    int64_t median, min, max;
    int64_t ci_lo, ci_hi; /* 95 % interval of the median */
    double mean;
    double half_width; /* of that interval, relative to the median */
} prof_stats;

/* Of n >= 1 positive times in any order. */
void prof_stats_of(const int64_t *times, int n, prof_stats *out);

/* Ranks (from 1) of the sorted times between which the median of the distribution lies with at
 * least 95 %; 1 and n below 6 times, which cannot reach 95 %. */
void prof_ci_ranks(int n, int *lo, int *hi);

void prof_sort(int64_t *v, int n);
/* Of sorted values; the mean of the middle two, rounded down, when n is even. n >= 1. */
int64_t prof_median(const int64_t *sorted, int n);
/* Linear interpolation between order statistics, p in [0, 1]; n >= 1. */
double prof_quantile(const int64_t *sorted, int n, double p);
int64_t prof_gcd(const int64_t *v, int n); /* of n >= 1 positive values */

#endif
