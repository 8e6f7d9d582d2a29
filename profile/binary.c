/* Programs as the driver compiled them.
 *
 * In: a program, or a file. Out: the other. Knows neither sources nor kernels. */
#include "profile/binary.h"

#include <stdlib.h>

#include "common/text.h"
#include "profile/cache.h"
#include "profile/clerr.h"

static cl_program make(cl_context context, cl_device_id device, const lp_text *binary) {
    const unsigned char *bytes = (const unsigned char *)binary->s;
    cl_int status = CL_SUCCESS, rc = CL_SUCCESS;
    cl_program p =
        clCreateProgramWithBinary(context, 1, &device, &binary->len, &bytes, &status, &rc);
    if (rc != CL_SUCCESS) return NULL;
    if (status == CL_SUCCESS && clBuildProgram(p, 1, &device, NULL, NULL, NULL) == CL_SUCCESS)
        return p;
    clReleaseProgram(p);
    return NULL;
}

cl_program prof_binary_load(cl_context context, cl_device_id device, const char *path) {
    lp_text binary = {0};
    lp_err ignored;
    cl_program p = NULL;
    if (prof_cache_read(path, &binary, &ignored) == 0) p = make(context, device, &binary);
    lp_text_free(&binary);
    return p;
}

int prof_binary_save(cl_program program, const char *path, lp_err *e) {
    size_t n = 0;
    cl_int rc = clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof n, &n, NULL);
    if (rc != CL_SUCCESS || n == 0) return lp_fail(e, "the driver gives no compiled program");
    unsigned char *bytes = lp_alloc(n, 1);
    rc = clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof(unsigned char *), (void *)&bytes,
                          NULL);
    int done = rc == CL_SUCCESS ? prof_cache_write(path, bytes, n, e)
                                : lp_fail(e, "clGetProgramInfo: %s", prof_cl_name(rc));
    free(bytes);
    return done;
}
