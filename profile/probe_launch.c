/* A probe launch.
 *
 * In: a job, the engine's program. Out: what was touched, and whether the guard zones are intact.
 * Judges nothing, times nothing. */
#include "profile/probe_launch.h"

#include <stdlib.h>
#include <string.h>

#include "common/probe.h"
#include "common/text.h"
#include "profile/clerr.h"
#include "profile/launch.h"

enum {
    GUARD_BYTES =
        64 << 10,        /* of each zone: an index that is off by thousands still falls into it */
    GUARD_PATTERN = 0xa5 /* neither zero nor a small number, in any type */
};

/* A buffer argument: `sub` lies in `room` from `before` on. Constant arguments have no zones:
 * nothing can be written through them. */
typedef struct guarded {
    prof_buf *room;
    cl_mem sub;
    size_t before, bytes, after;
} guarded;

typedef struct probing {
    prof_engine *g;
    const prof_job *job;
    cl_kernel kernel;
    guarded *buf;  /* one an argument; room is NULL for others */
    prof_buf *io;  /* NULL for a plain kernel */
    int32_t *head; /* the io buffer as the host sees it */
    prof_fail *f;
} probing;

static size_t round_up(size_t n, size_t step) {
    return (n + step - 1) / step * step;
}

static int cl_failed(const probing *p, const char *call, cl_int rc) {
    return rc == CL_SUCCESS ? 0 : prof_cl_fail(p->f, PROF_LAUNCH_FAILED, call, rc);
}

/* ---- buffers between guard zones ---- */

/* Where a sub-buffer may begin. */
static int zone_before(const probing *p, size_t *out) {
    cl_uint bits = 0;
    cl_int rc =
        clGetDeviceInfo(p->g->device, CL_DEVICE_MEM_BASE_ADDR_ALIGN, sizeof bits, &bits, NULL);
    if (cl_failed(p, "clGetDeviceInfo", rc) != 0) return -1;
    *out = round_up(GUARD_BYTES, bits >= 8 ? bits / 8 : 1);
    return 0;
}

static int fill_zone(const probing *p, const guarded *b, size_t at, size_t n) {
    const unsigned char pattern = GUARD_PATTERN;
    return cl_failed(p, "clEnqueueFillBuffer",
                     clEnqueueFillBuffer(p->g->queue, b->room->mem, &pattern, sizeof pattern, at, n,
                                         0, NULL, NULL));
}

/* The contents first: filling may go a few bytes beyond the end. */
static int bind_guarded(probing *p, int idx) {
    guarded *b = &p->buf[idx];
    prof_fill fill;
    cl_int rc;
    b->bytes = (size_t)p->job->args[idx].bytes;
    if (zone_before(p, &b->before) != 0) return -1;
    cl_buffer_region region = {b->before, round_up(b->bytes, 4)};
    b->after = region.size - b->bytes + GUARD_BYTES;
    b->room = prof_pool_take(&p->g->pool, b->before + b->bytes + b->after, p->f);
    if (!b->room) return -1;
    b->sub = clCreateSubBuffer(b->room->mem, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION,
                               &region, &rc);
    if (cl_failed(p, "clCreateSubBuffer", rc) != 0) return -1;
    const prof_buf inner = {.mem = b->sub, .bytes = region.size};
    if (prof_launch_fill(p->g, p->job, idx, &inner, &fill, p->f) != 0 ||
        fill_zone(p, b, 0, b->before) != 0 || fill_zone(p, b, b->before + b->bytes, b->after) != 0)
        return -1;
    return prof_launch_set_arg(p->kernel, idx, sizeof(cl_mem), &b->sub, p->f);
}

static int bind_constant(probing *p, int idx) {
    guarded *b = &p->buf[idx];
    prof_fill fill;
    b->bytes = (size_t)p->job->args[idx].bytes;
    b->room = prof_pool_take(&p->g->pool, b->bytes, p->f);
    if (!b->room || prof_launch_fill(p->g, p->job, idx, b->room, &fill, p->f) != 0) return -1;
    return prof_launch_set_arg(p->kernel, idx, sizeof(cl_mem), &b->room->mem, p->f);
}

static int bind_arg(probing *p, int idx) {
    const prof_job_arg *a = &p->job->args[idx];
    if (a->kind == PROF_ARG_BUFFER) return bind_guarded(p, idx);
    if (a->kind == PROF_ARG_CONSTANT) return bind_constant(p, idx);
    return prof_launch_set_plain(p->kernel, a, idx, p->f);
}

/* ---- the io buffer of an instrumented kernel ---- */

static int head_of_io(probing *p, int64_t steps) {
    const prof_job *j = p->job;
    p->head = lp_alloc(lp_probe_io_bytes(j->n_args), 1);
    lp_probe_io_init(p->head, j->n_args, (int32_t)(steps < INT32_MAX ? steps : INT32_MAX));
    for (int i = 0; i < j->n_args; i++) {
        if (j->args[i].kind == PROF_ARG_SCALAR) continue;
        if (j->args[i].bytes > INT32_MAX)
            return prof_refuse(p->f, PROF_BAD_PLAN, "argument %d: too long for a probe", i);
        p->head[lp_probe_word(i, LP_PROBE_LEN)] = (int32_t)j->args[i].bytes;
    }
    return 0;
}

