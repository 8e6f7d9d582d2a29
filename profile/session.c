/* Starting, replacing and giving up workers.
 *
 * In: a device. Out: a worker that has it open, a kernel built in it. Knows no samples. */
#include "profile/session.h"

#include <poll.h>
#include <stdlib.h>

#include "common/log.h"
#include "common/progress.h"
#include "profile/helpers.h"
#include "profile/job.h"
#include "profile/sandbox.h"

enum {
    STARTS_MAX = 5,
    CALIBRATIONS_MAX = 3,
    KILLED_STARTS_MAX = 25,
    DEATHS_MAX = 20,
    LOOK_MS = 100
};

static const double open_timeout_s =
    120; /* several processes opening one GPU wait for each other */

void prof_session_drop(prof_session *s) {
    prof_child_kill(&s->child);
    s->ready = s->unopened = false;
    s->built = 0;
}

/* Until the worker says something or the next look at the builders and its memory is due. */
static void rest(prof_session *s, double left_s) {
    struct pollfd fds[PROF_BUILDERS_MAX + 1];
    double ms = left_s * 1e3 < LOOK_MS ? left_s * 1e3 + 1 : LOOK_MS;
    fds[0] = (struct pollfd){.fd = s->child.proc.from, .events = POLLIN};
    int n = 1 + (s->farm ? prof_farm_fds(s->farm, fds + 1) : 0);
    int got = poll(fds, (nfds_t)n, (int)ms);
    if (s->farm && (got != 1 || !fds[0].revents)) prof_farm_serve(s->farm);
}

/* True when the worker was killed for what it took. */
static bool too_large(prof_session *s, prof_fail *f) {
    int64_t bytes = s->memory_bytes > 0 ? prof_child_memory(&s->child) : 0;
    if (bytes <= s->memory_bytes) return false;
    prof_child_kill(&s->child);
    prof_refuse(f, PROF_MEMORY, "the worker took %lld MiB, the limit is %lld",
                (long long)(bytes >> 20), (long long)(s->memory_bytes >> 20));
    return true;
}

static prof_reply await(prof_session *s, double timeout_s, json_t **answer, prof_fail *f) {
    double now_s = lp_now_s(), until_s = now_s + timeout_s, looked_s = now_s;
    for (;; now_s = lp_now_s()) {
        prof_reply r = prof_child_poll(&s->child, answer, f);
        if (r == PROF_REPLY_INTERRUPTED) prof_child_kill(&s->child);
        if (r != PROF_REPLY_NONE) return r;
        if (now_s >= until_s) return prof_child_give_up(&s->child, timeout_s, f);
        if (now_s - looked_s > LOOK_MS / 1e3) {
            if (too_large(s, f)) return PROF_REPLY_DIED;
            looked_s = now_s;
        }
        rest(s, until_s - now_s);
    }
}

static prof_reply note(prof_session *s, prof_reply r) {
    if (!s->child.running) {
        s->ready = false;
        s->built = 0;
    }
    s->idle_from_s = lp_now_s();
    return r;
}

prof_reply prof_session_wait(prof_session *s, double timeout_s, json_t **answer, prof_fail *f) {
    return note(s, await(s, timeout_s, answer, f));
}

prof_reply prof_session_look(prof_session *s, bool late, json_t **answer, prof_fail *f) {
    prof_reply r = prof_child_poll(&s->child, answer, f);
    if (r == PROF_REPLY_NONE && late) return prof_session_wait(s, 0, answer, f);
    if (r == PROF_REPLY_NONE && too_large(s, f)) r = PROF_REPLY_DIED;
    if (r == PROF_REPLY_INTERRUPTED) prof_child_kill(&s->child);
    return note(s, r);
}

