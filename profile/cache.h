/* Compiled programs on disk: one file a program, found by a hash of everything that it depends on.
 *
 * A file that is damaged or of another version is as good as missing. Several runs may share a
 * folder: files appear by rename, and one that vanishes only costs a build. */
#ifndef LLMPERF_PROFILE_CACHE_H
#define LLMPERF_PROFILE_CACHE_H

#include <stdbool.h>
#include <stdint.h>

#include "common/error.h"
#include "common/text.h"
#include "profile/device.h"

typedef struct prof_cache {
    char *dir; /* NULL: nothing is kept */
    int64_t bytes_max;
} prof_cache;

/* The user's folder (XDG_CACHE_HOME or ~/.cache) + /llmperf, made private; a folder in the scratch
 * folder where there is no home. bytes_max 0 keeps nothing. */
int prof_cache_open(prof_cache *c, int64_t bytes_max, lp_err *e);
void prof_cache_close(prof_cache *c);

/* Where the program of this source belongs; caller frees; NULL when nothing is kept. */
char *prof_cache_path(const prof_cache *c, const prof_device *d, const char *std,
                      const char *source);
bool prof_cache_has(const char *path);

/* Deletes the files that were used least recently until the rest fits bytes_max. */
void prof_cache_trim(const prof_cache *c);

/* The file's contents, checked, appended to *out; -1 when it is missing or damaged. Marks it as
 * used. */
int prof_cache_read(const char *path, lp_text *out, lp_err *e);
int prof_cache_write(const char *path, const void *bytes, size_t n, lp_err *e);

#endif
