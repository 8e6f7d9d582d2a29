/* Preparing and repeating a launch.
 *
 * In: a job. Out: raw START and END of launches. Decides neither how often (measure.c) nor what the
 * times mean. */
#include "profile/launch.h"

#include <stdlib.h>

#include "common/text.h"
#include "profile/clerr.h"
#include "profile/fill.h"
#include "profile/hostcopy.h"
#include "profile/sentinel.h"
#include "profile/types.h"

/* Evicted at least on GPUs, whatever the device says of its cache: NVIDIA's 60 MB of L2 are
 * reported as 4 MB. */
static const size_t evict_min_bytes = (size_t)128 << 20;

static int64_t sum_bytes(const prof_job *job, prof_arg_kind kind) {
    int64_t sum = 0;
    for (int i = 0; i < job->n_args; i++) {
        if (job->args[i].kind != kind) continue;
        if (__builtin_add_overflow(sum, job->args[i].bytes, &sum)) return INT64_MAX;
    }
    return sum;
}

int prof_launch_check(const prof_engine *g, const prof_job *job, int hidden_args, prof_fail *f) {
    const prof_program *p = &g->program;
    if (!p->kernel) return prof_refuse(f, PROF_NO_KERNEL, "no kernel was built");
    if ((cl_uint)(job->n_args + hidden_args) != p->n_args)
        return prof_refuse(f, PROF_BAD_PLAN, "the kernel has %u arguments, the plan %d", p->n_args,
                           job->n_args + hidden_args);
    if (job->local > g->info.max_work_group)
        return prof_refuse(f, PROF_GROUP_TOO_LARGE, "local size %lld, the device allows %lld",
                           (long long)job->local, (long long)g->info.max_work_group);
    if (p->group_required && p->group_required != (size_t)job->local)
        return prof_refuse(f, PROF_BAD_PLAN, "local size %lld, the kernel requires %zu",
                           (long long)job->local, p->group_required);
    int64_t local = sum_bytes(job, PROF_ARG_LOCAL), constant = sum_bytes(job, PROF_ARG_CONSTANT);
    int64_t room = g->info.local_mem_bytes - (int64_t)p->local_bytes;
    if (local > room)
        return prof_refuse(f, PROF_LOCAL_TOO_LARGE,
                           "%lld bytes of local arguments beside %llu static ones, the device has "
                           "%lld",
                           (long long)local, (unsigned long long)p->local_bytes,
                           (long long)g->info.local_mem_bytes);
    if (constant > g->info.max_constant_bytes)
        return prof_refuse(f, PROF_CONSTANT_TOO_LARGE, "%lld bytes, the device has %lld",
                           (long long)constant, (long long)g->info.max_constant_bytes);
    return 0;
}

int prof_launch_set_arg(cl_kernel k, int idx, size_t n, const void *value, prof_fail *f) {
    cl_int rc = clSetKernelArg(k, (cl_uint)idx, n, value);
    return rc == CL_SUCCESS ? 0 : prof_cl_fail(f, PROF_BAD_PLAN, "clSetKernelArg", rc);
}

int prof_launch_set_plain(cl_kernel k, const prof_job_arg *a, int idx, prof_fail *f) {
    unsigned char bytes[PROF_SCALAR_MAX];
    size_t n;
    lp_err e;
    if (a->kind == PROF_ARG_LOCAL) return prof_launch_set_arg(k, idx, (size_t)a->bytes, NULL, f);
    if (prof_scalar_bytes(a->type, a->value, bytes, &n, &e) != 0)
        return prof_refuse(f, PROF_BAD_PLAN, "argument %d: %s", idx, e.msg);
    return prof_launch_set_arg(k, idx, n, bytes, f);
}

int prof_launch_fill(prof_engine *g, const prof_job *job, int idx, const prof_buf *to,
                     prof_fill *fill, prof_fail *f) {
    const prof_job_arg *a = &job->args[idx];
    lp_err e;
    if (prof_fill_plan(a->recipe, a->type, (uint64_t)a->bytes, prof_fill_key(job->fill_seed, idx),
                       fill, &e) != 0)
        return prof_refuse(f, PROF_BAD_PLAN, "argument %d: %s", idx, e.msg);
    return prof_fill_enqueue(g, fill, to, f);
}

