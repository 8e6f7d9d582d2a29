/* The first OpenCL device of this machine, or the one whose index LLMPERF_TEST_DEVICE holds, opened
 * in the test's own process, with a cache folder of its own. */
#ifndef TESTS_PROFILE_DEVICE_H
#define TESTS_PROFILE_DEVICE_H

#include "check.h"

#include <unistd.h>

#include "profile/engine.h"
#include "profile/program.h"
#include "profile/query.h"

static prof_engine engine;
static char cache_dir[64];

/* Drivers keep what they allocated at start until the process ends. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void) {
    return "leak:libpocl\nleak:libOpenCL\nleak:libLLVM\nleak:libclang-cpp\nleak:libhwloc\n";
}

static inline int device_setup(void **state) {
    (void)state;
    prof_fail f;
    prof_devices all;
    strcpy(cache_dir, "/tmp/llmperf-test-XXXXXX");
    if (!mkdtemp(cache_dir)) return -1;
    setenv("POCL_CACHE_DIR", cache_dir, 1);
    if (prof_query_devices(&all, &f.error) != 0 || all.n == 0) {
        fprintf(stderr, "no OpenCL device: install pocl-opencl-icd\n");
        return -1;
    }
    const char *chosen = getenv("LLMPERF_TEST_DEVICE");
    size_t i = chosen ? strtoul(chosen, NULL, 10) % all.n : 0;
    int rc = prof_engine_open(&engine, (int64_t)i, all.v[i].name, NULL, &f);
    if (rc != 0) fprintf(stderr, "%s\n", f.error.msg);
    prof_devices_free(&all);
    return rc;
}

static inline int device_teardown(void **state) {
    (void)state;
    char cmd[128];
    prof_program_drop(&engine);
    prof_engine_close(&engine);
    snprintf(cmd, sizeof cmd, "rm -rf '%s'", cache_dir);
    return system(cmd); // NOLINT(cert-env33-c): a test, on a name made here
}

static inline void device_read(const prof_buf *b, void *to, size_t bytes) {
    assert_int_equal(
        clEnqueueReadBuffer(engine.queue, b->mem, CL_TRUE, 0, bytes, to, 0, NULL, NULL),
        CL_SUCCESS);
}

#endif
