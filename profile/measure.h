/* Warm-ups and timed repetitions of one prepared launch, by the rules of rule.h. */
#ifndef LLMPERF_PROFILE_MEASURE_H
#define LLMPERF_PROFILE_MEASURE_H

#include "profile/launch.h"

/* Free *out with prof_times_free in any case. Times are relative to the first START. limit_s: wall
 * time from now that should not be exceeded; a heavy kernel is repeated less often for it. */
int prof_measure(prof_engine *g, prof_launch *l, const prof_rule *rule, double limit_s,
                 prof_times *out, prof_fail *f);

#endif
