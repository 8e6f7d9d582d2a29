/* A pipe in place of standard output and error, and the thread that empties it.
 *
 * In: whatever is printed. Out: its first bytes. Bounded memory, however much is printed. */
#include "profile/capture.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { KEPT_BYTES = 512, CHUNK_BYTES = 65536 };

static struct {
    pthread_mutex_t lock;
    char kept[KEPT_BYTES];
    size_t n_kept;
    int64_t printed;
    int from;
} capture = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void *drain(void *unused) {
    static char chunk[CHUNK_BYTES];
    (void)unused;
    for (;;) {
        ssize_t n = read(capture.from, chunk, sizeof chunk);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return NULL;
        pthread_mutex_lock(&capture.lock);
        size_t room = KEPT_BYTES - capture.n_kept;
        size_t take = (size_t)n < room ? (size_t)n : room;
        memcpy(capture.kept + capture.n_kept, chunk, take);
        capture.n_kept += take;
        capture.printed += n;
        pthread_mutex_unlock(&capture.lock);
    }
}

/* The thread takes no signals: the worker's are for the main thread. */
static int start_thread(void) {
    pthread_t thread;
    sigset_t all, old;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    int rc = pthread_create(&thread, NULL, drain, NULL);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    if (rc == 0) pthread_detach(thread);
    return rc;
}

int prof_capture_begin(lp_err *e) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return lp_fail(e, "no pipe: %s", strerror(errno));
    capture.from = ends[0];
    int rc = start_thread();
    if (rc != 0) return lp_fail(e, "no thread: %s", strerror(rc));
    if (dup2(ends[1], STDOUT_FILENO) < 0 || dup2(ends[1], STDERR_FILENO) < 0)
        return lp_fail(e, "no descriptors: %s", strerror(errno));
    close(ends[1]);
    return 0;
}

/* Gives the thread a moment to read what is in the pipe. */
static void let_drain(void) {
    enum { YIELDS_MAX = 200 };
    int waiting = 0;
    fflush(stdout);
    for (int i = 0; i < YIELDS_MAX; i++) {
        if (ioctl(capture.from, FIONREAD, &waiting) != 0 || waiting == 0) return;
        sched_yield();
    }
}

int64_t prof_capture_take(lp_text *out) {
    let_drain();
    pthread_mutex_lock(&capture.lock);
    int64_t printed = capture.printed;
    lp_text_addn(out, capture.kept, capture.n_kept);
    capture.n_kept = 0;
    capture.printed = 0;
    pthread_mutex_unlock(&capture.lock);
    return printed;
}
