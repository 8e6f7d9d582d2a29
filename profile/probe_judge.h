/* The verdict over a kernel's probe launches: pure, without device and database. */
#ifndef LLMPERF_PROFILE_PROBE_JUDGE_H
#define LLMPERF_PROFILE_PROBE_JUDGE_H

#include "db/record.h"
#include "profile/probe_seen.h"

/* Why a kernel is quarantined: the codes of probe.reason. */
typedef enum prof_danger {
    PROF_SAFE,
    PROF_EXTENT_TOO_SMALL,
    PROF_NEGATIVE_INDEX,
    PROF_WILD_ACCESS,
    PROF_ARRAY_BOUNDS,
    PROF_ENDLESS_LOOP,
    PROF_GUARD_DAMAGED,
    PROF_PROBE_TIMEOUT,
    PROF_PROBE_CRASH,
    PROF_PROBE_BUILD,
    PROF_PROBE_REFUSED,
    PROF_N_DANGERS
} prof_danger;

const char *prof_danger_code(prof_danger d); /* "extent-too-small"; static */
const char *prof_danger_text(prof_danger d); /* what it means, for people; static */

/* One launch of a probe. */
typedef struct prof_probed {
    db_sample sample; /* as launched */
    prof_seen seen;
    bool made; /* false: the device could not launch it, `seen` is empty */
} prof_probed;

typedef struct prof_verdict {
    prof_danger danger;
    lp_err detail;    /* where and what; empty when safe */
    int64_t *missing; /* PROF_EXTENT_TOO_SMALL that longer buffers may cure: elements to add to each
                         argument, 0 for those long enough; NULL when nothing may */
} prof_verdict;

/* Judges n >= 1 launches. The caller frees out->missing. */
void prof_judge(const db_kernel *k, const prof_probed *v, int n, prof_verdict *out);

/* Index of the element that holds a byte offset, which may be negative. */
int64_t prof_elem_at(int64_t offset, int64_t elem_bytes);
/* The length that a launch gives an argument, in elements. */
int64_t prof_elems_given(const db_sample_arg *a);

#endif
