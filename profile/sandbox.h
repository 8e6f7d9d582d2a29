/* What confines a worker: descriptors, limits, a scratch folder. */
#ifndef LLMPERF_PROFILE_SANDBOX_H
#define LLMPERF_PROFILE_SANDBOX_H

#include <stdio.h>

#include "common/error.h"

/* In the worker. Moves the protocol away from descriptors 0 to 2, so that nothing that a kernel or
 * a driver prints reaches the supervisor unasked (capture.h); sets the limits on core dumps and
 * file size; confines writing to the folders that the supervisor named. */
int prof_sandbox_enter(FILE **jobs, FILE **answers, lp_err *e);
/* In the worker, before each job: processor time for it, counted over all cores. Wall time is the
 * supervisor's to watch. */
void prof_sandbox_allow_job(void);
/* In the supervisor, before any worker starts: a folder for compiled programs, which outlives the
 * run. Builders may write there, and NVIDIA's driver keeps its own there too. */
void prof_sandbox_allow_folder(const char *path);

/* Whether drivers have room to work in: with a full disk compilations fail in ways that look like
 * the kernel's fault. */
int prof_scratch_room(lp_err *e);

/* A folder that is the user's alone, made when missing: whoever may write there could feed the
 * worker programs. */
int prof_private_dir(const char *path, lp_err *e);

/* In the supervisor. Makes the scratch folder of a database (under TMPDIR, the same for the same
 * file, so that a run that was killed leaves nothing that the next one does not clean) and points
 * drivers' caches there, unless the user already has. NULL and a message on error. */
char *prof_scratch_make(const char *db_path, lp_err *e);
/* The one that was made; the folder for temporary files when none was. */
const char *prof_scratch_path(void);
/* Removes the folder with everything in it; frees the path. NULL is fine. */
void prof_scratch_remove(char *path);

#endif
