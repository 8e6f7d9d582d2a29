/* What a worker may still do to the files of this machine: create, write and remove in the given
 * folders only. */
#ifndef LLMPERF_PROFILE_CONFINE_H
#define LLMPERF_PROFILE_CONFINE_H

#include <stdbool.h>
#include <stddef.h>

/* For this process and all that it starts, for good. `folders`: n paths, NULL ones are skipped;
 * /dev and /proc stay writable, as drivers need. False when the system cannot (Landlock, Linux 5.13
 * and later): then nothing has changed. */
bool prof_confine_writes(const char *const *folders, size_t n);

#endif
