/* One campaign on several devices of a machine: a process for each, all children of one that holds
 * the lock. */
#ifndef LLMPERF_PROFILE_TEAM_H
#define LLMPERF_PROFILE_TEAM_H

#include "profile/supervisor.h"

/* True when SEL asks for several devices: `gpus`, or a list with commas. */
bool prof_team_asked(const char *sel);

/* Devices that are alike (same row of the table device) part the work among them and help each
 * other at the end; devices that differ time every sample each. Prints its own error line and
 * returns an exit status. */
int prof_team_run(const prof_options *o);

#endif
