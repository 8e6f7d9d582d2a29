/* Programs as the driver compiled them, from and to the files of cache.h. */
#ifndef LLMPERF_PROFILE_BINARY_H
#define LLMPERF_PROFILE_BINARY_H

#include <CL/cl.h>

#include "common/error.h"

/* The program of a file, built; NULL when the file is missing, damaged, or not what the driver
 * wants. */
cl_program prof_binary_load(cl_context context, cl_device_id device, const char *path);
/* Of a program built for one device. */
int prof_binary_save(cl_program program, const char *path, lp_err *e);

#endif