static json_t *open_json(const prof_session *s) {
    json_t *j = prof_op_json("open");
    char *helpers =
        s->cache ? prof_cache_path(s->cache, s->device, prof_helpers_std(), prof_helpers_source())
                 : NULL;
    if (helpers) json_object_set_new(j, "helpers", json_string(helpers));
    free(helpers);
    double idle_s = s->idle_from_s > 0 ? lp_now_s() - s->idle_from_s : -1;
    json_object_set_new(j, "index", json_integer((json_int_t)s->index));
    json_object_set_new(j, "name", json_string(s->device->name));
    json_object_set_new(j, "burn_in_s", json_real(s->burn_in_s));
    json_object_set_new(j, "idle_s", json_real(idle_s));
    return j;
}

/* One attempt: PROF_DONE, PROF_KERNEL_FAILED (try again; why in *f), PROF_ERROR, PROF_STOPPED. */
static int try_open(prof_session *s, prof_fail *f, lp_err *e) {
    json_t *answer;
    if (!s->unopened) {
        prof_session_drop(s);
        if (prof_child_start(&s->child, e) != 0) return PROF_ERROR;
    }
    s->unopened = false;
    prof_child_send(&s->child, open_json(s));
    prof_reply r = prof_session_wait(s, open_timeout_s + s->burn_in_s, &answer, f);
    if (r == PROF_REPLY_INTERRUPTED) return PROF_STOPPED;
    if (r != PROF_REPLY_OK) return PROF_KERNEL_FAILED;
    json_decref(answer);
    s->ready = true;
    return PROF_DONE;
}

int prof_session_ready(prof_session *s, lp_err *e) {
    while (!s->ready) {
        prof_fail f;
        int rc = try_open(s, &f, e);
        if (rc == PROF_DONE) {
            s->failed_starts = s->killed_starts = 0;
            return PROF_DONE;
        }
        if (rc != PROF_KERNEL_FAILED) return rc;
        s->failed_starts++;
        s->killed_starts += f.killed; /* by somebody else: no sign that the device is broken */
        if (s->failed_starts - s->killed_starts >= STARTS_MAX ||
            s->killed_starts >= KILLED_STARTS_MAX)
            return lp_fail(
                e, "device '%s' cannot be opened: %d workers in a row failed, the last one: %s",
                s->device->name, s->failed_starts, f.error.msg);
        lp_verbose("a worker could not open the device (%s); starting another", f.error.msg);
    }
    return PROF_DONE;
}

bool prof_session_is_late(prof_session *s, int64_t kernel_id) {
    prof_fail f;
    lp_err e;
    if (!s->farm || s->built == kernel_id) return false;
    double began_s = lp_now_s();
    bool late = prof_farm_await(s->farm, kernel_id, true, &f, &e) == PROF_BUILT_LATE;
    s->builds_s += lp_now_s() - began_s;
    return late;
}

/* Lets a builder compile the program first: PROF_DONE also when none can. */
static int await_builder(prof_session *s, const db_kernel *k, prof_fail *f, lp_err *e) {
    if (!s->farm) return PROF_DONE;
    switch (prof_farm_await(s->farm, k->id, false, f, e)) {
    case PROF_BUILT_REFUSED:
        return PROF_KERNEL_FAILED;
    case PROF_BUILT_ERROR:
        return PROF_ERROR;
    case PROF_BUILT_STOPPED:
        return PROF_STOPPED;
    default:
        return PROF_DONE;
    }
}

static json_t *kernel_json(const prof_session *s, const db_kernel *k) {
    json_t *j = prof_kernel_json(k);
    char *path = s->cache ? prof_cache_path(s->cache, s->device, k->std ? k->std : "",
                                            k->source ? k->source : "")
                          : NULL;
    if (j && path) json_object_set_new(j, "binary", json_string(path));
    free(path);
    return j;
}

