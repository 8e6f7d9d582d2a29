/* The table of reasons for samples that were left out. Input: a reason. Output: its code and text.
 * Does not decide anything: sample.c, launch.c and kernel.c do. */
#include "gen/reason.h"

#include "common/error.h"

static const struct {
    const char *code, *text;
} reasons[GEN_N_REASONS] = {
    [GEN_OK] = {"ok", "planned"},
    [GEN_RECORD] = {"record", "the kernel's record cannot be read"},
    [GEN_ARGUMENT] = {"argument", "an argument of a kind or type that cannot be planned"},
    [GEN_LOCAL_SIZE] =
        {"local-size",
         "no local size of the campaign fits kernel and device, or only one to sweep"},
    [GEN_LAUNCH] = {"launch", "no number of work-groups is allowed"},
    [GEN_DOMAIN] = {"domain", "a scalar has no value in its domain"},
    [GEN_CONSTRAINT] = {"constraint", "a condition of the kernel was not met by any draw"},
    [GEN_OVERFLOW] = {"overflow", "a formula has no value or is too large"},
    [GEN_EXTENT] = {"extent", "a buffer's length is unknown, or too short under naive sampling"},
    [GEN_MEMORY] = {"memory", "the buffers exceed buffers.bytes_max"},
    [GEN_CONSTANT_MEMORY] = {"constant-memory", "constant buffers exceed 64 KiB"},
    [GEN_LOCAL_MEMORY] = {"local-memory", "__local memory exceeds the device's"},
    [GEN_WORK] = {"work", "the estimated work exceeds launch.work_max"},
    [GEN_DUPLICATE] = {"duplicate", "no launch that differs from the others was found"},
};

const char *gen_reason_code(gen_reason r) {
    if (r >= GEN_N_REASONS) LP_BUG("reason %d", (int)r);
    return reasons[r].code;
}

const char *gen_reason_text(gen_reason r) {
    if (r >= GEN_N_REASONS) LP_BUG("reason %d", (int)r);
    return reasons[r].text;
}
