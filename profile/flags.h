/* Flags of a timing: what a reader of the times should know. A flag never discards anything. */
#ifndef LLMPERF_PROFILE_FLAGS_H
#define LLMPERF_PROFILE_FLAGS_H

#include <stdint.h>

enum {
    PROF_NOISY = 1,    /* the limit was reached with the interval still wider than its target */
    PROF_OUTLIERS = 2, /* more than 10 % are severe Tukey outliers: 3 IQR, and 1 % of the median,
                          beyond a quartile */
    PROF_DRIFT = 4,    /* the medians of the two halves differ by 3 % or more */
    PROF_BIMODAL = 8   /* two clusters with nothing between them */
};

/* Of n >= 1 times in the order in which they were taken. */
unsigned prof_flags_of(const int64_t *times, int n, double ci_target);

/* The text of timing.flags, space separated. Static; all 16 texts exist. */
const char *prof_flags_text(unsigned flags);

#endif
