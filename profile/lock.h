/* One supervisor a campaign file. */
#ifndef LLMPERF_PROFILE_LOCK_H
#define LLMPERF_PROFILE_LOCK_H

#include "common/error.h"

typedef struct prof_lock {
    int fd; /* -1 when not held */
    char *path;
} prof_lock;

/* Takes the advisory lock FILE-lock beside the database; held until dropped or the process ends.
 * Fails with one line when another process holds it; what a killed holder leaves behind is waited
 * for. */
int prof_lock_take(prof_lock *l, const char *db_path, lp_err *e);
void prof_lock_drop(prof_lock *l);

#endif
