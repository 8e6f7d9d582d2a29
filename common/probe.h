/* Probe programs: an instrumented copy of a kernel (made by llmperf analyze) that tells which
 * elements of its buffers it touches, and touches nothing else.
 *
 * The program is lp_probe_prelude() + "\n" + the instrumented source. Its kernel has the name and
 * the parameters of the plain one and one more, `__global int *llp_io`: the io buffer, of
 * lp_probe_io_bytes(), which lp_probe_io_init() prepares on the host. After the launch its words
 * say what happened. */
#ifndef LP_PROBE_H
#define LP_PROBE_H

#include <stddef.h>
#include <stdint.h>

/* Grows when the prelude, the layout or the instrumentation changes: kernels are probed again. */
#define LP_PROBE_VERSION 1

/* Flags of word LP_PROBE_FLAGS; macros, because the prelude gets them too. */
#define LP_PROBE_STEPS 1 /* the step budget of a work-item was spent: a loop without end */
#define LP_PROBE_WILD 2  /* an access that belongs to no buffer */
#define LP_PROBE_ARRAY 4 /* an index outside an array of the kernel's own */
#define LP_PROBE_ASYNC 8 /* an asynchronous copy outside of a buffer; lo, hi, bad tell the rest */

/* Bytes of each of the two places, for reads and for writes, that skipped accesses go to. */
#define LP_PROBE_SINK_BYTES 4096

/* Words at the start of the io buffer. */
enum {
    LP_PROBE_BUDGET = 0, /* in: loop iterations that one work-item may do */
    LP_PROBE_FLAGS = 1,  /* out */
    LP_PROBE_LINE = 2,   /* out: line in the normalised source of the first event of a flag, or 0 */
    LP_PROBE_SKIP_LINE = 3, /* out: the same of the first access that was outside of its buffer */
};

/* Words of each argument. */
enum {
    LP_PROBE_LEN = 0, /* in: bytes of the buffer or of the local memory, 0 for a scalar */
    LP_PROBE_LO = 1,  /* out: offset of the first byte asked for; INT32_MAX: untouched */
    LP_PROBE_HI = 2,  /* out: offset of the last byte asked for; INT32_MIN: untouched */
    LP_PROBE_BAD = 3, /* out: accesses that were skipped because they were outside */
};

/* Index of a word of an argument. */
size_t lp_probe_word(int arg, int which);
size_t lp_probe_io_bytes(int n_args);
/* Fills the lp_probe_io_bytes(n_args) of the io buffer; the caller sets the LP_PROBE_LEN words. */
void lp_probe_io_init(int32_t *io, int n_args, int32_t budget);
/* The part of the source that all probe programs share; static. */
const char *lp_probe_prelude(void);

#endif
