/* Device fill: launches prof_fill of fill.cl.
 *
 * In: a prof_fill and a buffer. Out: enqueued commands. Waits for nothing. */
#include "profile/fill.h"

#include "profile/clerr.h"

/* One local size for every fill: PoCL compiles a kernel anew for each. */
enum { FILL_LOCAL = 64 };

int prof_zero_enqueue(prof_engine *g, const prof_buf *b, size_t bytes, prof_fail *fail) {
    const cl_uint zero = 0;
    cl_int rc = clEnqueueFillBuffer(g->queue, b->mem, &zero, sizeof zero, 0, (bytes + 3) / 4 * 4, 0,
                                    NULL, NULL);
    return rc == CL_SUCCESS ? 0 : prof_cl_fail(fail, PROF_LAUNCH_FAILED, "clEnqueueFillBuffer", rc);
}

typedef struct fill_arg {
    size_t bytes;
    const void *value;
} fill_arg;

static int run_fill(prof_engine *g, prof_helper which, const fill_arg *args, cl_uint n_args,
                    uint64_t items, prof_fail *fail) {
    cl_kernel k = g->helper[which];
    for (cl_uint i = 0; i < n_args; i++) {
        cl_int rc = clSetKernelArg(k, i, args[i].bytes, args[i].value);
        if (rc != CL_SUCCESS) return prof_cl_fail(fail, PROF_LAUNCH_FAILED, "clSetKernelArg", rc);
    }
    size_t local = FILL_LOCAL, global = (size_t)(items + local - 1) / local * local;
    cl_int rc = clEnqueueNDRangeKernel(g->queue, k, 1, NULL, &global, &local, 0, NULL, NULL);
    return rc == CL_SUCCESS
               ? 0
               : prof_cl_fail(fail, PROF_LAUNCH_FAILED, "clEnqueueNDRangeKernel (fill)", rc);
}

static int fill_member(prof_engine *g, const prof_fill *f, const prof_member *m, const prof_buf *b,
                       prof_fail *fail) {
    cl_ulong elems = f->elems, key = f->key, stride = f->stride, at = m->at, mod = m->mod;
    cl_uint width = (cl_uint)m->width;
    const fill_arg args[] = {
        {sizeof(cl_mem), &b->mem}, {sizeof elems, &elems}, {sizeof key, &key},
        {sizeof stride, &stride},  {sizeof at, &at},       {sizeof width, &width},
        {sizeof mod, &mod},
    };
    return elems == 0
               ? 0
               : run_fill(g, PROF_K_FILL_MEMBER, args, sizeof args / sizeof *args, elems, fail);
}

static int fill_permutation(prof_engine *g, const prof_fill *f, const prof_buf *b,
                            prof_fail *fail) {
    cl_ulong n = f->n, key = f->key, mod = f->mod;
    cl_uint width = (cl_uint)f->width, as_float = (cl_uint)f->as_float;
    const fill_arg args[] = {
        {sizeof(cl_mem), &b->mem},    {sizeof n, &n},
        {sizeof key, &key},           {sizeof width, &width},
        {sizeof as_float, &as_float}, {sizeof mod, &mod},
    };
    return run_fill(g, PROF_K_FILL_PERMUTATION, args, sizeof args / sizeof *args, f->n, fail);
}

int prof_fill_enqueue(prof_engine *g, const prof_fill *f, const prof_buf *b, prof_fail *fail) {
    if (f->mode == PROF_FILL_ZERO) return prof_zero_enqueue(g, b, f->n * (size_t)f->width, fail);
    if (f->n == 0) return 0;
    if (f->mode == PROF_FILL_PERMUTATION) return fill_permutation(g, f, b, fail);
    cl_ulong n = f->n, key = f->key, mod = f->mod, total = f->total;
    cl_uint mode = f->mode, width = (cl_uint)f->width, as_float = (cl_uint)f->as_float;
    cl_long base = f->base;
    const fill_arg args[] = {
        {sizeof(cl_mem), &b->mem}, {sizeof n, &n},
        {sizeof key, &key},        {sizeof mode, &mode},
        {sizeof width, &width},    {sizeof as_float, &as_float},
        {sizeof f->lo, &f->lo},    {sizeof f->span, &f->span},
        {sizeof base, &base},      {sizeof mod, &mod},
        {sizeof total, &total},
    };
    int rc = run_fill(g, PROF_K_FILL, args, sizeof args / sizeof *args, f->n, fail);
    for (int i = 0; i < f->n_members && rc == 0; i++)
        rc = fill_member(g, f, &f->member[i], b, fail);
    return rc;
}
