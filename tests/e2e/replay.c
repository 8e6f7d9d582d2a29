/* Runs rows of a data set again: replay <dataset.jsonl
 *
 * In: JSON lines of `llmperf db export` on stdin. Out: one TAP line a row. `code` is compiled,
 * every buffer has exactly the length that the row says and is filled by the row's recipe, and the
 * kernel runs with the row's launch. On a CPU device the kernel works in memory of this program, so
 * each buffer ends at a page that nothing may touch and begins behind one; bytes between the two
 * that are not the buffer's must stay as they are. Measures nothing, and knows no results to
 * compare with. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "common/json.h"
#include "profile/fill_ref.h"
#include "profile/types.h"
#include "tests/e2e/cpu.h"

enum { ARGS_MAX = 64, GUARD = 0xa5 };
static const size_t page_bytes = 4096;

/* A buffer inside of its pages: map [hole | GUARD bytes | data | GUARD bytes | hole]. */
typedef struct area {
    unsigned char *map, *data;
    size_t map_bytes, bytes;
    cl_mem mem;
} area;

typedef struct run {
    const json_t *row;
    cl_program program;
    cl_kernel kernel;
    area areas[ARGS_MAX];
    lp_err err;
} run;

/* The row at work, and what to say when it makes the process fail. */
static int row_no;
static char row_name[200], bad_access[400];

static void on_bad_access(int sig) {
    (void)sig;
    _exit(write(STDOUT_FILENO, bad_access, strlen(bad_access)) > 0 ? 1 : 2);
}

static void name_row(const json_t *row) {
    row_no++;
    snprintf(row_name, sizeof row_name, "%.80s %.40s global=%lld local=%lld",
             lp_json_str(row, "kernel_path", "?"), lp_json_str(row, "kernel", "?"),
             (long long)lp_json_i64(row, "gsize", 0), (long long)lp_json_i64(row, "lsize", 0));
    snprintf(bad_access, sizeof bad_access, "not ok %d - %s\n# touches memory beside its buffers\n",
             row_no, row_name);
}

static int cl_check(run *r, const char *call, cl_int rc) {
    return rc == CL_SUCCESS ? 0 : lp_fail(&r->err, "%s: error %d", call, (int)rc);
}

/* ---- buffers ---- */

/* The end of the data is the end of the last page where its alignment allows. Types are aligned to
 * their size; code that casts pointers may rely on the alignment that OpenCL gives to whole
 * buffers. */
static size_t alignment(const run *r, size_t elem_bytes) {
    size_t own = elem_bytes & -elem_bytes;
    return strstr(lp_json_str(r->row, "code", ""), "*)") || own > 128 ? 128 : own;
}

static int area_make(run *r, area *a, size_t bytes, size_t elem_bytes) {
    size_t align = alignment(r, elem_bytes),
           room = (bytes + align + page_bytes - 1) / page_bytes * page_bytes;
    a->bytes = bytes;
    a->map_bytes = room + 2 * page_bytes;
    a->map = mmap(NULL, a->map_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (a->map == MAP_FAILED) {
        a->map = NULL;
        return lp_fail(&r->err, "no memory for %zu bytes", bytes);
    }
    memset(a->map + page_bytes, GUARD, room);
    mprotect(a->map, page_bytes, PROT_NONE);
    mprotect(a->map + page_bytes + room, page_bytes, PROT_NONE);
    a->data = a->map + page_bytes + (room - bytes) / align * align;
    return 0;
}

static bool area_intact(const area *a) {
    const unsigned char *end = a->map + a->map_bytes - page_bytes;
    for (const unsigned char *p = a->map + page_bytes; p < end; p++)
        if ((p < a->data || p >= a->data + a->bytes) && *p != GUARD) return false;
    return true;
}

static void area_free(area *a) {
    if (a->mem) clReleaseMemObject(a->mem);
    if (a->map) munmap(a->map, a->map_bytes);
}

static int set_buffer(run *r, const json_t *arg, cl_uint i) {
    const char *type = lp_json_str(arg, "type", ""), *recipe = lp_json_str(arg, "recipe", NULL);
    int64_t elems = lp_json_i64(arg, "elems", 0), elem_bytes = lp_json_i64(arg, "elem_bytes", 0);
    area *a = &r->areas[i];
    prof_fill fill;
    cl_int rc;
    if (elems < 1 || elem_bytes < 1 || !recipe)
        return lp_fail(&r->err, "a buffer without elems, elem_bytes or recipe");
    size_t bytes = (size_t)elems * (size_t)elem_bytes;
    uint64_t key = prof_fill_key(lp_json_i64(r->row, "fill_seed", 0), (int)i);
    if (area_make(r, a, bytes, (size_t)elem_bytes)) return -1;
    if (prof_fill_plan(recipe, type, bytes, key, &fill, &r->err)) return -1;
    memset(a->data, 0, bytes);
    prof_fill_ref(&fill, a->data, bytes);
    a->mem = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, bytes, a->data, &rc);
    if (cl_check(r, "clCreateBuffer", rc)) return -1;
    return cl_check(r, "clSetKernelArg", clSetKernelArg(r->kernel, i, sizeof(cl_mem), &a->mem));
}

/* ---- arguments ---- */

