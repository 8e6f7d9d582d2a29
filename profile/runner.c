/* One kernel's tasks.
 *
 * In: a kernel, its tasks. Out: rows of timing and failure. The worker gets the next job while it
 * times the present one, so that the device does not wait for the database; answers come in the
 * order of jobs. Chooses no kernel and no sample. */
#include "profile/runner.h"

#include <string.h>

#include "common/intr.h"
#include "common/log.h"
#include "profile/job.h"

enum {
    DEPTH = 2,         /* jobs with the worker: the one being timed and the next */
    BREAKDOWNS_MAX = 3 /* workers that one kernel may cost before its other samples are skipped */
};

/* The state of one kernel. */
typedef struct bout {
    prof_runner *r;
    db_kernel kernel;
    prof_task *tasks;
    int n;
    prof_task *sent[DEPTH];
    db_sample sample[DEPTH]; /* of sent[] */
    int n_sent;
    int breakdowns;
    bool printed; /* what it prints was shown */
    lp_err *e;
} bout;

static const char warm[] = "warm";

static double busy_share(const prof_runner *r) {
    double wall_ns = (lp_now_s() - r->store.began_s) * 1e9;
    return wall_ns > 0 ? (double)r->store.busy_ns / wall_ns : 0;
}

/* A new sample's first outcome is what the user sees; what is timed again is counted apart. */
static bool is_first(const prof_task *t) {
    return !t->redo && strcmp(t->policy, warm) == 0;
}

static void show(prof_runner *r, int64_t n) {
    lp_text note = {0};
    prof_tally_note(&r->tally, busy_share(r), &note);
    lp_progress_step(&r->progress, n, note.s);
    lp_text_free(&note);
}

/* ---- outcomes ---- */

static int fail_task(bout *b, prof_task *t, prof_reason reason, const char *detail) {
    prof_runner *r = b->r;
    t->state = PROF_TASK_DONE;
    lp_verbose("sample %lld (%s, %s): %s: %s", (long long)t->sample, b->kernel.name, t->policy,
               prof_reason_code(reason), detail);
    if (!is_first(t)) return 0; /* its first timing stands */
    r->tally.failed[reason]++;
    show(r, 1);
    return prof_store_failure(&r->store, t->sample, reason, detail, b->e);
}

/* Every open task for which `global` is no larger. */
static int fail_open(bout *b, int64_t global, prof_reason reason, const char *detail) {
    for (int i = 0; i < b->n; i++) {
        prof_task *t = &b->tasks[i];
        if (t->state != PROF_TASK_OPEN || t->global < global) continue;
        if (fail_task(b, t, reason, detail) != 0) return PROF_ERROR;
    }
    return PROF_DONE;
}

static int keep_times(bout *b, prof_task *t, const db_sample *s, const prof_times *times) {
    prof_runner *r = b->r;
    prof_stored stored;
    t->state = PROF_TASK_DONE;
    r->tally.fills_s += (double)times->fill_ns / 1e9;
    r->tally.launches_s += (double)(times->wall_ns - times->fill_ns - times->busy_ns) / 1e9;
    if (prof_store_timing(&r->store, s, t->policy, times, r->drift.epoch, t->redo, &stored, b->e) !=
        0)
        return PROF_ERROR;
    if (t->redo)
        r->tally.redone++;
    else if (is_first(t))
        prof_tally_timed(&r->tally, &stored);
    else if (strcmp(t->policy, "cold") == 0)
        r->tally.cold++;
    else
        r->tally.retimed++;
    if (!t->redo) prof_drift_note(&r->drift, b->kernel.id, t->sample, t->policy);
    r->session.deaths = 0;
    show(r, is_first(t));
    return PROF_DONE;
}

/* The jobs behind the oldest, which the worker never saw or will not do, are open again. */
static void reopen_waiting(bout *b) {
    for (int i = 1; i < b->n_sent; i++) b->sent[i]->state = PROF_TASK_OPEN;
}

/* A kernel that keeps breaking workers is left alone: each costs the time of a start. */
static int count_breakdown(bout *b) {
    if (++b->breakdowns < BREAKDOWNS_MAX) return PROF_DONE;
    reopen_waiting(b);
    return fail_open(b, 0, PROF_SKIPPED_AFTER_CRASH, "the kernel broke several workers");
}

