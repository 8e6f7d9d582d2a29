/* Asks OpenCL for its devices. Runs in a worker: a driver may hang or crash here. */
#ifndef LLMPERF_PROFILE_QUERY_H
#define LLMPERF_PROFILE_QUERY_H

#include "profile/device.h"

/* Every device of every platform; none is no error. Free with prof_devices_free. */
int prof_query_devices(prof_devices *out, lp_err *e);

#endif
