/* Compares kernels with their probe sources: probe_same campaign.db
 *
 * In: a database with kernels and planned probe launches. Out: one TAP line a kernel. Each launch
 * runs twice on a CPU device on equal contents: the kernel as it is, and the instrumented one.
 * Both must leave the same bytes in every buffer, the probe must report nothing outside, and the
 * bytes around the buffers must stay as they are. Every kernel runs in a process of its own. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/probe.h"
#include "common/text.h"
#include "db/record.h"
#include "profile/fill_ref.h"
#include "profile/types.h"
#include "tests/e2e/cpu.h"
#include "tests/e2e/driver.h"

enum { ARGS_MAX = 64, GUARD = 0xa5, GUARD_BYTES = 4096, LIMIT_S = 120 };

typedef struct area {
    unsigned char *all, *data; /* GUARD_BYTES before and behind the data */
    size_t bytes;
    cl_mem mem;
} area;

typedef struct run {
    const db_kernel *k;
    const db_sample *s;
    cl_kernel kernel;
    area areas[ARGS_MAX];
    size_t len[ARGS_MAX]; /* bytes of buffers and local memory */
} run;

static int cl_check(const char *call, cl_int rc, lp_err *e) {
    return rc == CL_SUCCESS ? 0 : lp_fail(e, "%s: error %d", call, (int)rc);
}

/* ---- building ---- */

static cl_kernel build(const db_kernel *k, const char *source, const char *what, lp_err *e) {
    char options[32];
    static char log[2000];
    cl_int rc;
    cl_program p = clCreateProgramWithSource(context, 1, &source, NULL, &rc);
    snprintf(options, sizeof options, "-cl-std=%.10s", k->std);
    if (cl_check("clCreateProgramWithSource", rc, e)) return NULL;
    if (clBuildProgram(p, 1, &device, options, NULL, NULL) != CL_SUCCESS) {
        clGetProgramBuildInfo(p, device, CL_PROGRAM_BUILD_LOG, sizeof log - 1, log, NULL);
        lp_fail(e, "%s does not compile: %.*s", what, (int)strcspn(log, "\n"), log);
        return NULL;
    }
    cl_kernel kernel = clCreateKernel(p, k->name, &rc);
    clReleaseProgram(p);
    return cl_check("clCreateKernel", rc, e) ? NULL : kernel;
}

/* ---- arguments ---- */

static int set_buffer(run *r, int i, lp_err *e) {
    const db_sample_arg *v = &r->s->args[i];
    area *a = &r->areas[i];
    prof_fill fill;
    cl_int rc;
    a->bytes = r->len[i];
    size_t room = (a->bytes + 127) / 128 * 128 + (size_t)2 * GUARD_BYTES;
    a->all = aligned_alloc(4096, (room + 4095) / 4096 * 4096);
    memset(a->all, GUARD, room);
    a->data = a->all + GUARD_BYTES;
    uint64_t key = prof_fill_key(r->s->fill_seed, i);
    if (prof_fill_plan(v->recipe, r->k->args[i].type, a->bytes, key, &fill, e)) return -1;
    memset(a->data, 0, a->bytes);
    prof_fill_ref(&fill, a->data, a->bytes);
    a->mem =
        clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, a->bytes, a->data, &rc);
    if (cl_check("clCreateBuffer", rc, e)) return -1;
    return cl_check("clSetKernelArg",
                    clSetKernelArg(r->kernel, (cl_uint)i, sizeof(cl_mem), &a->mem), e);
}

static int set_arg(run *r, int i, lp_err *e) {
    const db_arg *a = &r->k->args[i];
    const db_sample_arg *v = &r->s->args[i];
    unsigned char bytes[PROF_SCALAR_MAX];
    size_t n;
    if (strcmp(a->kind, "scalar") == 0) {
        if (prof_scalar_bytes(a->type, v->value, bytes, &n, e)) return -1;
        return cl_check("clSetKernelArg", clSetKernelArg(r->kernel, (cl_uint)i, n, bytes), e);
    }
    r->len[i] = (size_t)(v->elems * a->elem_bytes);
    if (strcmp(a->kind, "local") != 0) return set_buffer(r, i, e);
    return cl_check("clSetKernelArg", clSetKernelArg(r->kernel, (cl_uint)i, r->len[i], NULL), e);
}

static int launch(run *r, const db_kernel *k, const db_sample *s, cl_kernel kernel, cl_mem io,
                  lp_err *e) {
    size_t global = (size_t)s->global_size, local = (size_t)s->local_size;
    *r = (run){.k = k, .s = s, .kernel = kernel};
    for (int i = 0; i < k->n_args; i++)
        if (set_arg(r, i, e)) return lp_fail_in(e, "argument %d", i);
    if (io) {
        for (int i = 0; i < k->n_args; i++) {
            cl_int len = (cl_int)r->len[i];
            clEnqueueWriteBuffer(queue, io, CL_TRUE, lp_probe_word(i, LP_PROBE_LEN) * 4, 4, &len, 0,
                                 NULL, NULL);
        }
        clSetKernelArg(kernel, (cl_uint)k->n_args, sizeof(cl_mem), &io);
    }
    if (cl_check("clEnqueueNDRangeKernel",
                 clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL), e))
        return -1;
    return cl_check("clFinish", clFinish(queue), e);
}

static void run_free(run *r) {
    for (int i = 0; i < ARGS_MAX; i++) {
        if (r->areas[i].mem) clReleaseMemObject(r->areas[i].mem);
        free(r->areas[i].all);
    }
}

/* ---- judging ---- */

static bool intact(const area *a) {
    for (size_t i = 0; i < GUARD_BYTES; i++)
        if (a->all[i] != GUARD || a->data[a->bytes + i] != GUARD) return false;
    return true;
}