static int bind_io(probing *p, int64_t steps) {
    size_t all = lp_probe_io_bytes(p->job->n_args);
    if (head_of_io(p, steps) != 0) return -1;
    p->io = prof_pool_take(&p->g->pool, all, p->f);
    if (!p->io) return -1;
    cl_int rc =
        clEnqueueWriteBuffer(p->g->queue, p->io->mem, CL_TRUE, 0, all, p->head, 0, NULL, NULL);
    if (cl_failed(p, "clEnqueueWriteBuffer", rc) != 0) return -1;
    return prof_launch_set_arg(p->kernel, p->job->n_args, sizeof(cl_mem), &p->io->mem, p->f);
}

/* ---- what came of it ---- */

static int read_io(probing *p, prof_seen *out) {
    size_t bytes = lp_probe_word(out->n_args, 0) * sizeof *p->head;
    cl_int rc =
        clEnqueueReadBuffer(p->g->queue, p->io->mem, CL_TRUE, 0, bytes, p->head, 0, NULL, NULL);
    if (cl_failed(p, "clEnqueueReadBuffer", rc) != 0) return -1;
    out->flags = p->head[LP_PROBE_FLAGS];
    out->line = p->head[LP_PROBE_LINE];
    out->skip_line = p->head[LP_PROBE_SKIP_LINE];
    for (int i = 0; i < out->n_args; i++) {
        int32_t lo = p->head[lp_probe_word(i, LP_PROBE_LO)],
                hi = p->head[lp_probe_word(i, LP_PROBE_HI)];
        if (lo <= hi) out->args[i] = (prof_reach){true, lo, hi};
    }
    return 0;
}

/* The damaged byte of the zone that is farthest from the buffer, n when there is none. */
static size_t farthest(const unsigned char *zone, size_t n, bool before) {
    for (size_t i = 0; i < n; i++) {
        size_t at = before ? i : n - 1 - i;
        if (zone[at] != GUARD_PATTERN) return at;
    }
    return n;
}

static int check_guarded(const probing *p, int idx, unsigned char *zone, prof_seen *out) {
    const guarded *b = &p->buf[idx];
    cl_int rc =
        clEnqueueReadBuffer(p->g->queue, b->room->mem, CL_TRUE, 0, b->before, zone, 0, NULL, NULL);
    if (cl_failed(p, "clEnqueueReadBuffer", rc) != 0) return -1;
    size_t at = farthest(zone, b->before, true);
    int64_t off = (int64_t)at - (int64_t)b->before;
    if (at == b->before) {
        rc = clEnqueueReadBuffer(p->g->queue, b->room->mem, CL_TRUE, b->before + b->bytes, b->after,
                                 zone, 0, NULL, NULL);
        if (cl_failed(p, "clEnqueueReadBuffer", rc) != 0) return -1;
        at = farthest(zone, b->after, false);
        if (at == b->after) return 0;
        off = (int64_t)(b->bytes + at);
    }
    out->guard_arg = idx;
    out->guard_at = off;
    return 0;
}

static int check_guards(const probing *p, prof_seen *out) {
    int rc = 0;
    for (int i = 0; i < p->job->n_args && rc == 0 && out->guard_arg < 0; i++) {
        const guarded *b = &p->buf[i];
        if (!b->sub) continue;
        unsigned char *zone = lp_alloc(b->before > b->after ? b->before : b->after, 1);
        rc = check_guarded(p, i, zone, out);
        free(zone);
    }
    return rc;
}

static int launch(const probing *p) {
    size_t global = (size_t)p->job->global, local = (size_t)p->job->local;
    cl_int rc =
        clEnqueueNDRangeKernel(p->g->queue, p->kernel, 1, NULL, &global, &local, 0, NULL, NULL);
    if (rc != CL_SUCCESS) return prof_launch_refused(p->g, local, rc, p->f);
    return cl_failed(p, "clFinish", clFinish(p->g->queue));
}

static void release(probing *p) {
    for (int i = 0; i < p->job->n_args; i++) {
        if (p->buf[i].sub) clReleaseMemObject(p->buf[i].sub);
        prof_pool_give(&p->g->pool, p->buf[i].room);
    }
    prof_pool_give(&p->g->pool, p->io);
    free(p->buf);
    free(p->head);
}

int prof_probe_launch(prof_engine *g, const prof_job *job, int64_t steps, prof_seen *out,
                      prof_fail *f) {
    *out = (prof_seen){.guard_arg = -1};
    if (prof_launch_check(g, job, steps > 0, f) != 0) return -1;
    probing p = {.g = g,
                 .job = job,
                 .kernel = g->program.kernel,
                 .buf = lp_alloc((size_t)job->n_args, sizeof *p.buf),
                 .f = f};
    int rc = 0;
    out->n_args = job->n_args;
    out->args = lp_alloc((size_t)job->n_args, sizeof *out->args);
    for (int i = 0; i < job->n_args && rc == 0; i++) rc = bind_arg(&p, i);
    if (rc == 0 && steps > 0) rc = bind_io(&p, steps);
    if (rc == 0) rc = launch(&p);
    if (rc == 0 && p.io) rc = read_io(&p, out);
    if (rc == 0) rc = check_guards(&p, out);
    if (rc != 0 && !f->fatal) clFinish(g->queue); /* fills may be under way */
    release(&p);
    return rc;
}
