/* What kernels print: read away so that they are not held up, the beginning kept. */
#ifndef LLMPERF_PROFILE_CAPTURE_H
#define LLMPERF_PROFILE_CAPTURE_H

#include <stdint.h>

#include "common/error.h"
#include "common/text.h"

/* Standard output and error of this process go to a thread that keeps the first bytes. Once a
 * process. */
int prof_capture_begin(lp_err *e);
/* Appends what was kept since the last call to *out; returns how many bytes were printed in all. */
int64_t prof_capture_take(lp_text *out);

#endif