/* The worker's answer to a kernel. */
static int take_program(prof_session *s, const db_kernel *k, double timeout_s, prof_fail *f,
                        lp_err *e) {
    json_t *answer;
    switch (prof_session_wait(s, timeout_s, &answer, f)) {
    case PROF_REPLY_OK:
        json_decref(answer);
        s->built = k->id;
        return PROF_DONE;
    case PROF_REPLY_REFUSED:
        return prof_scratch_room(e) == 0 ? PROF_KERNEL_FAILED : PROF_ERROR;
    case PROF_REPLY_DIED:
        if (f->reason == PROF_CRASH) f->reason = PROF_BUILD_CRASH;
        if (prof_scratch_room(e) != 0) return PROF_ERROR;
        return prof_session_count_death(s, f, e) == 0 ? PROF_KERNEL_FAILED : PROF_ERROR;
    case PROF_REPLY_TIMEOUT:
        f->reason = PROF_BUILD_TIMEOUT;
        return PROF_KERNEL_FAILED;
    default:
        return PROF_STOPPED;
    }
}

int prof_session_build(prof_session *s, const db_kernel *k, double timeout_s, prof_fail *f,
                       lp_err *e) {
    json_t *job = kernel_json(s, k);
    if (!job) {
        prof_refuse(f, PROF_BUILD_FAILED, "the source is no UTF-8 text");
        return PROF_KERNEL_FAILED;
    }
    double began_s = lp_now_s();
    int rc = await_builder(s, k, f, e);
    s->builds_s += lp_now_s() - began_s;
    if (rc == PROF_DONE) rc = prof_session_ready(s, e);
    if (rc != PROF_DONE) {
        json_decref(job);
        return rc;
    }
    began_s = lp_now_s();
    prof_child_send(&s->child, job);
    rc = take_program(s, k, timeout_s, f, e);
    s->loads_s += lp_now_s() - began_s;
    return rc;
}

int prof_session_count_death(prof_session *s, const prof_fail *f, lp_err *e) {
    if (++s->deaths < DEATHS_MAX) return 0;
    return lp_fail(
        e,
        "%d workers in a row died without finishing a sample, the last one: %s; the "
        "device or its driver is broken. What is done is stored; run the same command to go on",
        s->deaths, f->error.msg);
}

/* One attempt: PROF_DONE, PROF_KERNEL_FAILED (the worker ended; why in *f), PROF_ERROR,
 * PROF_STOPPED. */
static int try_calibrate(prof_session *s, json_t **answer, prof_fail *f, lp_err *e) {
    const double timeout_s = 60;
    int rc = prof_session_ready(s, e);
    if (rc != PROF_DONE) return rc;
    prof_child_send(&s->child, prof_op_json("calibrate"));
    switch (prof_session_wait(s, timeout_s, answer, f)) {
    case PROF_REPLY_OK:
        return PROF_DONE;
    case PROF_REPLY_INTERRUPTED:
        return PROF_STOPPED;
    case PROF_REPLY_REFUSED:
        return lp_fail(e, "device '%s' cannot be calibrated: %s", s->device->name, f->error.msg);
    default:
        return PROF_KERNEL_FAILED;
    }
}

int prof_session_calibrate(prof_session *s, db_device *row, lp_err *e) {
    json_t *answer;
    prof_fail f = {.killed = false};
    int rc, failed = 0, killed = 0;
    while ((rc = try_calibrate(s, &answer, &f, e)) == PROF_KERNEL_FAILED) {
        failed++;
        killed += f.killed;
        if (failed - killed >= CALIBRATIONS_MAX || killed >= KILLED_STARTS_MAX)
            return lp_fail(
                e, "device '%s' cannot be calibrated: %d workers in a row failed, the last one: %s",
                s->device->name, failed, f.error.msg);
        lp_verbose("a worker could not calibrate the device (%s); starting another", f.error.msg);
    }
    if (rc != PROF_DONE) return rc;
    row->tick_ns = lp_json_i64(answer, "tick_ns", 0);
    row->null_kernel_ns = lp_json_i64(answer, "null_kernel_ns", 0);
    row->enqueue_latency_ns = lp_json_i64(answer, "enqueue_latency_ns", 0);
    json_decref(answer);
    return PROF_DONE;
}
