/* The profiler's own kernels come from a file when there is a good one, else from source. */
#include "check.h"
#include "device.h"

#include <sys/stat.h>
#include <unistd.h>

#include "profile/helpers.h"

static char file[96];

static int setup(void **state) {
    if (device_setup(state) != 0) return -1;
    snprintf(file, sizeof file, "%s/helpers", cache_dir);
    return 0;
}

/* Makes them again; all must be there, and launch. */
static void make(const char *path) {
    prof_fail f;
    const size_t one = 1;
    const cl_mem none = NULL;
    prof_helpers_drop(&engine);
    assert_int_equal(prof_helpers_make(&engine, path, &f), 0);
    for (int i = 0; i < PROF_N_HELPERS; i++) assert_non_null(engine.helper[i]);
    cl_kernel k = engine.helper[PROF_K_NULL];
    assert_int_equal(clSetKernelArg(k, 0, sizeof(cl_mem), &none), CL_SUCCESS);
    assert_int_equal(clEnqueueNDRangeKernel(engine.queue, k, 1, NULL, &one, &one, 0, NULL, NULL),
                     CL_SUCCESS);
    assert_int_equal(clFinish(engine.queue), CL_SUCCESS);
}

static int64_t size_of(const char *path) {
    struct stat st;
    return stat(path, &st) == 0 ? (int64_t)st.st_size : -1;
}

static void are_kept_in_the_file(void **state) {
    (void)state;
    make(NULL);
    assert_int_equal(size_of(file), -1);
    make(file);
    int64_t size = size_of(file);
    assert_true(size > 0);
    assert_int_equal(chmod(file, 0400), 0);
    make(file);
    assert_int_equal(size_of(file), size);
    assert_int_equal(unlink(file), 0);
}

static void damage_costs_a_build(void **state) {
    (void)state;
    make(file);
    int64_t size = size_of(file);
    assert_int_equal(truncate(file, size / 2), 0);
    make(file);
    assert_int_equal(size_of(file), size);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(are_kept_in_the_file),
        cmocka_unit_test(damage_costs_a_build),
    };
    return cmocka_run_group_tests(tests, setup, device_teardown);
}
