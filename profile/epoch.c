/* The judgement of drift.
 *
 * In: statistics of a sentinel at the start of the epoch and now. Out: whether it moved. Runs
 * nothing. */
#include "profile/epoch.h"

#include <stdlib.h>

const char *prof_sentinel_name(prof_sentinel s) {
    static const char *const names[PROF_N_SENTINELS] = {
        [PROF_S_COMPUTE] = "compute",
        [PROF_S_BANDWIDTH] = "bandwidth",
        [PROF_S_LATENCY] = "latency",
    };
    return names[s];
}

bool prof_sentinel_moved(const prof_stats *was, const prof_stats *now) {
    double apart = (double)llabs(now->median - was->median);
    bool disjoint = now->ci_lo > was->ci_hi || now->ci_hi < was->ci_lo;
    return disjoint && apart > 0.02 * (double)was->median;
}
