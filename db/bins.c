/* Bins of the log-time histogram, and quartiles.
 *
 * Input: times in ns, sorted values. Output: bin numbers, edges, quartiles. Edges are whole
 * nanoseconds made once from a rounded-off power, so that the last bit of a machine's pow() decides
 * nothing. */
#include <math.h>
#include <stdlib.h>

#include "common/error.h"
#include "db/ops.h"

int64_t db_bin_lo_ns(int bin, int64_t bins_per_decade) {
    double edge = pow(10, (double)bin / (double)bins_per_decade);
    if (edge >= 9.2e18) return INT64_MAX;
    return (int64_t)ceil(edge * (1 - 1e-12));
}

int db_bin_of(int64_t ns, int64_t bins_per_decade) {
    if (ns < 1) LP_BUG("bin of %lld ns", (long long)ns);
    int bin = (int)(log10((double)ns) * (double)bins_per_decade);
    while (bin > 0 && db_bin_lo_ns(bin, bins_per_decade) > ns) bin--;
    for (;;) { /* several bins may start at the same whole ns: take the last */
        int64_t next = db_bin_lo_ns(bin + 1, bins_per_decade);
        if (next > ns || next == INT64_MAX) return bin;
        bin++;
    }
}

static int by_value(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

void db_sort_values(double *v, size_t n) {
    if (n) qsort(v, n, sizeof *v, by_value);
}

double db_quantile(const double *sorted, size_t n, double p) {
    double at = p * (double)(n - 1);
    size_t i = (size_t)at;
    if (i + 1 >= n) return sorted[n - 1];
    return sorted[i] + (at - (double)i) * (sorted[i + 1] - sorted[i]);
}

void db_quartiles(const double *sorted, size_t n, double *q1, double *q3) {
    *q1 = db_quantile(sorted, n, 0.25);
    *q3 = db_quantile(sorted, n, 0.75);
}
