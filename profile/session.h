/* The supervisor's current worker: replaced when it is gone, given up when none can be had. */
#ifndef LLMPERF_PROFILE_SESSION_H
#define LLMPERF_PROFILE_SESSION_H

#include "db/record.h"
#include "profile/child.h"
#include "profile/farm.h"

typedef struct prof_session {
    prof_child child;
    const prof_device *device; /* borrowed */
    size_t index;              /* of the device */
    double burn_in_s;
    prof_farm *farm;          /* borrowed; served while a worker is waited for; NULL for none */
    const prof_cache *cache;  /* borrowed; where builders put programs; NULL for none */
    int64_t memory_bytes;     /* resident, that a worker may take; 0 for no limit */
    bool unopened;            /* a worker runs and has no device open yet */
    bool ready;               /* a worker runs and has the device open */
    int64_t built;            /* the kernel whose program it holds, 0 for none */
    double builds_s, loads_s; /* spent on waiting for builders, and on loading programs */
    double idle_from_s;       /* last answer of any worker, 0 before the first */
    int failed_starts, killed_starts, deaths; /* in a row; killed ones are among the failed */
} prof_session;

/* Outcomes of what the supervisor does. Errors have a message; a failed kernel has a prof_fail. */
enum { PROF_DONE = 0, PROF_KERNEL_FAILED = 1, PROF_ERROR = -1, PROF_STOPPED = -3 };

/* Has a worker with the device open, starting one when needed. PROF_ERROR after several failures in
 * a row. */
int prof_session_ready(prof_session *s, lp_err *e);
/* Waits for a builder's program; true when that takes long while programs of later kernels are
 * there. What goes wrong is told by prof_session_build. */
bool prof_session_is_late(prof_session *s, int64_t kernel_id);
/* Has the kernel's program built in it. PROF_KERNEL_FAILED: in *f, why. */
int prof_session_build(prof_session *s, const db_kernel *k, double timeout_s, prof_fail *f,
                       lp_err *e);
/* Waits for an answer and keeps the session's state; a worker that is gone is no longer ready. */
prof_reply prof_session_wait(prof_session *s, double timeout_s, json_t **answer, prof_fail *f);
/* The same without waiting: PROF_REPLY_NONE while there is no answer, unless it is late. */
prof_reply prof_session_look(prof_session *s, bool late, json_t **answer, prof_fail *f);
/* PROF_ERROR when too many workers in a row died without finishing a sample. */
int prof_session_count_death(prof_session *s, const prof_fail *f, lp_err *e);
/* A fresh process next time. */
void prof_session_drop(prof_session *s);

/* Calibrates (protocol rule 1): fills the observed values of the row. */
int prof_session_calibrate(prof_session *s, db_device *row, lp_err *e);

#endif