/* The fourth component of a vector of three may hold anything. */
static bool same(const db_arg *a, const area *x, const area *y) {
    size_t elem = (size_t)a->elem_bytes, n = strlen(a->type);
    size_t used = n && a->type[n - 1] == '3' ? elem / 4 * 3 : elem;
    for (size_t i = 0; i + elem <= x->bytes; i += elem)
        if (memcmp(x->data + i, y->data + i, used) != 0) return false;
    return true;
}

static int compare(const run *plain, const run *probe, const int32_t *io, lp_err *e) {
    if (io[LP_PROBE_FLAGS])
        return lp_fail(e, "the probe has flags %d in line %d", io[LP_PROBE_FLAGS],
                       io[LP_PROBE_LINE]);
    for (int i = 0; i < plain->k->n_args; i++) {
        if (io[lp_probe_word(i, LP_PROBE_BAD)])
            return lp_fail(e, "argument %d of %zu bytes: bytes %d to %d are asked for (line %d)", i,
                           probe->len[i], io[lp_probe_word(i, LP_PROBE_LO)],
                           io[lp_probe_word(i, LP_PROBE_HI)], io[LP_PROBE_SKIP_LINE]);
        if (!plain->areas[i].all) continue;
        if (!intact(&plain->areas[i]) || !intact(&probe->areas[i]))
            return lp_fail(e, "argument %d: bytes beside the buffer have changed", i);
        if (!same(&plain->k->args[i], &plain->areas[i], &probe->areas[i]))
            return lp_fail(e, "argument %d: the probe leaves other contents", i);
    }
    return 0;
}

static int check_launch(const db_kernel *k, const db_sample *s, cl_kernel plain, cl_kernel probe,
                        lp_err *e) {
    size_t bytes = lp_probe_io_bytes(k->n_args);
    int32_t *io = lp_alloc(bytes, 1);
    run a = {0}, b = {0};
    cl_int rc;
    lp_probe_io_init(io, k->n_args, 4000000);
    cl_mem mem = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes, io, &rc);
    int bad = cl_check("clCreateBuffer", rc, e) || launch(&a, k, s, plain, NULL, e) ||
              launch(&b, k, s, probe, mem, e);
    if (!bad) clEnqueueReadBuffer(queue, mem, CL_TRUE, 0, bytes, io, 0, NULL, NULL);
    if (!bad) bad = compare(&a, &b, io, e);
    run_free(&a);
    run_free(&b);
    clReleaseMemObject(mem);
    free(io);
    return bad ? lp_fail_in(e, "global=%lld local=%lld", (long long)s->global_size,
                            (long long)s->local_size)
               : 0;
}

static int check_kernel(db *d, const db_kernel *k, lp_err *e) {
    db_sample *s;
    int n;
    if (!k->probe) return lp_fail(e, "no probe source: %s", k->probe_gap ? k->probe_gap : "");
    if (k->probe_gap) return lp_fail(e, "a gap: %s", k->probe_gap);
    if (db_load_probe_samples(d, k->id, &s, &n, e)) return -1;
    if (n == 0) return lp_fail(e, "no probe launches are planned");
    lp_text source = {0};
    lp_text_addf(&source, "%s\n%s", lp_probe_prelude(), k->probe);
    cl_kernel plain = build(k, k->source, "the kernel", e);
    cl_kernel probe = plain ? build(k, lp_text_str(&source), "the probe", e) : NULL;
    int rc = probe ? 0 : -1;
    for (int i = 0; i < n && rc == 0; i++) rc = check_launch(k, &s[i], plain, probe, e);
    return rc;
}

/* ---- all kernels ---- */

/* In a process of its own: drivers do not survive a fork, nor a crash. */
static _Noreturn void child(const char *path, int64_t id, int no) {
    lp_err e = {""};
    db_kernel k;
    alarm(LIMIT_S);
    db *d = db_open(path, DB_READ, &e);
    if (!d || db_load_kernel(d, id, false, &k, &e)) {
        printf("not ok %d - kernel %lld: %s\n", no, (long long)id, e.msg);
        exit(1);
    }
    int rc = open_device() ? lp_fail(&e, "no CPU device") : check_kernel(d, &k, &e);
    printf("%sok %d - %s: %s\n", rc ? "not " : "", no, k.path, k.name);
    if (rc) printf("# %s\n", e.msg);
    fflush(stdout);
    _exit(rc ? 1 : 0);
}

int main(int argc, char **argv) {
    lp_err e = {""};
    int64_t ids[20000];
    int n = 0, failed = 0;
    db *d = argc == 2 ? db_open(argv[1], DB_READ, &e) : NULL;
    sqlite3_stmt *s =
        d ? db_stmt(d, "SELECT id FROM kernel WHERE status = 'ok' ORDER BY path, name", &e) : NULL;
    if (!s) {
        printf("not ok 1 - %s\n", argc == 2 ? e.msg : "usage: probe_same campaign.db");
        return 1;
    }
    while (n < 20000 && db_step(d, s, &e) == 1) ids[n++] = sqlite3_column_int64(s, 0);
    db_close(d);
    for (int i = 0; i < n; i++) {
        int status = 0;
        fflush(stdout);
        pid_t pid = fork();
        if (pid == 0) child(argv[1], ids[i], i + 1);
        waitpid(pid, &status, 0);
        if (driver_aborted(status)) {
            printf("ok %d - kernel %lld # SKIP the driver aborted\n", i + 1, (long long)ids[i]);
            continue;
        }
        failed += status != 0;
        if (WIFSIGNALED(status))
            printf("not ok %d - kernel %lld\n# ended by signal %d\n", i + 1, (long long)ids[i],
                   WTERMSIG(status));
    }
    return failed || n == 0;
}
