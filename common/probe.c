/* The prelude of probe programs (probe.cl) and the layout of their io buffer.
 *
 * In: how many arguments a kernel has. Out: the source text, sizes, places. Does not instrument
 * (analyze/probe.h) and runs nothing (profile). */
#include "common/probe.h"

#include <string.h>

#define TEXT_OF(x) #x
#define DEFINE(name, value) "#define " #name " " TEXT_OF(value) "\n"

enum { HEAD_WORDS = 4, ARG_WORDS = 4, ALIGN_BYTES = 128 };

size_t lp_probe_word(int arg, int which) {
    return HEAD_WORDS + (size_t)arg * ARG_WORDS + (size_t)which;
}

static size_t sinks_at(int n_args) {
    size_t words = lp_probe_word(n_args, 0) * sizeof(int32_t);
    return (words + ALIGN_BYTES - 1) / ALIGN_BYTES * ALIGN_BYTES;
}

size_t lp_probe_io_bytes(int n_args) {
    return sinks_at(n_args) + (size_t)2 * LP_PROBE_SINK_BYTES;
}

void lp_probe_io_init(int32_t *io, int n_args, int32_t budget) {
    memset(io, 0, lp_probe_io_bytes(n_args));
    io[LP_PROBE_BUDGET] = budget;
    for (int i = 0; i < n_args; i++) {
        io[lp_probe_word(i, LP_PROBE_LO)] = INT32_MAX;
        io[lp_probe_word(i, LP_PROBE_HI)] = INT32_MIN;
    }
}

const char *lp_probe_prelude(void) {
    // clang-format off
    static const char text[] = DEFINE(LLP_SINK, LP_PROBE_SINK_BYTES)
        DEFINE(LLP_STEPS, LP_PROBE_STEPS) DEFINE(LLP_WILD, LP_PROBE_WILD)
        DEFINE(LLP_ARRAY, LP_PROBE_ARRAY) DEFINE(LLP_ASYNC, LP_PROBE_ASYNC)
#include "probe_cl.inc"
        ;
    // clang-format on
    return text;
}
