/* Asks OpenCL for its devices. Runs in a worker: a driver may hang or crash here. */
#ifndef LLMPERF_PROFILE_QUERY_H
#define LLMPERF_PROFILE_QUERY_H

#include "profile/device.h"

/* The OpenCL loader's: "2.3.1 (OCL Icd free software)"; "unknown" where it does not say. For
 * --version only: this process sees no driver, and so no device, afterwards. */
const char *prof_loader_version(void);

/* Every device of every platform; none is no error. Free with prof_devices_free. */
int prof_query_devices(prof_devices *out, lp_err *e);

#endif
