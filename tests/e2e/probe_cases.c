/* Runs the small kernels of tests/unit/analyze/probe_cases.h on a CPU device: probe_cases FOLDER
 * [NAME]
 *
 * In: what probe_sources wrote; the name of a case, or nothing: all. Out: one TAP line a kernel.
 * Each must report exactly what its case says; one that does nothing wrong also leaves the same
 * bytes as the plain kernel; bytes around the buffers never change. Every kernel runs in a process
 * of its own. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/fs.h"
#include "common/probe.h"
#include "tests/e2e/cpu.h"
#include "tests/e2e/driver.h"
#include "tests/unit/analyze/probe_cases.h"

enum {
    ARGS_MAX = 8,
    GUARD = 0xa5,
    GUARD_BYTES = 4096,
    STEPS = 2000,
    LIMIT_S = 60,
    SOURCE_MAX_BYTES = 1 << 20
};

typedef struct arg {
    char kind;
    int value; /* bytes, or the int */
    unsigned char *all, *data;
    cl_mem mem;
} arg;

typedef struct run {
    arg args[ARGS_MAX];
    int n;
} run;

static int cl_check(const char *call, cl_int rc, lp_err *e) {
    return rc == CL_SUCCESS ? 0 : lp_fail(e, "%s: error %d", call, (int)rc);
}

static int need_device(lp_err *e) {
    cl_int rc = open_device();
    return rc == CL_DEVICE_NOT_FOUND ? lp_fail(e, "no CPU device: install pocl-opencl-icd")
                                     : cl_check("opening the device", rc, e);
}

static cl_kernel build(const probe_case *c, const char *source, lp_err *e) {
    static char log[4000];
    char options[64];
    cl_int rc;
    cl_program p = clCreateProgramWithSource(context, 1, &source, NULL, &rc);
    snprintf(options, sizeof options, "-cl-std=%.10s -cl-opt-disable", c->std);
    if (cl_check("clCreateProgramWithSource", rc, e)) return NULL;
    if (clBuildProgram(p, 1, &device, options, NULL, NULL) != CL_SUCCESS) {
        clGetProgramBuildInfo(p, device, CL_PROGRAM_BUILD_LOG, sizeof log - 1, log, NULL);
        lp_fail(e, "does not compile: %.*s", (int)strcspn(log, "\n"), log);
        return NULL;
    }
    cl_kernel kernel = clCreateKernel(p, "k", &rc);
    clReleaseProgram(p);
    return cl_check("clCreateKernel", rc, e) ? NULL : kernel;
}

/* ---- a launch ---- */

static int set_buffer(cl_kernel kernel, cl_uint i, arg *a, lp_err *e) {
    size_t bytes = (size_t)a->value, room = (bytes + 4095) / 4096 * 4096 + (size_t)2 * GUARD_BYTES;
    cl_int rc;
    a->all = aligned_alloc(4096, room);
    memset(a->all, GUARD, room);
    a->data = a->all + GUARD_BYTES;
    for (size_t w = 0; w < bytes; w++) a->data[w] = w % 4 ? 0 : (unsigned char)(w / 4 % 8);
    a->mem = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, bytes, a->data, &rc);
    if (cl_check("clCreateBuffer", rc, e)) return -1;
    return cl_check("clSetKernelArg", clSetKernelArg(kernel, i, sizeof(cl_mem), &a->mem), e);
}

static int set_args(const probe_case *c, cl_kernel kernel, run *r, lp_err *e) {
    for (const char *s = c->args; *s;) {
        char *end;
        arg *a = &r->args[r->n++];
        a->kind = *s;
        a->value = (int)strtol(s + 1, &end, 10);
        s = end + strspn(end, " ");
        cl_uint i = (cl_uint)r->n - 1;
        int rc = a->kind == 'i'   ? clSetKernelArg(kernel, i, sizeof a->value, &a->value)
                 : a->kind == 'l' ? clSetKernelArg(kernel, i, (size_t)a->value, NULL)
                                  : set_buffer(kernel, i, a, e);
        if (rc) return cl_check("clSetKernelArg", rc, e);
    }
    return 0;
}

static int launch(const probe_case *c, cl_kernel kernel, lp_err *e) {
    size_t global = (size_t)c->global, local = (size_t)c->local;
    if (cl_check("clEnqueueNDRangeKernel",
                 clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL), e))
        return -1;
    return cl_check("clFinish", clFinish(queue), e);
}

static int launch_probe(const probe_case *c, cl_kernel kernel, const run *r, int32_t *io,
                        lp_err *e) {
    size_t bytes = lp_probe_io_bytes(r->n);
    cl_int rc;
    lp_probe_io_init(io, r->n, STEPS);
    for (int i = 0; i < r->n; i++)
        io[lp_probe_word(i, LP_PROBE_LEN)] = r->args[i].kind == 'i' ? 0 : r->args[i].value;
    cl_mem mem = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes, io, &rc);
    if (cl_check("clCreateBuffer", rc, e)) return -1;
    clSetKernelArg(kernel, (cl_uint)r->n, sizeof(cl_mem), &mem);
    if (launch(c, kernel, e)) return -1;
    return cl_check("clEnqueueReadBuffer",
                    clEnqueueReadBuffer(queue, mem, CL_TRUE, 0, bytes, io, 0, NULL, NULL), e);
}

/* ---- judging ---- */

