/* Worker processes from the supervisor's side.
 *
 * In: jobs. Out: answers, or how the worker ended. Keeps no campaign state; blames no sample. */
#include "profile/child.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "common/progress.h"
#include "profile/worker.h"

enum {
    PIPE_FITS_BYTES = 32 << 10, /* half of a pipe's capacity */
    KILLS_MAX = 25,             /* workers that somebody may kill under one and the same work */
    LISTS_MAX = 5               /* children that something else may kill while they list devices */
};

static const double list_timeout_s = 60;

/* How many processes the system's memory killer has ended so far; 0 where nobody tells. */
static long long memory_kills(void) {
    char line[128];
    long long n = 0;
    FILE *in = fopen("/proc/vmstat", "re");
    while (in && n == 0 && fgets(line, sizeof line, in)) {
        if (sscanf(line, "oom_kill %lld", &n) != 1) n = 0; // NOLINT(cert-err34-c)
    }
    if (in) fclose(in);
    return n;
}

int prof_child_start(prof_child *c, lp_err *e) {
    char self[] = "/proc/self/exe", flag[] = PROF_WORKER_FLAG;
    char *const argv[] = {self, flag, NULL};
    lp_text_clear(&c->line);
    c->memory_kills = memory_kills();
    c->running = lp_proc_start(&c->proc, argv, true, e) == 0;
    return c->running ? 0 : lp_fail_in(e, "starting a worker");
}

static void forget(prof_child *c) {
    c->running = false;
    lp_text_free(&c->line);
}

void prof_child_kill(prof_child *c) {
    if (c->running) lp_proc_kill(&c->proc);
    forget(c);
}

void prof_child_send(prof_child *c, json_t *job) {
    char *text = lp_json_text(job);
    size_t n = strlen(text);
    text[n] = '\n'; /* in place of the NUL: the length is known */
    lp_proc_write(&c->proc, text, n + 1, NULL);
    free(text);
    json_decref(job);
}

bool prof_job_fits_pipe(const json_t *job) {
    return json_dumpb(job, NULL, 0, JSON_COMPACT) < PIPE_FITS_BYTES;
}

/* Lets a dying worker die, so that its own end shows and not our SIGKILL. False when it does not.
 */
static bool let_die(const prof_child *c) {
    const double grace_s = 2;
    const struct timespec nap = {.tv_nsec = 2000000};
    double until_s = lp_now_s() + grace_s;
    siginfo_t info = {.si_pid = 0};
    while (lp_now_s() < until_s) {
        if (waitid(P_PID, (id_t)c->proc.pid, &info, WEXITED | WNOHANG | WNOWAIT) != 0 ||
            info.si_pid != 0)
            return true;
        nanosleep(&nap, NULL);
    }
    return false;
}

/* A kernel, a driver and a compiler die of other signals; these come from the system's memory
 * killer, from people, and from schedulers, which end all processes of a job at once. */
static bool from_outside(int sig) {
    return sig == SIGKILL || sig == SIGTERM || sig == SIGINT || sig == SIGHUP;
}

static prof_reply died(prof_child *c, prof_fail *f) {
    bool itself = let_die(c);
    lp_proc_kill(&c->proc);
    int status = c->proc.status;
    if (!itself)
        prof_refuse(f, PROF_CRASH, "the worker closed its pipe and hung");
    else if (WIFSIGNALED(status))
        prof_refuse(f, PROF_CRASH, "the worker was killed by signal %d (%s)", WTERMSIG(status),
                    strsignal(WTERMSIG(status)));
    else
        prof_refuse(f, PROF_CRASH, "the worker ended with status %d", WEXITSTATUS(status));
    forget(c);
    f->killed = itself && WIFSIGNALED(status) && from_outside(WTERMSIG(status));
    f->starved = f->killed && WTERMSIG(status) == SIGKILL && memory_kills() > c->memory_kills;
    return PROF_REPLY_DIED;
}

int prof_kills_excused(const prof_fail *f) {
    if (!f->killed) return 0;
    return f->starved ? 1 : KILLS_MAX;
}

static prof_reply garbled(prof_child *c, prof_fail *f, const char *why) {
    prof_child_kill(c);
    prof_refuse(f, PROF_CRASH, "the worker sent no answer but garbage: %s", why);
    return PROF_REPLY_DIED;
}