/* ---- the jobs that are with the worker ---- */

static void forget_oldest(bout *b) {
    db_sample_free(&b->sample[0]);
    for (int i = 1; i < b->n_sent; i++) {
        b->sent[i - 1] = b->sent[i];
        b->sample[i - 1] = b->sample[i];
    }
    b->n_sent--;
}

/* The worker is gone: what it had not begun goes to the next one. */
static void take_back(bout *b) {
    while (b->n_sent) {
        if (b->sent[0]->state == PROF_TASK_SENT) b->sent[0]->state = PROF_TASK_OPEN;
        forget_oldest(b);
    }
}

static prof_task *next_open(bout *b) {
    for (int i = 0; i < b->n; i++) {
        if (b->tasks[i].state == PROF_TASK_OPEN) return &b->tasks[i];
    }
    return NULL;
}

static json_t *task_json(bout *b, const prof_task *t, const db_sample *s, prof_fail *f) {
    prof_job job;
    json_t *j = NULL;
    if (prof_job_make(&b->kernel, s, b->r->campaign, strcmp(t->policy, "cold") == 0, &job, f) ==
        0) {
        job.host_copies = b->r->isolate;
        j = prof_job_json(&job);
        if (!j) prof_refuse(f, PROF_BAD_PLAN, "an argument's text is no UTF-8");
    }
    prof_job_free(&job);
    if (j) json_object_set_new(j, "op", json_string("time"));
    return j;
}

/* Sends one open task. PROF_KERNEL_FAILED when it has to wait until the worker is idle. */
static int send_task(bout *b, prof_task *t) {
    db_sample *s = &b->sample[b->n_sent];
    prof_fail f;
    if (db_load_sample(b->r->d, t->sample, s, b->e) != 0) return PROF_ERROR;
    json_t *j = task_json(b, t, s, &f);
    if (!j) {
        db_sample_free(s);
        return fail_task(b, t, f.reason, f.error.msg);
    }
    if (b->n_sent > 0 && !prof_job_fits_pipe(j)) { /* a write that blocks could not be timed out */
        db_sample_free(s);
        json_decref(j);
        return PROF_KERNEL_FAILED;
    }
    prof_child_send(&b->r->session.child, j);
    b->sent[b->n_sent++] = t;
    t->state = PROF_TASK_SENT;
    return PROF_DONE;
}

static int top_up(bout *b) {
    int depth = b->r->isolate ? 1 : DEPTH, rc = PROF_DONE;
    while (rc == PROF_DONE && b->n_sent < depth && !prof_drift_due(&b->r->drift)) {
        prof_task *t = next_open(b);
        if (!t) break;
        if (t->redo && lp_now_s() > b->r->redo_until_s)
            t->state = PROF_TASK_DONE; /* the first timing stands, with its epoch */
        else
            rc = send_task(b, t);
    }
    return rc == PROF_KERNEL_FAILED ? PROF_DONE : rc;
}

/* ---- answers ---- */

/* What the kernel prints: once a kernel, its beginning. */
static void note_output(bout *b, const json_t *answer) {
    const char *text = lp_json_str(answer, "printed", NULL);
    if (!text || b->printed) return;
    b->printed = true;
    lp_verbose("%s prints (%lld bytes at this sample): %s", b->kernel.name,
               (long long)lp_json_i64(answer, "printed_bytes", 0), text);
}

static int take_times(bout *b, json_t *answer) {
    prof_times times;
    lp_err why;
    int rc = prof_times_from_json(answer, &times, &why);
    note_output(b, answer);
    if (rc == 0 && lp_json_i64(answer, "sample", 0) != b->sent[0]->sample)
        rc = lp_fail(&why, "the worker answered for another sample");
    json_decref(answer);
    if (rc == 0) {
        rc = keep_times(b, b->sent[0], &b->sample[0], &times);
    } else {
        prof_session_drop(&b->r->session);
        rc = fail_task(b, b->sent[0], PROF_CRASH, why.msg);
        if (rc == PROF_DONE) rc = count_breakdown(b);
    }
    prof_times_free(&times);
    return rc;
}

