/* OpenCL errors as text, and as failures of a sample. */
#ifndef LLMPERF_PROFILE_CLERR_H
#define LLMPERF_PROFILE_CLERR_H

#include <CL/cl.h>

#include "profile/reason.h"

const char *prof_cl_name(cl_int rc); /* "CL_OUT_OF_RESOURCES"; "unknown error" for others; static */

/* Records that `call` gave `rc`: fatal, with `r` as the reason unless the code says that memory ran
 * out. Always returns -1. */
int prof_cl_fail(prof_fail *f, prof_reason r, const char *call, cl_int rc);

#endif
