/* One worker that probes one kernel after the other: builds the instrumented kernel, runs its small
 * launches, judges them, tries longer buffers where that may help. Several lanes run side by side,
 * because probing times nothing; probe.c drives them. */
#ifndef LLMPERF_PROFILE_PROBE_LANE_H
#define LLMPERF_PROFILE_PROBE_LANE_H

#include "common/campaign.h"
#include "profile/probe_judge.h"
#include "profile/session.h"

/* What became of a kernel. */
typedef struct prof_probe_end {
    prof_danger danger; /* PROF_SAFE: clean, or repaired where `added` says so */
    lp_err detail;      /* one line; empty when there is nothing to say */
    int64_t *added;     /* elements by which each argument was made longer; NULL when none was */
    bool guards_only;   /* the kernel that ran was not instrumented */
    int64_t launches;   /* made */
} prof_probe_end;

typedef struct prof_lane {
    prof_session session;
    db *d;                       /* borrowed */
    const lp_campaign *campaign; /* borrowed */
    /* The kernel at work; `busy` tells that there is one. */
    db_kernel kernel;
    prof_probed *v; /* its launches, with the lengths they are given now */
    int64_t *given; /* lengths as planned: n rows of kernel.n_args */
    int n;
    int at;         /* the launch that the worker has; -1: it builds */
    double began_s; /* of that, monotonic */
    prof_probe_end end;
    int kills;  /* workers that it cost and that are not counted against it */
    int served; /* kernels that this worker had before */
    bool busy;
    bool over;  /* `end` holds the outcome */
    bool plain; /* the plain kernel between guard zones, not the instrumented one */
    lp_err why_plain;
    lp_err refused; /* why the last launch that the device would not make was not made */
} prof_lane;

/* Takes a kernel and sends the first job. PROF_DONE, PROF_ERROR, PROF_STOPPED. With `over` set
 * afterwards nothing could be sent and the outcome is there; when it has no probe launches, `n` is
 * 0, too. */
int prof_lane_begin(prof_lane *l, int64_t kernel, lp_err *e);
/* When the worker's present job is late, monotonic seconds. */
double prof_lane_deadline(const prof_lane *l);
/* Takes the answer, if it is there, or its being late, and sends the next job or sets `over`. */
int prof_lane_step(prof_lane *l, lp_err *e);
/* Forgets the kernel; the worker stays. */
void prof_lane_clear(prof_lane *l);

#endif
