/* What one probe launch showed: which bytes of each argument were touched, what went wrong, whether
 * the guard zones around the buffers are as they were. As a worker's answer it is checked: a kernel
 * on the CPU may have scribbled over it. */
#ifndef LLMPERF_PROFILE_PROBE_SEEN_H
#define LLMPERF_PROFILE_PROBE_SEEN_H

#include <stdbool.h>
#include <stdint.h>

#include "common/error.h"
#include "common/json.h"

/* Byte offsets of the first and of the last byte of one argument that the kernel asked for, inside
 * or not. */
typedef struct prof_reach {
    bool touched;
    int64_t lo, hi;
} prof_reach;

typedef struct prof_seen {
    int64_t flags; /* LP_PROBE_STEPS ... of common/probe.h */
    int64_t line;  /* of the first event that a flag tells of, in the normalised source; 0: none */
    int64_t skip_line; /* the same of the first access outside of its buffer */
    int guard_arg;     /* an argument whose guard zone was written, -1 when all are intact */
    int64_t guard_at;  /* the written byte farthest from that buffer, relative to its start */
    prof_reach *args;
    int n_args;
} prof_seen;

json_t *prof_seen_json(const prof_seen *s);
/* n_args: what the kernel has. Free with prof_seen_free in any case. */
int prof_seen_from_json(const json_t *j, int n_args, prof_seen *s, lp_err *e);
void prof_seen_free(prof_seen *s);

#endif
