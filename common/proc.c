/* Child processes over pipes.
 *
 * In: argv. Out: lines of the child's stdout, its exit status. No shell, no environment changes,
 * stderr is inherited. The parent's pipe ends are non-blocking, so that every wait ends by time-out
 * or interruption. */
#include "common/proc.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/intr.h"
#include "common/progress.h"

enum { SLICE_MS = 100, READ_BYTES = 4096, EXEC_FAILED = 127 };

static void close_end(int *fd) {
    if (*fd >= 0) close(*fd);
    *fd = -1;
}

/* ---- starting ---- */

/* The pipes of one start; -1 where there is none. report carries errno from a child that could not
 * exec. */
typedef struct pipes {
    int in[2], out[2], report[2];
} pipes;

static void close_pipes(pipes *s) {
    for (int i = 0; i < 2; i++) {
        close_end(&s->in[i]);
        close_end(&s->out[i]);
        close_end(&s->report[i]);
    }
}

static int open_pipes(pipes *s, bool piped) {
    *s = (pipes){{-1, -1}, {-1, -1}, {-1, -1}};
    if (pipe2(s->report, O_CLOEXEC) != 0) return -1;
    if (!piped) return 0;
    return pipe2(s->in, O_CLOEXEC) != 0 || pipe2(s->out, O_CLOEXEC) != 0 ? -1 : 0;
}

/* Marks every descriptor from 3 up to be closed by exec; the report pipe must live until then. */
static void close_others_at_exec(void) {
#ifdef CLOSE_RANGE_CLOEXEC
    if (close_range(3, UINT_MAX, (int)CLOSE_RANGE_CLOEXEC) == 0) return;
#endif
    /* Kernels before 5.11: as far as descriptors usually go. */
    for (int fd = 3; fd < 65536; fd++) fcntl(fd, F_SETFD, FD_CLOEXEC);
}

/* Runs in the child between fork and exec: async-signal-safe calls only. */
static _Noreturn void become(const pipes *s, char *const argv[], pid_t parent) {
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(EXEC_FAILED); /* it died before the line above */
    signal(SIGPIPE, SIG_DFL);
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    bool ready = s->in[0] < 0 || (dup2(s->in[0], 0) == 0 && dup2(s->out[1], 1) == 1);
    if (ready) {
        close_others_at_exec();
        execvp(argv[0], argv);
    }
    int err = errno;
    ssize_t told = write(s->report[1], &err, sizeof err);
    _exit(told == sizeof err ? EXEC_FAILED : EXEC_FAILED - 1);
}

/* 0 when the child runs argv[0], else its errno. */
static int exec_error(int report) {
    int err = 0;
    ssize_t n;
    do n = read(report, &err, sizeof err);
    while (n < 0 && errno == EINTR);
    return n == sizeof err ? err : 0;
}

static void reap(lp_proc *p) {
    while (waitpid(p->pid, &p->status, 0) < 0 && errno == EINTR) {
    }
    p->pid = 0;
}

static void set_nonblocking(int fd) {
    fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK);
}

int lp_proc_start(lp_proc *p, char *const argv[], bool piped, lp_err *e) {
    *p = (lp_proc){.to = -1, .from = -1};
    pipes s;
    if (open_pipes(&s, piped) != 0) {
        int err = errno;
        close_pipes(&s);
        return lp_fail(e, "%s: cannot make pipes: %s", argv[0], strerror(err));
    }
    signal(SIGPIPE, SIG_IGN); /* a child that is gone is an error value of lp_proc_write */
    pid_t parent = getpid();
    p->pid = fork();
    if (p->pid == 0) become(&s, argv, parent);
    int err = errno;
    if (p->pid < 0) {
        p->pid = 0;
        close_pipes(&s);
        return lp_fail(e, "%s: cannot start: %s", argv[0], strerror(err));
    }
    close_end(&s.report[1]);
    err = exec_error(s.report[0]);
    if (err) {
        close_pipes(&s);
        reap(p);
        return lp_fail(e, "%s: cannot start: %s", argv[0], strerror(err));
    }
    if (piped) {
        p->to = s.in[1];
        p->from = s.out[0];
        s.in[1] = s.out[0] = -1;
        set_nonblocking(p->to);
        set_nonblocking(p->from);
    }
    close_pipes(&s);
    return 0;
}

/* ---- talking ---- */

/* Hands the first `n` bytes of the buffer out as a line and drops them with their '\n'. */
static int take_line(lp_proc *p, size_t n, size_t max_bytes, lp_text *out, lp_err *e) {
    if (n > max_bytes) return lp_fail(e, "the child sent a line longer than %zu bytes", max_bytes);
    lp_text_addn(out, p->line.s, n);
    p->line.len -= n + 1;
    memmove(p->line.s, p->line.s + n + 1, p->line.len + 1);
    return 1;
}

