/* What a plan came to, for people and as JSON. */
#ifndef LLMPERF_GEN_SUMMARY_H
#define LLMPERF_GEN_SUMMARY_H

#include "gen/plan.h"

/* Both return -1 when stdout cannot take it. */
int gen_print_summary(const gen_plan *p, const lp_campaign *c);
int gen_print_json(const gen_plan *p, const lp_campaign *c);

#endif
