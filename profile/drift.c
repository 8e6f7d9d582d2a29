/* Epochs in a run.
 *
 * In: the session, a clock. Out: rows of sentinel, the current epoch, suspects. Times no sample
 * again: supervisor.c does. */
#include "profile/drift.h"

#include <stdlib.h>

#include "common/log.h"
#include "common/progress.h"
#include "common/text.h"

enum { MARKS_MAX = 20000 };

int prof_drift_begin(prof_drift *d, double every_s, prof_store *s, lp_err *e) {
    *d = (prof_drift){.every_s = every_s, .due_s = lp_now_s()};
    if (prof_store_next_epoch(s, &d->epoch, e) != 0) return -1;
    d->first_epoch = d->epoch;
    return 0;
}

void prof_drift_free(prof_drift *d) {
    free(d->since.v);
    free(d->suspect.v);
    *d = (prof_drift){.every_s = 0};
}

bool prof_drift_due(const prof_drift *d) {
    return d->every_s > 0 && lp_now_s() >= d->due_s;
}

static void add_mark(prof_marks *m, prof_mark mark) {
    if (m->n >= MARKS_MAX) return;
    m->v = lp_grow(m->v, &m->cap, m->n + 1, sizeof *m->v);
    m->v[m->n++] = mark;
}

void prof_drift_note(prof_drift *d, int64_t kernel, int64_t sample, const char *policy) {
    if (d->every_s > 0) add_mark(&d->since, (prof_mark){kernel, sample, policy});
}

static int by_kernel(const void *a, const void *b) {
    const prof_mark *x = a, *y = b;
    if (x->kernel != y->kernel) return x->kernel < y->kernel ? -1 : 1;
    return (x->sample > y->sample) - (x->sample < y->sample);
}

void prof_drift_take(prof_drift *d, prof_marks *m) {
    *m = d->suspect;
    d->suspect = (prof_marks){.v = NULL};
    if (m->n) qsort(m->v, m->n, sizeof *m->v, by_kernel);
}

static int read_sentinels(const json_t *answer, prof_stats now[PROF_N_SENTINELS], lp_err *e) {
    for (int i = 0; i < PROF_N_SENTINELS; i++) {
        prof_times t;
        int rc = prof_times_from_json(json_object_get(answer, prof_sentinel_name((prof_sentinel)i)),
                                      &t, e);
        for (int j = 0; rc == 0 && j < t.n; j++) t.end[j] -= t.start[j];
        if (rc == 0) prof_stats_of(t.end, t.n, &now[i]);
        prof_times_free(&t);
        if (rc != 0) return -1;
    }
    return 0;
}

/* The epoch ends when any sentinel moved; what was timed since it was last seen at rest belongs to
 * neither. */
static void judge(prof_drift *d, const prof_stats now[PROF_N_SENTINELS]) {
    bool moved = false;
    for (int i = 0; d->has_base && i < PROF_N_SENTINELS; i++) {
        if (!prof_sentinel_moved(&d->base[i], &now[i])) continue;
        moved = true;
        lp_verbose("sentinel %s moved from %lld ns to %lld ns: epoch %lld ends",
                   prof_sentinel_name((prof_sentinel)i), (long long)d->base[i].median,
                   (long long)now[i].median, (long long)d->epoch);
    }
    if (moved) {
        d->epoch++;
        for (size_t i = 0; i < d->since.n; i++) add_mark(&d->suspect, d->since.v[i]);
    }
    if (moved || !d->has_base) {
        for (int i = 0; i < PROF_N_SENTINELS; i++) d->base[i] = now[i];
    }
    d->has_base = true;
    d->since.n = 0;
}

int prof_drift_check(prof_drift *d, prof_session *session, prof_store *store, lp_err *e) {
    const double timeout_s = 60;
    prof_stats now[PROF_N_SENTINELS];
    json_t *answer;
    prof_fail f;
    lp_err why;
    int rc = prof_session_ready(session, e);
    if (rc != PROF_DONE) return rc;
    prof_child_send(&session->child, prof_op_json("sentinel"));
    prof_reply r = prof_session_wait(session, timeout_s, &answer, &f);
    d->due_s = lp_now_s() + d->every_s;
    if (r == PROF_REPLY_INTERRUPTED) return PROF_STOPPED;
    if (r != PROF_REPLY_OK) {
        lp_verbose("the sentinels could not be timed: %s", f.error.msg);
        return r == PROF_REPLY_REFUSED ? PROF_DONE : prof_session_count_death(session, &f, e);
    }
    rc = read_sentinels(answer, now, &why);
    json_decref(answer);
    if (rc != 0) {
        lp_verbose("the sentinels could not be read: %s", why.msg);
        prof_session_drop(session);
        return PROF_DONE;
    }
    judge(d, now);
    for (int i = 0; i < PROF_N_SENTINELS && rc == 0; i++)
        rc = prof_store_sentinel(store, (prof_sentinel)i, d->epoch, now[i].median, e);
    return rc == 0 ? prof_store_commit(store, e) : PROF_ERROR;
}
