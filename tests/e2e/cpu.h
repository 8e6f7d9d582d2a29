/* The first CPU device, for the test programs that run kernels by themselves. */
#ifndef TESTS_E2E_CPU_H
#define TESTS_E2E_CPU_H

#include <CL/cl.h>

static cl_device_id device;
static cl_context context;
static cl_command_queue queue;

/* An OpenCL error; CL_DEVICE_NOT_FOUND when there is no CPU device. */
static cl_int open_device(void) {
    cl_platform_id platforms[8];
    cl_uint n = 0;
    cl_int rc = clGetPlatformIDs(8, platforms, &n);
    for (cl_uint i = 0; rc == CL_SUCCESS && i < n && !device; i++)
        clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_CPU, 1, &device, NULL);
    if (!device) return CL_DEVICE_NOT_FOUND;
    context = clCreateContext(NULL, 1, &device, NULL, NULL, &rc);
    if (rc == CL_SUCCESS) queue = clCreateCommandQueue(context, device, 0, &rc);
    return rc;
}

#endif
