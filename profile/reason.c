/* The table of failure reasons.
 *
 * In: reasons and codes. Out: codes and texts. Decides nothing: who fails a sample picks the row.
 */
#include "profile/reason.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const struct {
    const char *code, *text;
} reasons[PROF_N_REASONS] = {
    [PROF_OK] = {"ok", "timed"},
    [PROF_BUILD_FAILED] = {"build-failed", "the device's compiler refused the source"},
    [PROF_BUILD_TIMEOUT] = {"build-timeout", "the device's compiler took too long"},
    [PROF_BUILD_CRASH] = {"build-crash", "the device's compiler crashed"},
    [PROF_MEMORY] = {"memory-limit", "the process took more memory than it may"},
    [PROF_NO_KERNEL] = {"no-kernel", "the program built, but lacks the kernel function"},
    [PROF_BAD_PLAN] = {"bad-plan", "the planned arguments do not fit the kernel"},
    [PROF_GROUP_TOO_LARGE] = {"group-too-large", "the local size exceeds the kernel's limit"},
    [PROF_LOCAL_TOO_LARGE] = {"local-too-large", "more local memory than the device has"},
    [PROF_CONSTANT_TOO_LARGE] = {"constant-too-large", "more constant memory than the device has"},
    [PROF_OUT_OF_MEMORY] = {"out-of-memory", "the device cannot hold the buffers"},
    [PROF_LAUNCH_FAILED] = {"launch-failed", "OpenCL refused the launch or it ended in an error"},
    [PROF_TIMEOUT] = {"timeout", "no answer in time; the worker was killed"},
    [PROF_SKIPPED_AFTER_TIMEOUT] = {"skipped-after-timeout",
                                    "as large as or larger than a launch that timed out"},
    [PROF_CRASH] = {"crash", "the worker died"},
    [PROF_SKIPPED_AFTER_CRASH] = {"skipped-after-crash", "the kernel had crashed several workers"},
    [PROF_BAD_TIMES] = {"bad-times", "the device reported no usable times (END <= START)"},
    [PROF_QUARANTINED] = {"quarantined", "the kernel's probe found it unsafe to run"},
};

const char *prof_reason_code(prof_reason r) {
    return reasons[r].code;
}

const char *prof_reason_text(prof_reason r) {
    return reasons[r].text;
}

prof_reason prof_reason_of(const char *code) {
    int r = 0;
    while (r < PROF_N_REASONS && strcmp(reasons[r].code, code) != 0) r++;
    return (prof_reason)r;
}

int prof_refuse(prof_fail *f, prof_reason r, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(f->error.msg, sizeof f->error.msg, fmt, ap);
    va_end(ap);
    f->reason = r;
    f->fatal = f->killed = f->starved = false;
    return -1;
}
