/* The pool of device buffers.
 *
 * In: sizes. Out: buffers with stale contents. Fills nothing. */
#include "profile/pool.h"

#include <stdlib.h>

#include "common/text.h"
#include "profile/clerr.h"

enum { ALIGN = 64, STEP_MIN = 4096 };

size_t prof_pool_round(size_t bytes) {
    size_t step = ALIGN;
    if (bytes > (size_t)8 * STEP_MIN) step = ((size_t)1 << (63 - __builtin_clzll(bytes))) / 8;
    return (bytes + step - 1) / step * step;
}

void prof_pool_init(prof_pool *p, cl_context context, const prof_device *d) {
    size_t all = (size_t)d->global_mem_bytes;
    *p = (prof_pool){.context = context,
                     .keep_bytes = all / 2,
                     .most_bytes = all - all / 8,
                     .alloc_max = (size_t)d->max_alloc_bytes};
}

static void drop(prof_pool *p, size_t i) {
    prof_buf *b = p->v[i];
    clReleaseMemObject(b->mem);
    p->held_bytes -= b->bytes;
    free(b);
    p->v[i] = p->v[--p->n];
}

/* Frees the buffer that has been free for longest; false when all are taken. */
static bool drop_oldest(prof_pool *p) {
    size_t oldest = p->n;
    for (size_t i = 0; i < p->n; i++) {
        if (p->v[i]->taken) continue;
        if (oldest == p->n || p->v[i]->last_use < p->v[oldest]->last_use) oldest = i;
    }
    if (oldest == p->n) return false;
    drop(p, oldest);
    return true;
}

void prof_pool_free(prof_pool *p) {
    while (p->n) drop(p, p->n - 1);
    free(p->v);
    *p = (prof_pool){.context = NULL};
}

static prof_buf *find_free(prof_pool *p, size_t bytes) {
    for (size_t i = 0; i < p->n; i++) {
        if (!p->v[i]->taken && p->v[i]->bytes == bytes) return p->v[i];
    }
    return NULL;
}

static prof_buf *allocate(prof_pool *p, size_t bytes, prof_fail *f) {
    while (p->held_bytes + bytes > p->keep_bytes && drop_oldest(p)) {
    }
    cl_int rc;
    cl_mem mem = clCreateBuffer(p->context, CL_MEM_READ_WRITE, bytes, NULL, &rc);
    if (rc != CL_SUCCESS) {
        prof_cl_fail(f, PROF_OUT_OF_MEMORY, "clCreateBuffer", rc);
        return NULL;
    }
    prof_buf *b = lp_alloc(1, sizeof *b);
    *b = (prof_buf){.mem = mem, .bytes = bytes};
    p->v = lp_grow(p->v, &p->cap, p->n + 1, sizeof *p->v);
    p->v[p->n++] = b;
    p->held_bytes += bytes;
    return b;
}

prof_buf *prof_pool_take(prof_pool *p, size_t bytes, prof_fail *f) {
    size_t room = p->taken_bytes < p->most_bytes ? p->most_bytes - p->taken_bytes : 0;
    if (bytes > p->alloc_max || bytes > room) {
        prof_refuse(f, PROF_OUT_OF_MEMORY,
                    "a buffer of %zu bytes beside %zu bytes in use: the device takes %zu in one "
                    "and %zu in all",
                    bytes, p->taken_bytes, p->alloc_max, p->most_bytes);
        return NULL;
    }
    size_t rounded = prof_pool_round(bytes);
    if (rounded > p->alloc_max) rounded = (bytes + ALIGN - 1) / ALIGN * ALIGN;
    prof_buf *b = find_free(p, rounded);
    if (!b) b = allocate(p, rounded, f);
    if (!b) return NULL;
    b->taken = true;
    b->last_use = ++p->clock;
    p->taken_bytes += b->bytes;
    return b;
}

void prof_pool_give(prof_pool *p, prof_buf *b) {
    if (!b) return;
    b->taken = false;
    p->taken_bytes -= b->bytes;
}
