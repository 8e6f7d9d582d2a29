/* A worker as the supervisor sees it: started, spoken to, timed out, killed. */
#ifndef LLMPERF_PROFILE_CHILD_H
#define LLMPERF_PROFILE_CHILD_H

#include <stdbool.h>

#include "common/proc.h"
#include "profile/device.h"
#include "profile/protocol.h"

typedef struct prof_child {
    lp_proc proc;
    bool running;
    long long memory_kills; /* of the whole system when it began */
    lp_text line;
} prof_child;

/* What came of waiting for an answer. */
typedef enum prof_reply {
    PROF_REPLY_OK,      /* *answer is a success, the caller owns it */
    PROF_REPLY_REFUSED, /* *f tells why; when it is fatal the worker has been ended */
    PROF_REPLY_DIED,    /* f->error tells how; the worker is gone */
    PROF_REPLY_TIMEOUT, /* the worker was killed */
    PROF_REPLY_NONE,    /* of prof_child_poll: not yet */
    PROF_REPLY_INTERRUPTED
} prof_reply;

/* Starts this program again as a worker. */
int prof_child_start(prof_child *c, lp_err *e);
/* Sends a job (the reference is stolen). A worker that is gone shows when its answer is awaited, so
 * there is no error to handle. */
void prof_child_send(prof_child *c, json_t *job);
/* True when the job's text surely fits the pipe while the worker is busy with another one. */
bool prof_job_fits_pipe(const json_t *job);
prof_reply prof_child_wait(prof_child *c, double timeout_s, json_t **answer, prof_fail *f);
/* The same without waiting. */
prof_reply prof_child_poll(prof_child *c, json_t **answer, prof_fail *f);
/* Ends a worker that did not answer within timeout_s: PROF_REPLY_TIMEOUT. */
prof_reply prof_child_give_up(prof_child *c, double timeout_s, prof_fail *f);
/* How many deaths of this kind one and the same work is excused. */
int prof_kills_excused(const prof_fail *f);
/* Resident memory of the process in bytes, 0 when unknown. */
int64_t prof_child_memory(const prof_child *c);
/* SIGKILL to it and everything that it started; an idle worker has nothing to lose either. Safe
 * when it is not running. */
void prof_child_kill(prof_child *c);

/* A job without members but "op"; a new reference. */
json_t *prof_op_json(const char *op);

/* Asks a worker for the list of devices, so that a broken driver can do no harm here. Returns 0, -1
 * and a message, or -3 when interrupted. Free *out with prof_devices_free. keep: on success the
 * worker, which has loaded the drivers and opened nothing; NULL ends it. */
int prof_child_list(prof_devices *out, prof_child *keep, lp_err *e);

#endif
