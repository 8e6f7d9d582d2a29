/* Samples of one kernel in groups whose launches differ in local size alone (launch.sweep_locals).
 */
#ifndef LLMPERF_GEN_SWEEP_H
#define LLMPERF_GEN_SWEEP_H

#include "gen/sample.h"

/* gen_plan_samples for such a campaign. The launches of a group follow each other, from the
 * smallest local size up, and share the fill seed, which no other group of the kernel has. A kernel
 * that allows one local size only has nothing to sweep: its samples are left out. */
void gen_plan_sweeps(const gen_kernel *k, const lp_campaign *c, const gen_limits *lim,
                     gen_samples *out);

#endif