/* Milliseconds to poll now: a slice, so that an interruption between check and poll is seen soon.
 */
static int slice_ms(double deadline_s) {
    if (deadline_s < 0) return SLICE_MS;
    double left_ms = (deadline_s - lp_now_s()) * 1e3;
    if (left_ms <= 0) return 0;
    return left_ms < SLICE_MS ? (int)left_ms + 1 : SLICE_MS;
}

/* 1 readable (or at its end), -2 time-out, -3 interrupted, -1 error. */
static int await_input(lp_proc *p, double deadline_s, lp_err *e) {
    for (;;) {
        if (lp_interrupted()) return -3;
        int ms = slice_ms(deadline_s);
        struct pollfd fd = {.fd = p->from, .events = POLLIN};
        int n = poll(&fd, 1, ms);
        if (n > 0) return 1;
        if (n < 0 && errno != EINTR) return lp_fail(e, "poll: %s", strerror(errno));
        if (n == 0 && ms == 0) return -2;
    }
}

int lp_proc_read_line(lp_proc *p, double timeout_s, size_t max_bytes, lp_text *out, lp_err *e) {
    lp_text_clear(out);
    if (p->from < 0) return 0;
    double deadline_s = timeout_s < 0 ? -1 : lp_now_s() + timeout_s;
    size_t seen = 0; /* bytes of the buffer that hold no '\n' */
    for (;;) {
        const char *s = lp_text_str(&p->line);
        const char *nl = memchr(s + seen, '\n', p->line.len - seen);
        if (nl) return take_line(p, (size_t)(nl - s), max_bytes, out, e);
        seen = p->line.len;
        if (seen > max_bytes)
            return lp_fail(e, "the child sent a line longer than %zu bytes", max_bytes);
        int rc = await_input(p, deadline_s, e);
        if (rc != 1) return rc;
        char buf[READ_BYTES];
        ssize_t n = read(p->from, buf, sizeof buf);
        if (n == 0) return 0;
        if (n > 0)
            lp_text_addn(&p->line, buf, (size_t)n);
        else if (errno != EINTR && errno != EAGAIN)
            return lp_fail(e, "cannot read from the child: %s", strerror(errno));
    }
}

int lp_proc_write(lp_proc *p, const char *s, size_t n, lp_err *e) {
    if (p->to < 0) return lp_fail(e, "the child's input is closed");
    while (n > 0) {
        ssize_t k = write(p->to, s, n);
        if (k >= 0) {
            s += k;
            n -= (size_t)k;
        } else if (errno == EAGAIN) {
            if (lp_interrupted()) return lp_fail(e, "interrupted");
            struct pollfd fd = {.fd = p->to, .events = POLLOUT};
            poll(&fd, 1, SLICE_MS);
        } else if (errno == EPIPE) {
            return lp_fail(e, "the child is gone");
        } else if (errno != EINTR) {
            return lp_fail(e, "cannot write to the child: %s", strerror(errno));
        }
    }
    return 0;
}

/* ---- ending ---- */

static void release(lp_proc *p) {
    close_end(&p->to);
    close_end(&p->from);
    lp_text_free(&p->line);
}

/* Lets a little time pass while a child that still writes is not held up by a full pipe. */
static void drain(lp_proc *p, int ms) {
    struct pollfd fd = {.fd = p->from, .events = POLLIN}; /* -1 only waits */
    if (poll(&fd, 1, ms) <= 0) return;
    char buf[READ_BYTES];
    if (read(p->from, buf, sizeof buf) == 0) close_end(&p->from);
}

int lp_proc_wait(lp_proc *p) {
    close_end(&p->to);
    bool passed_on = false;
    for (int ms = 1; p->pid > 0; ms = ms < 16 ? ms * 2 : 20) {
        pid_t got = waitpid(p->pid, &p->status, WNOHANG);
        if (got == p->pid || (got < 0 && errno != EINTR)) {
            p->pid = 0;
            break;
        }
        /* The child has a process group of its own, so Ctrl-C on the terminal does not reach it. */
        if (lp_interrupted() && !passed_on) {
            kill(-p->pid, SIGINT);
            passed_on = true;
        }
        drain(p, ms);
    }
    release(p);
    return WIFSIGNALED(p->status) ? 128 + WTERMSIG(p->status) : WEXITSTATUS(p->status);
}

void lp_proc_kill(lp_proc *p) {
    if (p->pid > 0) {
        kill(-p->pid, SIGKILL);
        reap(p);
    }
    release(p);
}
