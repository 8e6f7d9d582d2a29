/* Calibration: what the device's clock and launches cost, from an empty kernel. */
#ifndef LLMPERF_PROFILE_CALIBRATE_H
#define LLMPERF_PROFILE_CALIBRATE_H

#include "profile/engine.h"

typedef struct prof_calibration {
    int64_t tick_ns;            /* greatest common divisor of the empty kernel's durations */
    int64_t null_kernel_ns;     /* their median: the floor of any time */
    int64_t enqueue_latency_ns; /* median QUEUED to START, one launch at a time */
} prof_calibration;

int prof_calibrate(prof_engine *g, prof_calibration *out, prof_fail *f);

#endif
