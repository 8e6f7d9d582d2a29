/* The older way of handling contents, kept for `--isolate sample`: made on the host, copied to the
 * device before every launch and back after it. */
#ifndef LLMPERF_PROFILE_HOSTCOPY_H
#define LLMPERF_PROFILE_HOSTCOPY_H

#include "profile/launch.h"

/* Makes the contents of the plan b->fill on the host. */
int prof_host_make(prof_bound *b, prof_fail *f);
/* Enqueue the copies of every buffer; the memory must stay until the queue is empty. */
int prof_host_send(prof_engine *g, const prof_launch *l, prof_fail *f);
int prof_host_fetch(prof_engine *g, const prof_launch *l, prof_fail *f);
void prof_host_release(prof_bound *b);

#endif
