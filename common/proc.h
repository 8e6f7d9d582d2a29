/* Child processes: start without a shell, talk over pipes, wait with a time-out, kill the whole
 * group. */
#ifndef LP_PROC_H
#define LP_PROC_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "common/error.h"
#include "common/text.h"

typedef struct lp_proc {
    pid_t pid;    /* 0 when not running; leader of its own process group */
    int to;       /* write end of the child's stdin, -1 when not piped */
    int from;     /* read end of the child's stdout, -1 when not piped */
    int status;   /* wait status once reaped */
    lp_text line; /* partial line read so far */
} lp_proc;

/* Starts argv[0] (searched in PATH unless it has a slash). piped: stdin and stdout are pipes, else
 * inherited. The child dies with the thread that starts it (PR_SET_PDEATHSIG: start from the main
 * thread) and has every other descriptor closed. *p need not be initialised; end it with
 * lp_proc_wait or lp_proc_kill. Errors, also those of exec, leave nothing running. */
int lp_proc_start(lp_proc *p, char *const argv[], bool piped, lp_err *e);

/* Reads one line (without '\n') into `out`, replacing what it holds, within timeout_s (< 0: for
 * ever): 1 a line, 0 end of file, -2 time-out, -3 interrupted (lp_interrupted()), -1 error (also
 * when a line exceeds max_bytes). A last line without '\n' is half a message and is dropped. */
int lp_proc_read_line(lp_proc *p, double timeout_s, size_t max_bytes, lp_text *out, lp_err *e);
/* Writes all of it; fails when the child is gone (SIGPIPE is ignored) or when interrupted while the
 * child does not read. */
int lp_proc_write(lp_proc *p, const char *s, size_t n, lp_err *e);
/* Closes the child's stdin, discards what it still writes, waits for its end and frees what *p
 * holds; returns the exit status, 128+N when killed by signal N. An interruption is passed on once,
 * as SIGINT to the child's group. Ended already: the same status again. */
int lp_proc_wait(lp_proc *p);
/* SIGKILL to the group, then reaps and frees. Safe when not running. */
void lp_proc_kill(lp_proc *p);

#endif
