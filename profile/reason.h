/* Why a sample failed: the codes of failure.reason, once. */
#ifndef LLMPERF_PROFILE_REASON_H
#define LLMPERF_PROFILE_REASON_H

#include <stdbool.h>

#include "common/error.h"

typedef enum prof_reason {
    PROF_OK,
    PROF_BUILD_FAILED,
    PROF_BUILD_TIMEOUT,
    PROF_BUILD_CRASH,
    PROF_MEMORY,
    PROF_NO_KERNEL,
    PROF_BAD_PLAN,
    PROF_GROUP_TOO_LARGE,
    PROF_LOCAL_TOO_LARGE,
    PROF_CONSTANT_TOO_LARGE,
    PROF_OUT_OF_MEMORY,
    PROF_LAUNCH_FAILED,
    PROF_TIMEOUT,
    PROF_SKIPPED_AFTER_TIMEOUT,
    PROF_CRASH,
    PROF_SKIPPED_AFTER_CRASH,
    PROF_BAD_TIMES,
    PROF_QUARANTINED,
    PROF_N_REASONS
} prof_reason;

const char *prof_reason_code(prof_reason r); /* "build-failed"; static */
const char *prof_reason_text(prof_reason r); /* what it means, for people; static */
/* The reason of a code; PROF_N_REASONS when there is none. */
prof_reason prof_reason_of(const char *code);

/* How something on the device failed. Functions that touch the device return -1 and fill one. */
typedef struct prof_fail {
    prof_reason reason;
    bool fatal;   /* an OpenCL call failed: the context must not be used again */
    bool killed;  /* something else killed the worker: hardly the kernel's fault */
    bool starved; /* killed while the system's memory killer was at work, which may have been right
                   */
    lp_err error; /* one line: the failing call and what it said */
} prof_fail;

/* Fills *f with a judgement of our own (no OpenCL call failed); always returns -1. */
int prof_refuse(prof_fail *f, prof_reason r, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

#endif