static int take_death(bout *b, const prof_fail *f) {
    prof_task *t = b->sent[0];
    if (f->killed && t->kills++ < prof_kills_excused(f)) {
        t->state = PROF_TASK_OPEN; /* someone's `kill -9` or the system's memory killer: again */
        return PROF_DONE;
    }
    if (fail_task(b, t, f->reason, f->error.msg) != 0) return PROF_ERROR;
    if (prof_session_count_death(&b->r->session, f, b->e) != 0) return PROF_ERROR;
    return count_breakdown(b);
}

static int take_timeout(bout *b, const prof_fail *f) {
    prof_task *t = b->sent[0];
    if (fail_task(b, t, PROF_TIMEOUT, f->error.msg) != 0) return PROF_ERROR;
    reopen_waiting(b);
    return fail_open(b, t->global, PROF_SKIPPED_AFTER_TIMEOUT,
                     "a launch no larger than this one timed out");
}

static int take_refusal(bout *b, const prof_fail *f) {
    if (fail_task(b, b->sent[0], f->reason, f->error.msg) != 0) return PROF_ERROR;
    return f->fatal && f->reason == PROF_LAUNCH_FAILED ? count_breakdown(b) : PROF_DONE;
}

/* Waits for the oldest job. What is finished is committed first: any wait may be the last. */
static int take_answer(bout *b) {
    prof_runner *r = b->r;
    json_t *answer;
    prof_fail f;
    int rc = prof_store_commit(&r->store, b->e);
    if (rc != 0) return PROF_ERROR;
    switch (prof_session_wait(&r->session, r->campaign->timeout_s, &answer, &f)) {
    case PROF_REPLY_OK:
        rc = take_times(b, answer);
        break;
    case PROF_REPLY_REFUSED:
        rc = take_refusal(b, &f);
        break;
    case PROF_REPLY_DIED:
        rc = take_death(b, &f);
        break;
    case PROF_REPLY_TIMEOUT:
        rc = take_timeout(b, &f);
        break;
    default:
        return PROF_STOPPED;
    }
    forget_oldest(b);
    if (r->isolate) prof_session_drop(&r->session);
    if (!r->session.ready) take_back(b);
    return rc;
}

/* ---- the kernel ---- */

/* A worker that holds the kernel, with the sentinels up to date. */
static int be_ready(bout *b) {
    prof_runner *r = b->r;
    prof_fail f;
    int rc = prof_store_commit(&r->store, b->e);
    if (rc == PROF_DONE && prof_drift_due(&r->drift))
        rc = prof_drift_check(&r->drift, &r->session, &r->store, b->e);
    for (int tries = 0; rc == PROF_DONE && r->session.built != b->kernel.id; tries++) {
        rc = prof_session_build(&r->session, &b->kernel, r->campaign->build_timeout_s, &f, b->e);
        if (rc != PROF_KERNEL_FAILED) continue;
        rc = PROF_DONE;
        if (tries < prof_kills_excused(&f)) continue;
        return fail_open(b, 0, f.reason, f.error.msg);
    }
    return rc;
}

static int run(bout *b) {
    int rc = PROF_DONE;
    while (rc == PROF_DONE && (b->n_sent || next_open(b))) {
        if (lp_interrupted()) return PROF_STOPPED;
        if (b->n_sent == 0) rc = be_ready(b);
        if (rc == PROF_DONE && next_open(b) && b->r->session.ready) rc = top_up(b);
        if (rc == PROF_DONE && b->n_sent) rc = take_answer(b);
    }
    return rc;
}

int prof_runner_kernel(prof_runner *r, int64_t kernel_id, prof_task *tasks, int n, lp_err *e) {
    bout b = {.r = r, .tasks = tasks, .n = n, .e = e};
    if (n == 0) return PROF_DONE;
    if (db_load_kernel(r->d, kernel_id, true, &b.kernel, e) != 0) return PROF_ERROR;
    int rc = run(&b);
    if (b.n_sent) prof_session_drop(&r->session); /* its answers would be taken for others' */
    take_back(&b);
    db_kernel_free(&b.kernel);
    if (rc == PROF_ERROR) {
        prof_store_commit(&r->store,
                          NULL); /* what is finished; the first error is the one to tell */
        return rc;
    }
    return prof_store_commit(&r->store, e) == 0 ? rc : PROF_ERROR;
}
