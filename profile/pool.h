/* Device buffers that outlive a sample: allocating, touching and freeing 64 MiB costs more than
 * timing a small kernel.
 *
 * Sizes are rounded up in steps of an eighth of their power of two, so that samples of similar size
 * share buffers. Free buffers go, oldest first, when the pool holds more than half of the device's
 * memory. */
#ifndef LLMPERF_PROFILE_POOL_H
#define LLMPERF_PROFILE_POOL_H

#include <CL/cl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "profile/device.h"
#include "profile/reason.h"

typedef struct prof_buf {
    cl_mem mem;
    size_t bytes; /* allocated: at least what was asked for, and a multiple of 64 */
    bool taken;
    uint64_t last_use;
} prof_buf;

typedef struct prof_pool {
    cl_context context;
    prof_buf **v;
    size_t n, cap;
    size_t held_bytes, taken_bytes; /* of all buffers, of those handed out */
    size_t keep_bytes, most_bytes;  /* limits on the two */
    size_t alloc_max;               /* of one buffer */
    uint64_t clock;
} prof_pool;

void prof_pool_init(prof_pool *p, cl_context context, const prof_device *d);
void prof_pool_free(prof_pool *p);

/* A buffer of at least `bytes` >= 1; NULL and a reason when the device cannot hold it. Give it back
 * with prof_pool_give. */
prof_buf *prof_pool_take(prof_pool *p, size_t bytes, prof_fail *f);
void prof_pool_give(prof_pool *p, prof_buf *b); /* NULL is fine */

/* The size allocated for `bytes`. */
size_t prof_pool_round(size_t bytes);

#endif
