/* The lock of a campaign file: flock on a file of its own, because SQLite locks the database
 * itself.
 *
 * In: the database's path. Out: a held lock, or who holds it. Does not keep other programs from
 * reading or writing the database. */
#include "profile/lock.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "common/intr.h"
#include "common/progress.h"
#include "common/text.h"

/* The holder removes the file when done: then what was locked here is no longer what the path
 * names. */
static int still_there(const prof_lock *l) {
    struct stat held, named;
    return fstat(l->fd, &held) == 0 && stat(l->path, &named) == 0 && held.st_ino == named.st_ino &&
           held.st_dev == named.st_dev;
}

static void read_pid(const prof_lock *l, char pid[32]) {
    ssize_t n = pread(l->fd, pid, 31, 0);
    pid[n > 0 ? n : 0] = '\0';
    pid[strcspn(pid, "\n")] = '\0';
}

static int refuse(const prof_lock *l, const char *db_path, lp_err *e) {
    char pid[32];
    read_pid(l, pid);
    return lp_fail(
        e, "%s: another llmperf-profile (process %s) is at work on it; let it end or stop it",
        db_path, *pid ? pid : "unknown");
}

/* A supervisor that was killed leaves lanes that die a moment after it and hold its lock so long.
 */
static bool holder_is_gone(const prof_lock *l) {
    char text[32];
    long long pid;
    read_pid(l, text);
    return lp_parse_i64(text, &pid) && pid > 0 && kill((pid_t)pid, 0) != 0 && errno == ESRCH;
}

static int lock(const prof_lock *l) {
    const double patience_s = 5;
    const struct timespec nap = {.tv_nsec = 20000000};
    double until_s = lp_now_s() + patience_s;
    while (flock(l->fd, LOCK_EX | LOCK_NB) != 0) {
        if (!holder_is_gone(l) || lp_now_s() > until_s || lp_interrupted()) return -1;
        nanosleep(&nap, NULL);
    }
    return 0;
}

static void note_pid(const prof_lock *l) {
    char pid[32];
    int n = snprintf(pid, sizeof pid, "%ld\n", (long)getpid());
    if (ftruncate(l->fd, 0) == 0) (void)!pwrite(l->fd, pid, (size_t)n, 0);
}

int prof_lock_take(prof_lock *l, const char *db_path, lp_err *e) {
    char *full = realpath(db_path, NULL);
    lp_text t = {0};
    lp_text_addf(&t, "%s-lock", full ? full : db_path);
    free(full);
    *l = (prof_lock){.fd = -1, .path = lp_text_take(&t)};
    for (;;) {
        l->fd = open(l->path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0644);
        if (l->fd < 0) {
            lp_fail(e, "%s: cannot make the lock file: %s", l->path, strerror(errno));
            break;
        }
        if (lock(l) != 0) {
            refuse(l, db_path, e);
            break;
        }
        if (still_there(l)) {
            note_pid(l);
            return 0;
        }
        close(l->fd);
    }
    if (l->fd >= 0) close(l->fd);
    free(l->path);
    *l = (prof_lock){.fd = -1};
    return -1;
}

void prof_lock_drop(prof_lock *l) {
    if (l->fd < 0) return;
    unlink(l->path); /* while it is held: nobody can hold it by this name now */
    close(l->fd);
    free(l->path);
    *l = (prof_lock){.fd = -1};
}