static int set_local(run *r, const json_t *arg, cl_uint i) {
    int64_t bytes = lp_json_i64(arg, "elems", 0) * lp_json_i64(arg, "elem_bytes", 0);
    if (bytes < 1) return lp_fail(&r->err, "local memory of no size");
    return cl_check(r, "clSetKernelArg", clSetKernelArg(r->kernel, i, (size_t)bytes, NULL));
}

static int set_scalar(run *r, const json_t *arg, cl_uint i) {
    unsigned char bytes[PROF_SCALAR_MAX];
    size_t n;
    const char *value = lp_json_str(arg, "value", NULL);
    if (!value) return lp_fail(&r->err, "a scalar without value");
    if (prof_scalar_bytes(lp_json_str(arg, "type", ""), value, bytes, &n, &r->err)) return -1;
    return cl_check(r, "clSetKernelArg", clSetKernelArg(r->kernel, i, n, bytes));
}

static int set_args(run *r) {
    static const struct {
        const char *kind;
        int (*set)(run *r, const json_t *arg, cl_uint i);
    } kinds[] = {{"buffer", set_buffer},
                 {"constant", set_buffer},
                 {"local", set_local},
                 {"scalar", set_scalar}};
    const json_t *args = json_object_get(r->row, "args");
    cl_uint wanted = 0;
    clGetKernelInfo(r->kernel, CL_KERNEL_NUM_ARGS, sizeof wanted, &wanted, NULL);
    if (json_array_size(args) != wanted || wanted > ARGS_MAX)
        return lp_fail(&r->err, "%zu arguments, the kernel has %u", json_array_size(args), wanted);
    for (cl_uint i = 0; i < wanted; i++) {
        const json_t *arg = json_array_get(args, i);
        const char *kind = lp_json_str(arg, "kind", "");
        size_t k = 0;
        while (k < 4 && strcmp(kinds[k].kind, kind) != 0) k++;
        if (k == 4) return lp_fail(&r->err, "argument %u has the kind '%s'", i, kind);
        if (kinds[k].set(r, arg, i)) return lp_fail_in(&r->err, "argument %u", i);
    }
    return 0;
}

/* ---- one row ---- */

static int build(run *r) {
    const char *code = lp_json_str(r->row, "code", "");
    char options[32], log[500] = "";
    cl_int rc;
    snprintf(options, sizeof options, "-cl-std=%.10s", lp_json_str(r->row, "std", "CL1.2"));
    r->program = clCreateProgramWithSource(context, 1, &code, NULL, &rc);
    if (cl_check(r, "clCreateProgramWithSource", rc)) return -1;
    if (clBuildProgram(r->program, 1, &device, options, NULL, NULL) != CL_SUCCESS) {
        clGetProgramBuildInfo(r->program, device, CL_PROGRAM_BUILD_LOG, sizeof log - 1, log, NULL);
        return lp_fail(&r->err, "does not compile: %.*s", (int)strcspn(log, "\n"), log);
    }
    r->kernel = clCreateKernel(r->program, lp_json_str(r->row, "kernel", ""), &rc);
    return cl_check(r, "clCreateKernel", rc);
}

static int launch(run *r) {
    size_t global = (size_t)lp_json_i64(r->row, "gsize", 0),
           local = (size_t)lp_json_i64(r->row, "lsize", 0);
    if (cl_check(r, "clEnqueueNDRangeKernel",
                 clEnqueueNDRangeKernel(queue, r->kernel, 1, NULL, &global, &local, 0, NULL, NULL)))
        return -1;
    return cl_check(r, "clFinish", clFinish(queue));
}

static int check_areas(run *r) {
    for (int i = 0; i < ARGS_MAX; i++)
        if (r->areas[i].map && !area_intact(&r->areas[i]))
            return lp_fail(&r->err, "wrote beside the buffer of argument %d", i);
    return 0;
}

static bool replay(const json_t *row) {
    run r = {.row = row};
    int rc = build(&r);
    if (rc == 0) rc = set_args(&r);
    if (rc == 0) rc = launch(&r);
    if (rc == 0) rc = check_areas(&r);
    printf("%sok %d - %s\n", rc == 0 ? "" : "not ", row_no, row_name);
    if (rc != 0) printf("# %s\n", r.err.msg);
    for (int i = 0; i < ARGS_MAX; i++) area_free(&r.areas[i]);
    if (r.kernel) clReleaseKernel(r.kernel);
    if (r.program) clReleaseProgram(r.program);
    return rc == 0;
}

/* ---- all rows ---- */

int main(void) {
    char *line = NULL;
    size_t cap = 0;
    ssize_t len;
    bool ok = true;
    if (open_device()) {
        puts("not ok 1 - no CPU device: install pocl-opencl-icd");
        return 1;
    }
    signal(SIGSEGV, on_bad_access);
    signal(SIGBUS, on_bad_access);
    setvbuf(stdout, NULL, _IOLBF, 0);
    while ((len = getline(&line, &cap, stdin)) > 0) {
        lp_err e = {""};
        json_t *row = lp_json_parse(line, (size_t)len, &e);
        name_row(row);
        ok = row && replay(row) && ok;
        if (!row) printf("not ok %d - %s\n", row_no, e.msg);
        json_decref(row);
    }
    free(line);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
    return ok && row_no > 0 ? 0 : 1;
}
