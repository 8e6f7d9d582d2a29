/* Launches to probe a kernel with before it is timed: few, small, as different as they can be. */
#ifndef LLMPERF_GEN_PROBE_H
#define LLMPERF_GEN_PROBE_H

#include "gen/sample.h"

/* Plans probe.samples launches of a kernel, fewer where there are no more that differ; idx ascends,
 * strategy and class_ are NULL. Counts only what was planned. The result depends on nothing but
 * kernel, campaign and limits; free it with gen_samples_free. */
void gen_plan_probes(const gen_kernel *k, const lp_campaign *c, const gen_limits *lim,
                     gen_samples *out);

#endif
