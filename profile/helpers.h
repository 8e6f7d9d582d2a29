/* The kernels that belong to the profiler itself: fills, sentinels, the empty kernel. */
#ifndef LLMPERF_PROFILE_HELPERS_H
#define LLMPERF_PROFILE_HELPERS_H

#include "profile/engine.h"

/* Their source and language version, which tell where the compiled program is kept. */
const char *prof_helpers_source(void);
const char *prof_helpers_std(void);

/* Makes the engine's helper kernels: from the file `path` when it is there, else from source, and
 * then into that file. NULL: from source. */
int prof_helpers_make(prof_engine *g, const char *path, prof_fail *f);
void prof_helpers_drop(prof_engine *g);

#endif
