/* Flags: noisy, outliers, drift, bimodal.
 *
 * In: times in the order taken. Out: a bit set and its text. Discards nothing. */
#include "profile/flags.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "common/text.h"
#include "profile/stats.h"

static bool has_outliers(const int64_t *sorted, int n) {
    double q1 = prof_quantile(sorted, n, 0.25), q3 = prof_quantile(sorted, n, 0.75);
    double reach = 3 * (q3 - q1), least = 0.01 * (double)prof_median(sorted, n);
    if (reach < least) reach = least; /* equal times but for a tick of the clock are no outliers */
    double lo = q1 - reach, hi = q3 + reach;
    int out = 0;
    for (int i = 0; i < n; i++) out += (double)sorted[i] < lo || (double)sorted[i] > hi;
    return out * 10 > n;
}

/* `scratch` has room for n. Each half has at least 3 times: fewer say nothing. */
static bool has_drift(const int64_t *times, int n, int64_t *scratch) {
    int half = n / 2;
    if (half < 3) return false;
    memcpy(scratch, times, (size_t)half * sizeof *times);
    prof_sort(scratch, half);
    int64_t a = prof_median(scratch, half);
    memcpy(scratch, times + n - half, (size_t)half * sizeof *times);
    prof_sort(scratch, half);
    int64_t b = prof_median(scratch, half);
    return (double)llabs(a - b) >= 0.03 * (double)(a < b ? a : b);
}

static double iqr(const int64_t *sorted, int n) {
    return prof_quantile(sorted, n, 0.75) - prof_quantile(sorted, n, 0.25);
}

/* Two modes: split at the widest gap that leaves a quarter of the times on each side; the gap must
 * stand out against the spread of either side and against the median, or the clock's tick alone
 * would make modes. */
static bool has_two_modes(const int64_t *sorted, int n) {
    int least = (n + 3) / 4 > 3 ? (n + 3) / 4 : 3, cut = 0;
    int64_t gap = 0;
    for (int i = least; i <= n - least; i++) {
        if (sorted[i] - sorted[i - 1] <= gap) continue;
        gap = sorted[i] - sorted[i - 1];
        cut = i;
    }
    if (cut == 0 || (double)gap < 0.03 * (double)prof_median(sorted, n)) return false;
    double below = iqr(sorted, cut), above = iqr(sorted + cut, n - cut);
    return (double)gap > 3 * (below > above ? below : above);
}

unsigned prof_flags_of(const int64_t *times, int n, double ci_target) {
    prof_stats s;
    prof_stats_of(times, n, &s);
    int64_t *v = lp_alloc((size_t)n, sizeof *v);
    unsigned flags = s.half_width > ci_target ? PROF_NOISY : 0;
    if (has_drift(times, n, v)) flags |= PROF_DRIFT;
    memcpy(v, times, (size_t)n * sizeof *v);
    prof_sort(v, n);
    if (has_outliers(v, n)) flags |= PROF_OUTLIERS;
    if (has_two_modes(v, n)) flags |= PROF_BIMODAL;
    free(v);
    return flags;
}

const char *prof_flags_text(unsigned flags) {
    static const char *const texts[16] = {
        "",
        "noisy",
        "outliers",
        "noisy outliers",
        "drift",
        "noisy drift",
        "outliers drift",
        "noisy outliers drift",
        "bimodal",
        "noisy bimodal",
        "outliers bimodal",
        "noisy outliers bimodal",
        "drift bimodal",
        "noisy drift bimodal",
        "outliers drift bimodal",
        "noisy outliers drift bimodal",
    };
    return texts[flags & 15];
}
