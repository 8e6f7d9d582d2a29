/* Files and folders: whole-file reads with a size limit, sorted recursive listing, path helpers. */
#ifndef LP_FS_H
#define LP_FS_H

#include <stdbool.h>

#include "common/error.h"
#include "common/text.h"

/* Appends the file's bytes to `out`. Fails (one line naming the path) when missing, not a regular
 * file, unreadable or longer than max_bytes. */
int lp_read_file(const char *path, size_t max_bytes, lp_text *out, lp_err *e);

/* Writes via a temporary file beside it and rename, so that a full disk leaves the old file. */
int lp_write_file(const char *path, const char *bytes, size_t n, lp_err *e);
/* The same for one of many files that can be made again: leaves alone one that has these bytes, and
 * does not wait for the disk, which takes longer than anything else where there are thousands. */
int lp_update_file(const char *path, const char *bytes, size_t n, lp_err *e);

/* All regular files under `root` whose name ends in one of the NULL-terminated suffixes, as paths
 * relative to root, in byte order. Symbolic links are not followed; `.git` is skipped. Depth is
 * limited to 64. */
int lp_list_files(const char *root, const char *const *suffixes, lp_strv *out, lp_err *e);

int lp_mkdirs(const char *path, lp_err *e);       /* like mkdir -p */
char *lp_path_join(const char *a, const char *b); /* caller frees; absolute b wins */
char *lp_path_dir(const char *path);              /* caller frees; "." when none */
const char *lp_path_base(const char *path);       /* borrowed tail of path */
/* Whether `path` is `folder` or lies below it; both spelled alike: nothing is resolved. */
bool lp_path_within(const char *path, const char *folder);
char *lp_self_dir(void); /* folder of the running program; caller frees; NULL if unknown */

#endif
