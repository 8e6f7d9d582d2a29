/* How good predictions are: one row a measured launch, figures over any set of them. */
#ifndef LP_METRICS_H
#define LP_METRICS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A measured launch beside its prediction. Texts are borrowed. */
typedef struct lp_predicted {
    const char *kernel; /* PATH:NAME */
    const char *family, *pattern, *class_;
    const char *part;   /* of the split; "-": none */
    const char *device; /* that it was measured on */
    int64_t sample_id, global_size, local_size;
    uint64_t same; /* a number that launches share which differ in local size alone */
    double measured_us, median_us, lo_us, hi_us;
    const char *unlike; /* NULL: like what training has seen */
} lp_predicted;

typedef struct lp_metrics {
    size_t n, n_kernels;
    double mape;        /* mean |p / m - 1|, per cent */
    double median_ape;  /* per cent */
    double kernel_mape; /* mean over kernels of their MAPE */
    double log_error;   /* mean |log2 (p / m)| */
    double bias;        /* mean log2 (p / m): below 0 times are underestimated */
    double coverage;    /* share of times within lo..hi; NaN without intervals */
    double width;       /* mean log2 (hi / lo); NaN without intervals */
    double rank;        /* mean over kernels of Spearman's correlation; NaN where there is none */
    size_t n_ranked;    /* kernels with 3 launches or more of different times */
} lp_metrics;

/* rows: n >= 1 pointers, those of a kernel beside each other. */
void lp_metrics_of(const lp_predicted *const *rows, size_t n, bool intervals, lp_metrics *out);

/* Spearman's correlation of n pairs, ties at their mean rank; NaN when all of one side are equal.
 */
double lp_spearman(const double *a, const double *b, size_t n);

double lp_ape_of(const lp_predicted *r);       /* |p / m - 1|, per cent */
double lp_log_ratio_of(const lp_predicted *r); /* log2 (p / m) */

/* The middle of n >= 1 values, which are sorted. */
double lp_median(double *v, size_t n);

#endif