static prof_reply read_answer(prof_child *c, json_t **answer, prof_fail *f) {
    lp_err e;
    json_t *j = lp_json_parse(c->line.s, c->line.len, &e);
    if (!j) return garbled(c, f, e.msg);
    switch (prof_answer_status(j, f)) {
    case 0:
        *answer = j;
        return PROF_REPLY_OK;
    case -1:
        json_decref(j);
        if (f->fatal) prof_child_kill(c);
        return PROF_REPLY_REFUSED;
    default:
        json_decref(j);
        return garbled(c, f, "no status");
    }
}

/* -2 from reading stays for the caller: it knows whether that is the end. */
static prof_reply take(prof_child *c, double timeout_s, json_t **answer, prof_fail *f) {
    lp_err e = {""};
    *answer = NULL;
    switch (lp_proc_read_line(&c->proc, timeout_s, PROF_ANSWER_BYTES_MAX, &c->line, &e)) {
    case 1:
        return read_answer(c, answer, f);
    case 0:
        return died(c, f);
    case -2:
        return PROF_REPLY_NONE;
    case -3:
        return PROF_REPLY_INTERRUPTED;
    default:
        return garbled(c, f, e.msg);
    }
}

prof_reply prof_child_poll(prof_child *c, json_t **answer, prof_fail *f) {
    return take(c, 0, answer, f);
}

prof_reply prof_child_give_up(prof_child *c, double timeout_s, prof_fail *f) {
    prof_child_kill(c);
    prof_refuse(f, PROF_TIMEOUT, "no answer within %g s", timeout_s);
    return PROF_REPLY_TIMEOUT;
}

prof_reply prof_child_wait(prof_child *c, double timeout_s, json_t **answer, prof_fail *f) {
    prof_reply r = take(c, timeout_s, answer, f);
    if (r == PROF_REPLY_INTERRUPTED) prof_child_kill(c);
    return r == PROF_REPLY_NONE ? prof_child_give_up(c, timeout_s, f) : r;
}

int64_t prof_child_memory(const prof_child *c) {
    char path[64];
    long long pages = 0;
    if (!c->running) return 0;
    snprintf(path, sizeof path, "/proc/%ld/statm", (long)c->proc.pid);
    FILE *in = fopen(path, "re");
    if (!in) return 0;
    if (fscanf(in, "%*s %lld", &pages) != 1) pages = 0; // NOLINT(cert-err34-c): the kernel wrote it
    fclose(in);
    return pages * sysconf(_SC_PAGESIZE);
}

json_t *prof_op_json(const char *op) {
    json_t *j = json_object();
    json_object_set_new(j, "op", json_string(op));
    return j;
}

static int read_devices(const json_t *answer, prof_devices *out, lp_err *e) {
    const json_t *list = json_object_get(answer, "devices");
    out->n = json_array_size(list);
    out->v = lp_alloc(out->n, sizeof *out->v);
    for (size_t i = 0; i < out->n; i++) {
        if (prof_device_from_json(json_array_get(list, i), &out->v[i], e) != 0) {
            prof_devices_free(out);
            return -1;
        }
    }
    return 0;
}

/* *killed: something else ended the child, a sign of nothing. */
static int try_list(prof_devices *out, prof_child *keep, bool *killed, lp_err *e) {
    prof_child c = {.running = false};
    prof_fail f = {.killed = false};
    json_t *answer;
    int rc;
    *out = (prof_devices){.v = NULL};
    *killed = false;
    if (prof_child_start(&c, e) != 0) return -1;
    prof_child_send(&c, prof_op_json("list"));
    switch (prof_child_wait(&c, list_timeout_s, &answer, &f)) {
    case PROF_REPLY_OK:
        rc = read_devices(answer, out, e);
        json_decref(answer);
        break;
    case PROF_REPLY_INTERRUPTED:
        rc = -3;
        break;
    default:
        rc = lp_fail(e, "listing the OpenCL devices: %s; a driver is broken", f.error.msg);
        *killed = f.killed;
    }
    if (rc == 0 && keep)
        *keep = c;
    else
        prof_child_kill(&c);
    return rc;
}

int prof_child_list(prof_devices *out, prof_child *keep, lp_err *e) {
    bool killed;
    int rc = -1;
    for (int tries = 0; tries < LISTS_MAX; tries++) {
        rc = try_list(out, keep, &killed, e);
        if (!killed) break;
    }
    return rc;
}
