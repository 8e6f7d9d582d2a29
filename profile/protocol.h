/* What supervisor and worker say to each other: one JSON object a line, one job, one answer, in
 * order.
 *
 * Jobs have a member "op": list, open, calibrate, sentinel, kernel, time, probe. Answers have "ok";
 * a refusal has "reason" (a code of reason.c), "detail" and "fatal" (the worker must be replaced).
 * A job's "sample" comes back in its answer. A kernel that runs on the CPU shares the worker's
 * memory and can scribble over it: the supervisor checks every answer. */
#ifndef LLMPERF_PROFILE_PROTOCOL_H
#define LLMPERF_PROFILE_PROTOCOL_H

#include <stdbool.h>
#include <stdint.h>

#include "common/json.h"
#include "profile/reason.h"
#include "profile/rule.h"

enum {
    PROF_JOB_BYTES_MAX = 64 << 20,   /* of a line; a kernel's source is the longest */
    PROF_ANSWER_BYTES_MAX = 4 << 20, /* of a line; raw times are the longest */
    PROF_REPS_MAX = 20000            /* of one timing, as a bound on what an answer may hold */
};

typedef enum prof_arg_kind {
    PROF_ARG_BUFFER,
    PROF_ARG_CONSTANT,
    PROF_ARG_LOCAL,
    PROF_ARG_SCALAR
} prof_arg_kind;

/* One kernel argument of a job; texts are borrowed. */
typedef struct prof_job_arg {
    prof_arg_kind kind;
    const char *type;   /* element type */
    int64_t bytes;      /* buffers and local memory */
    const char *value;  /* scalars */
    const char *recipe; /* buffers */
    bool restore;       /* buffers: pristine contents before every launch */
} prof_job_arg;

/* op "time": one sample, one cache policy; op "probe", with a member "steps" (probe_launch.h): one
 * launch, answered by a prof_seen. */
typedef struct prof_job {
    int64_t sample, global, local, fill_seed;
    bool cold;
    bool host_copies; /* contents are copied to the device and back around every launch */
    prof_rule rule;
    double limit_s; /* wall time that the worker should stay within; the supervisor waits longer */
    prof_job_arg *args;
    int n_args;
} prof_job;

/* Raw times of a sample: nanoseconds of the device's clock, END > START throughout. */
typedef struct prof_times {
    int64_t *start, *end;
    int n;
    int rejected;             /* launches with END <= START, not among them */
    int64_t busy_ns;          /* device time of all launches of the kernel, warm-ups included */
    int64_t fill_ns, wall_ns; /* the worker's time until the buffers were bound, and in all */
} prof_times;

/* New references; NULL when a text is not UTF-8. */
json_t *prof_job_json(const prof_job *job);
json_t *prof_times_json(const prof_times *t);
json_t *prof_ok_json(void);
json_t *prof_fail_json(const prof_fail *f);

/* Texts of *job are borrowed from j; free with prof_job_free in any case. */
int prof_job_from_json(const json_t *j, prof_job *job, lp_err *e);
void prof_job_free(prof_job *job);
/* Checks every value; free with prof_times_free in any case. */
int prof_times_from_json(const json_t *j, prof_times *t, lp_err *e);
void prof_times_free(prof_times *t);

/* 0: the answer is a success, -1: a refusal, in *f, -2: unreadable, why in f->error. */
int prof_answer_status(const json_t *j, prof_fail *f);

/* A copy fit for a JSON string and one line: control and non-ASCII bytes become '?'. Caller frees.
 */
char *prof_plain(const char *s);

#endif
