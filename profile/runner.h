/* Timing the samples of one kernel through a worker that may die at any moment. */
#ifndef LLMPERF_PROFILE_RUNNER_H
#define LLMPERF_PROFILE_RUNNER_H

#include "common/campaign.h"
#include "common/progress.h"
#include "profile/drift.h"
#include "profile/plan.h"
#include "profile/session.h"
#include "profile/store.h"
#include "profile/tally.h"

typedef enum prof_task_state { PROF_TASK_OPEN, PROF_TASK_SENT, PROF_TASK_DONE } prof_task_state;

/* One timing to be taken. */
typedef struct prof_task {
    int64_t sample, global;
    const char *policy; /* static: "warm" "cold" "retime" */
    bool redo;          /* replaces an earlier timing */
    prof_task_state state;
    int kills; /* workers that something else killed under it */
} prof_task;

/* What one run of the supervisor keeps; the parts that a kernel's samples need. */
typedef struct prof_runner {
    db *d;
    const lp_campaign *campaign;
    bool isolate;
    prof_session session;
    prof_store store;
    prof_drift drift;
    prof_tally tally;
    lp_progress progress;
    double redo_until_s; /* monotonic: no task with redo starts after it */
} prof_runner;

/* Does every task of the kernel, or records why not. PROF_DONE, PROF_ERROR (the campaign must
 * stop), PROF_STOPPED (interrupted). Everything finished is committed. */
int prof_runner_kernel(prof_runner *r, int64_t kernel_id, prof_task *tasks, int n, lp_err *e);

#endif