static int bind_buffer(prof_engine *g, const prof_job *job, prof_launch *l, int idx, prof_fail *f) {
    const prof_job_arg *a = &job->args[idx];
    prof_bound *b = &l->bound[l->n_bound++];
    *b = (prof_bound){.bytes = (size_t)a->bytes, .restore = a->restore};
    b->buf = prof_pool_take(&g->pool, b->bytes, f);
    if (!b->buf || prof_launch_fill(g, job, idx, b->buf, &b->fill, f) != 0) return -1;
    if (l->host_copies && prof_host_make(b, f) != 0) return -1;
    return prof_launch_set_arg(l->kernel, idx, sizeof(cl_mem), &b->buf->mem, f);
}

static int bind_arg(prof_engine *g, const prof_job *job, prof_launch *l, int idx, prof_fail *f) {
    const prof_job_arg *a = &job->args[idx];
    if (a->kind == PROF_ARG_LOCAL || a->kind == PROF_ARG_SCALAR)
        return prof_launch_set_plain(l->kernel, a, idx, f);
    return bind_buffer(g, job, l, idx, f);
}

static int copy_buffer(prof_engine *g, const prof_buf *from, const prof_buf *to, size_t bytes,
                       prof_fail *f) {
    cl_int rc = clEnqueueCopyBuffer(g->queue, from->mem, to->mem, 0, 0, bytes, 0, NULL, NULL);
    return rc == CL_SUCCESS ? 0 : prof_cl_fail(f, PROF_LAUNCH_FAILED, "clEnqueueCopyBuffer", rc);
}

/* Zeroing needs no copy; where there is no room for one, refilling gives the same bytes. */
static int keep_pristine(prof_engine *g, prof_launch *l, prof_fail *f) {
    for (int i = 0; i < l->n_bound; i++) {
        prof_bound *b = &l->bound[i];
        if (!b->restore || b->fill.mode == PROF_FILL_ZERO) continue;
        b->pristine = prof_pool_take(&g->pool, b->bytes, f);
        if (!b->pristine && f->fatal) return -1;
        if (b->pristine && copy_buffer(g, b->buf, b->pristine, b->bytes, f) != 0) return -1;
    }
    return 0;
}

/* Twice the last cache. */
static size_t evict_bytes(const prof_engine *g) {
    size_t twice = 2 * (size_t)g->info.cache_bytes;
    return twice > evict_min_bytes || (g->cpu && twice) ? twice : evict_min_bytes;
}

int prof_launch_prepare(prof_engine *g, const prof_job *job, prof_launch *l, prof_fail *f) {
    *l = (prof_launch){.kernel = g->program.kernel,
                       .global = (size_t)job->global,
                       .local = (size_t)job->local,
                       .host_copies = job->host_copies,
                       .behind_block = !job->host_copies};
    if (prof_launch_check(g, job, 0, f) != 0) return -1;
    l->bound = lp_alloc((size_t)job->n_args, sizeof *l->bound);
    for (int i = 0; i < job->n_args; i++) {
        if (bind_arg(g, job, l, i, f) != 0) return -1;
    }
    if (!l->host_copies && keep_pristine(g, l, f) != 0) return -1;
    if (!job->cold) return 0;
    l->evict = prof_pool_take(&g->pool, evict_bytes(g), f);
    return l->evict ? 0 : -1;
}

void prof_launch_release(prof_engine *g, prof_launch *l) {
    for (int i = 0; i < l->n_bound; i++) {
        prof_pool_give(&g->pool, l->bound[i].buf);
        prof_pool_give(&g->pool, l->bound[i].pristine);
        prof_host_release(&l->bound[i]);
    }
    prof_pool_give(&g->pool, l->evict);
    free(l->bound);
    *l = (prof_launch){.bound = NULL};
}

