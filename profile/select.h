/* Which device `--device SEL` means. */
#ifndef LLMPERF_PROFILE_SELECT_H
#define LLMPERF_PROFILE_SELECT_H

#include <stdbool.h>

#include "profile/device.h"

/* SEL is `gpu` or `cpu` (the first of that type), an index of the list, or part of one device's
 * name in any case. NULL: the first GPU, else the first CPU, else the first device; *fallback tells
 * that no GPU was there. Returns the index, or -1 and one line that lists the candidates. */
int prof_select(const prof_devices *d, const char *sel, bool *fallback, lp_err *e);

#endif
