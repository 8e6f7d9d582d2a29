/* Epochs: stretches of a run in which the sentinels kept their times. */
#ifndef LLMPERF_PROFILE_EPOCH_H
#define LLMPERF_PROFILE_EPOCH_H

#include <stdbool.h>
#include <stdint.h>

#include "profile/stats.h"

typedef enum prof_sentinel {
    PROF_S_COMPUTE,
    PROF_S_BANDWIDTH,
    PROF_S_LATENCY,
    PROF_N_SENTINELS
} prof_sentinel;

const char *prof_sentinel_name(prof_sentinel s); /* of the column sentinel.name; static */

/* True when the median moved by more than 2 % and the two 95 % intervals are disjoint: a difference
 * that the measurements themselves cannot tell from noise is no move. */
bool prof_sentinel_moved(const prof_stats *was, const prof_stats *now);

#endif