static int restore(prof_engine *g, const prof_launch *l, prof_fail *f) {
    for (int i = 0; i < l->n_bound; i++) {
        const prof_bound *b = &l->bound[i];
        if (!b->restore) continue;
        int rc = b->pristine ? copy_buffer(g, b->pristine, b->buf, b->bytes, f)
                             : prof_fill_enqueue(g, &b->fill, b->buf, f);
        if (rc != 0) return -1;
    }
    return l->evict ? prof_zero_enqueue(g, l->evict, l->evict->bytes, f) : 0;
}

/* Whether the kernel fits a work-group of this size only the launch tells: NVIDIA reports 256 for
 * every kernel and runs 1024, and says CL_OUT_OF_RESOURCES when there are too few registers. A
 * queue that still works shows that nothing worse happened. */
int prof_launch_refused(const prof_engine *g, size_t local, cl_int rc, prof_fail *f) {
    bool size = rc == CL_INVALID_WORK_GROUP_SIZE;
    bool above = local > g->program.group_max;
    prof_cl_fail(f, size || above ? PROF_GROUP_TOO_LARGE : PROF_LAUNCH_FAILED,
                 "clEnqueueNDRangeKernel", rc);
    f->fatal = !size && !(above && clFinish(g->queue) == CL_SUCCESS);
    return -1;
}

static int enqueue(prof_engine *g, const prof_launch *l, cl_event *event, prof_fail *f) {
    if ((l->host_copies ? prof_host_send(g, l, f) : restore(g, l, f)) != 0) return -1;
    cl_int rc =
        clEnqueueNDRangeKernel(g->queue, l->kernel, 1, NULL, &l->global, &l->local, 0, NULL, event);
    if (rc != CL_SUCCESS) return prof_launch_refused(g, l->local, rc, f);
    return l->host_copies ? prof_host_fetch(g, l, f) : 0;
}

static int read_times(cl_event event, cl_ulong *start, cl_ulong *end, prof_fail *f) {
    cl_int rc =
        clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof *start, start, NULL);
    if (rc == CL_SUCCESS)
        rc = clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof *end, end, NULL);
    return rc == CL_SUCCESS ? 0
                            : prof_cl_fail(f, PROF_LAUNCH_FAILED, "clGetEventProfilingInfo", rc);
}

/* Commands that one launch takes. */
static int commands_of(const prof_launch *l) {
    int n = l->evict ? 2 : 1;
    for (int i = 0; i < l->n_bound; i++) n += l->bound[i].restore;
    return n;
}

/* Behind a launch that takes longer than its commands need to arrive, the queue fills by itself. */
static int start_behind_block(prof_engine *g, const prof_launch *l, int n, prof_fail *f) {
    int commands = commands_of(l);
    if (!l->behind_block || n < 2 || g->cpu) return 0;
    if (g->pitch_ns > 0 && l->typical_ns > 2 * g->pitch_ns * commands) n = 1;
    return prof_sentinel_block(g, n * commands, f);
}

/* Waits for the queue and reads every event. */
static int finish(prof_engine *g, cl_event *events, int n, cl_ulong *start, cl_ulong *end,
                  prof_fail *f) {
    cl_int status = clFlush(g->queue);
    if (status == CL_SUCCESS) status = clFinish(g->queue);
    if (status != CL_SUCCESS) return prof_cl_fail(f, PROF_LAUNCH_FAILED, "clFinish", status);
    for (int i = 0; i < n; i++) {
        if (read_times(events[i], &start[i], &end[i], f) != 0) return -1;
    }
    for (int i = 0; i < n; i++) clReleaseEvent(events[i]); /* after an error the process ends */
    return 0;
}

int prof_launch_batch(prof_engine *g, const prof_launch *l, int n, cl_ulong *start, cl_ulong *end,
                      prof_fail *f) {
    cl_event *events = lp_alloc((size_t)n, sizeof(cl_event));
    int rc = start_behind_block(g, l, n, f);
    for (int i = 0; i < n && rc == 0; i++) rc = enqueue(g, l, &events[i], f);
    if (rc == 0) rc = finish(g, events, n, start, end, f);
    free(events);
    prof_engine_worked(g);
    return rc;
}
