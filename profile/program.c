/* Source to kernel.
 *
 * In: normalised source. Out: the engine's prof_program, or the compiler's first error. Keeps one
 * program at a time. */
#include "profile/program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/text.h"
#include "profile/binary.h"
#include "profile/clerr.h"
#include "profile/protocol.h"

enum { LOG_BYTES_MAX = 1 << 20 };

/* Options to try in turn for each language version: not every device knows 2.0, which 3.0 contains
 * in part. */
static const struct {
    const char *std;
    const char *options[2];
} versions[] = {
    {"CL1.2", {"-cl-std=CL1.2", NULL}},
    {"CL2.0", {"-cl-std=CL2.0", "-cl-std=CL3.0"}},
    {"CL3.0", {"-cl-std=CL3.0", NULL}},
};

/* Drivers name temporary files that nobody will find again, and that would differ from run to run:
 * "/tmp/x.cl:3:4: error" becomes "source:3:4: error". */
static void shorten_path(char *line) {
    static const char end[] = ".cl:", name[] = "source";
    char *dot = strstr(line, end);
    if (!dot) return;
    char *from = dot;
    while (from > line && from[-1] != ' ') from--;
    if ((size_t)(dot - from) < sizeof name - 1) return;
    memcpy(from, name, sizeof name - 1);
    from += sizeof name - 1;
    memmove(from, dot + 3, strlen(dot + 3) + 1); /* from the colon on */
}

static char *line_at(const char *s) {
    char *line = lp_strndup(s, strcspn(s, "\r\n"));
    char *plain = prof_plain(line);
    shorten_path(plain);
    free(line);
    return plain;
}

char *prof_first_error_line(const char *log) {
    const char *s = log;
    while (*s) {
        const char *error = strstr(s, "error");
        size_t len = strcspn(s, "\n");
        if (!error) break;
        if (error < s + len) return line_at(s);
        s += len + (s[len] == '\n');
    }
    return line_at(log + strspn(log, "\r\n"));
}

static int refuse_build(const prof_engine *g, cl_program p, prof_fail *f) {
    size_t n = 0;
    clGetProgramBuildInfo(p, g->device, CL_PROGRAM_BUILD_LOG, 0, NULL, &n);
    char *log = lp_alloc(n < LOG_BYTES_MAX ? n + 1 : 1, 1);
    if (n < LOG_BYTES_MAX) clGetProgramBuildInfo(p, g->device, CL_PROGRAM_BUILD_LOG, n, log, NULL);
    char *line = prof_first_error_line(log);
    prof_refuse(f, PROF_BUILD_FAILED, "%s", *line ? line : "the compiler gave no message");
    free(line);
    free(log);
    return -1;
}

void prof_program_drop(prof_engine *g) {
    prof_program *p = &g->program;
    if (p->kernel) clReleaseKernel(p->kernel);
    if (p->program) clReleaseProgram(p->program);
    *p = (prof_program){.program = NULL};
}

static int compile(prof_engine *g, const char *source, const char *version, bool quick,
                   prof_fail *f) {
    cl_int rc;
    char options[64];
    snprintf(options, sizeof options, "%s%s", version, quick ? " -cl-opt-disable" : "");
    prof_program_drop(g);
    g->program.program = clCreateProgramWithSource(g->context, 1, &source, NULL, &rc);
    if (rc != CL_SUCCESS)
        return prof_cl_fail(f, PROF_BUILD_FAILED, "clCreateProgramWithSource", rc);
    rc = clBuildProgram(g->program.program, 1, &g->device, options, NULL, NULL);
    if (rc == CL_SUCCESS) return 0;
    if (rc == CL_BUILD_PROGRAM_FAILURE || rc == CL_INVALID_BUILD_OPTIONS)
        return refuse_build(g, g->program.program, f);
    return prof_cl_fail(f, PROF_BUILD_FAILED, "clBuildProgram", rc);
}

/* What a launch must respect. */
static int query_limits(prof_engine *g, prof_fail *f) {
    prof_program *p = &g->program;
    size_t required[3] = {0};
    cl_int rc = clGetKernelInfo(p->kernel, CL_KERNEL_NUM_ARGS, sizeof p->n_args, &p->n_args, NULL);
    if (rc == CL_SUCCESS)
        rc = clGetKernelWorkGroupInfo(p->kernel, g->device, CL_KERNEL_WORK_GROUP_SIZE,
                                      sizeof p->group_max, &p->group_max, NULL);
    if (rc == CL_SUCCESS)
        rc = clGetKernelWorkGroupInfo(p->kernel, g->device, CL_KERNEL_LOCAL_MEM_SIZE,
                                      sizeof p->local_bytes, &p->local_bytes, NULL);
    if (rc == CL_SUCCESS)
        rc = clGetKernelWorkGroupInfo(p->kernel, g->device, CL_KERNEL_COMPILE_WORK_GROUP_SIZE,
                                      sizeof required, required, NULL);
    p->group_required = required[0];
    return rc == CL_SUCCESS ? 0
                            : prof_cl_fail(f, PROF_LAUNCH_FAILED, "clGetKernelWorkGroupInfo", rc);
}

static int find_kernel(prof_engine *g, const char *name, prof_fail *f) {
    cl_int rc;
    g->program.kernel = clCreateKernel(g->program.program, name, &rc);
    if (rc == CL_INVALID_KERNEL_NAME)
        return prof_refuse(f, PROF_NO_KERNEL, "the program has no kernel '%.80s'", name);
    if (rc != CL_SUCCESS) return prof_cl_fail(f, PROF_BUILD_FAILED, "clCreateKernel", rc);
    return query_limits(g, f);
}

static int build(prof_engine *g, const char *source, const char *name, const char *std, bool quick,
                 prof_fail *f) {
    const char *const *options = versions[0].options;
    for (size_t i = 0; i < sizeof versions / sizeof *versions; i++) {
        if (strcmp(versions[i].std, std) == 0) options = versions[i].options;
    }
    int rc = compile(g, source, options[0], quick, f);
    if (rc != 0 && !f->fatal && options[1]) rc = compile(g, source, options[1], quick, f);
    if (rc == 0) rc = find_kernel(g, name, f);
    if (rc != 0) prof_program_drop(g);
    return rc;
}

int prof_program_build(prof_engine *g, const char *source, const char *name, const char *std,
                       prof_fail *f) {
    return build(g, source, name, std, false, f);
}

/* A CPU's driver optimises anew for each local size: a third of the time that a probe takes. */
int prof_program_build_once(prof_engine *g, const char *source, const char *name, const char *std,
                            prof_fail *f) {
    return build(g, source, name, std, g->cpu, f);
}

/* ---- compiled programs ---- */

int prof_program_save(prof_engine *g, const char *path, lp_err *e) {
    return prof_binary_save(g->program.program, path, e);
}

int prof_program_load(prof_engine *g, const char *path, const char *name) {
    prof_fail ignored;
    prof_program_drop(g);
    g->program.program = prof_binary_load(g->context, g->device, path);
    if (g->program.program && find_kernel(g, name, &ignored) == 0) return 0;
    prof_program_drop(g);
    return -1;
}