/* What the probe reports, in the words of a case. */
static void describe(const int32_t *io, int n, char *out, size_t room) {
    static const char *const flags[] = {"STEPS", "WILD", "ARRAY", "ASYNC"};
    size_t at = 0;
    *out = 0;
    for (int i = 0; i < n; i++) {
        int lo = io[lp_probe_word(i, LP_PROBE_LO)], bad = io[lp_probe_word(i, LP_PROBE_BAD)];
        if (lo == INT_MAX) continue;
        at += (size_t)snprintf(out + at, room - at, "%s%d:%d..%d", at ? " " : "", i, lo,
                               io[lp_probe_word(i, LP_PROBE_HI)]);
        if (bad) at += (size_t)snprintf(out + at, room - at, "(%d)", bad);
    }
    for (int f = 0; f < 4; f++)
        if (io[LP_PROBE_FLAGS] & 1 << f)
            at += (size_t)snprintf(out + at, room - at, "%s%s", at ? " " : "", flags[f]);
}

static int check_guards(const run *r, lp_err *e) {
    for (int i = 0; i < r->n; i++) {
        const arg *a = &r->args[i];
        for (int b = 0; a->all && b < GUARD_BYTES; b++)
            if (a->all[b] != GUARD || a->data[a->value + b] != GUARD)
                return lp_fail(e, "argument %d: bytes beside the buffer have changed", i);
    }
    return 0;
}

static int check_same(const run *plain, const run *probe, lp_err *e) {
    for (int i = 0; i < plain->n; i++)
        if (plain->args[i].all &&
            memcmp(plain->args[i].data, probe->args[i].data, (size_t)plain->args[i].value) != 0)
            return lp_fail(e, "argument %d: the probe leaves other contents", i);
    return 0;
}

static int check_case(const probe_case *c, const char *source, lp_err *e) {
    static int32_t io[8192];
    char seen[400];
    run probe = {.n = 0}, plain = {.n = 0};
    bool harmless = !strpbrk(c->seen, "(S") && !strstr(c->seen, "A") && !strstr(c->seen, "W");
    cl_kernel kernel = build(c, source, e);
    if (!kernel || set_args(c, kernel, &probe, e) || launch_probe(c, kernel, &probe, io, e))
        return -1;
    describe(io, probe.n, seen, sizeof seen);
    if (strcmp(seen, c->seen) != 0) return lp_fail(e, "expected '%s', got '%s'", c->seen, seen);
    if ((io[LP_PROBE_FLAGS] != 0) != (io[LP_PROBE_LINE] == 1) ||
        (strchr(c->seen, '(') != NULL) != (io[LP_PROBE_SKIP_LINE] == 1))
        return lp_fail(e, "lines %d and %d", io[LP_PROBE_LINE], io[LP_PROBE_SKIP_LINE]);
    if (check_guards(&probe, e)) return -1;
    if (!harmless) return 0;
    kernel = build(c, c->source, e);
    if (!kernel || set_args(c, kernel, &plain, e) || launch(c, kernel, e)) return -1;
    return check_same(&plain, &probe, e);
}

/* ---- all cases ---- */

/* As probe_sources wrote it. */
static char *probe_source(const char *folder, int no, lp_err *e) {
    lp_text path = {0}, t = {0};
    lp_text_addf(&path, "%s/%d.cl", folder, no);
    int rc = lp_read_file(path.s, SOURCE_MAX_BYTES, &t, e);
    lp_text_free(&path);
    return rc ? NULL : lp_text_take(&t);
}

/* In a process of its own: drivers do not survive a fork, nor a crash. */
static _Noreturn void child(const probe_case *c, int no, const char *folder) {
    lp_err e = {""};
    alarm(LIMIT_S);
    char *source = probe_source(folder, no, &e);
    int rc = !source || need_device(&e) || check_case(c, source, &e);
    printf("%sok %d - %s\n", rc ? "not " : "", no, c->name);
    if (rc) printf("# %s\n", e.msg);
    fflush(stdout);
    _exit(rc);
}

/* Waits for one child; true when it failed. */
static bool reap(const pid_t *pids) {
    int status = 0, no = 0;
    pid_t pid = wait(&status);
    while (no < N_PROBE_CASES && pids[no] != pid) no++;
    if (driver_aborted(status)) {
        printf("ok %d - %s # SKIP the driver aborted\n", no + 1, probe_cases[no].name);
        return false;
    }
    if (WIFSIGNALED(status))
        printf("not ok %d - %s\n# ended by signal %d\n", no + 1, probe_cases[no].name,
               WTERMSIG(status));
    return status != 0;
}

int main(int argc, char **argv) {
    int failed = 0, started = 0, ended = 0;
    pid_t pids[N_PROBE_CASES] = {0};
    if (argc < 2) return 2;
    for (int i = 0; i < N_PROBE_CASES; i++) {
        const probe_case *c = &probe_cases[i];
        if (argc > 2 && strcmp(argv[2], c->name) != 0) continue;
        if (c->global == 0) continue; /* for devices that are not here: parsed by test_probe */
        if (started - ended == 2) failed += reap(pids), ended++;
        fflush(stdout);
        pids[i] = fork();
        if (pids[i] == 0) child(c, i + 1, argv[1]);
        started++;
    }
    for (; ended < started; ended++) failed += reap(pids);
    return failed || started == 0;
}
