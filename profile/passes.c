/* Passes over kernels.
 *
 * In: the plan of a run, what is done already. Out: tasks for the runner, failures without a
 * launch. Sets nothing up and prints nothing. */
#include "profile/passes.h"

#include <stdlib.h>
#include <string.h>

#include "profile/probe.h"

static const double redo_share = 0.1; /* of a run's time may go into timing again after drift */

/* ---- what is wanted of a kernel's samples ---- */

typedef bool (*wanted)(const prof_campaign *c, const prof_item *it);

static bool wants_warm(const prof_campaign *c, const prof_item *it) {
    return prof_item_open(it, c->o->retry_failed);
}

static bool wants_light(const prof_campaign *c, const prof_item *it) {
    return !it->heavy && wants_warm(c, it);
}

static bool wants_heavy(const prof_campaign *c, const prof_item *it) {
    return it->heavy && wants_warm(c, it);
}

/* Of another lane's: what failed is its own to try again, and may have failed just now. */
static bool wants_untried(const prof_campaign *c, const prof_item *it) {
    (void)c;
    return prof_item_open(it, false);
}

static bool wants_cold(const prof_campaign *c, const prof_item *it) {
    (void)c;
    return prof_item_open_cold(it);
}

static bool wants_retime(const prof_campaign *c, const prof_item *it) {
    (void)c;
    return it->warm && it->want_retime && !it->retime;
}

/* ---- probing ---- */

/* Adds the kernel to those to be probed when it has anything to be timed. `room`: samples that
 * --limit leaves, -1 for no limit. */
static int list_probe(prof_campaign *c, const prof_plan_kernel *k, int64_t *room, lp_err *e) {
    prof_item *items;
    int n, todo = 0, warm = 0, rc = prof_plan_items(&c->plan, k, &items, &n, e);
    for (int i = 0; i < n && rc == 0; i++) {
        bool now = wants_warm(c, &items[i]);
        warm += now;
        todo += now || wants_cold(c, &items[i]) || wants_retime(c, &items[i]);
    }
    free(items);
    if (rc != 0) return PROF_ERROR;
    if (*room >= 0) *room = warm < *room ? *room - warm : 0;
    if (todo == 0 && !c->o->probe_only) return PROF_DONE;
    int probe = prof_probe_wanted(c->d, k->id, c->row.id, c->o->retry_failed, e);
    if (probe < 0) return PROF_ERROR;
    if (probe == 0) return PROF_DONE;
    c->probes = lp_grow(c->probes, &c->cap_probes, c->n_probes + 1, sizeof *c->probes);
    c->probes[c->n_probes++] = k->id;
    return PROF_DONE;
}

int prof_passes_list_probes(prof_campaign *c, lp_err *e) {
    int64_t room = c->left;
    int rc = PROF_DONE;
    if (c->campaign.probe_samples == 0) return PROF_DONE;
    for (size_t i = 0; i < c->plan.n && rc == PROF_DONE && room != 0; i++)
        rc = list_probe(c, &c->plan.v[i], &room, e);
    return rc;
}

/* ---- the passes over a kernel's samples ---- */

/* What an earlier run learned holds: as large as or larger than a launch that timed out. */
static int64_t smallest_timeout(const prof_campaign *c, const prof_item *items, int n) {
    int64_t least = INT64_MAX;
    for (int i = 0; i < n && !c->o->retry_failed; i++) {
        if (items[i].timed_out && items[i].global < least) least = items[i].global;
    }
    return least;
}

static int skip(prof_campaign *c, const prof_item *it, prof_reason r, const char *why, lp_err *e) {
    c->r.tally.failed[r]++;
    lp_progress_step(&c->r.progress, 1, NULL);
    return prof_store_failure(&c->r.store, it->sample, r, why, e);
}

/* The kernel's samples that `want` picks, as tasks with `policy`. `late`: set, and nothing timed,
 * when its program is long in coming; NULL: it is waited for. */
static int pass(prof_campaign *c, const prof_plan_kernel *k, const char *policy, wanted want,
                bool *late, lp_err *e) {
    bool warm = strcmp(policy, "warm") == 0;
    prof_item *items;
    lp_err danger;
    int n, n_tasks = 0;
    int unsafe = prof_probe_quarantined(c->d, &c->campaign, k->id, c->row.id, &danger, e);
    if (unsafe < 0) return PROF_ERROR;
    int rc = prof_plan_items(&c->plan, k, &items, &n, e);
    prof_task *tasks = lp_alloc((size_t)n, sizeof *tasks);
    int64_t timeout = smallest_timeout(c, items, n);
    for (int i = 0; i < n && rc == 0; i++) {
        if (!want(c, &items[i]) || (warm && c->left == 0)) continue;
        if (warm && c->left > 0) c->left--;
        if (warm && unsafe)
            rc = skip(c, &items[i], PROF_QUARANTINED, danger.msg, e);
        else if (warm && items[i].global >= timeout)
            rc = skip(c, &items[i], PROF_SKIPPED_AFTER_TIMEOUT,
                      "a launch no larger than this one timed out in an earlier run", e);
        else if (!unsafe)
            tasks[n_tasks++] =
                (prof_task){.sample = items[i].sample, .global = items[i].global, .policy = policy};
    }
    if (rc == 0 && n_tasks > 0 && late && prof_session_is_late(&c->r.session, k->id)) {
        *late = true;
        if (warm && c->left >= 0) c->left += n_tasks;
    } else if (rc == 0) {
        rc = prof_runner_kernel(&c->r, k->id, tasks, n_tasks, e);
    }
    free(tasks);
    free(items);
    return rc;
}

/* Times the suspects again (protocol rule 9), kernel by kernel, for a bounded part of the run's
 * time. */
static int redo_suspects(prof_campaign *c, lp_err *e) {
    prof_runner *r = &c->r;
    prof_marks m;
    double now_s = lp_now_s(), room_s = redo_share * (now_s - r->store.began_s) - c->redone_s;
    int rc = PROF_DONE;
    if (r->drift.suspect.n == 0) return PROF_DONE;
    prof_drift_take(&r->drift, &m);
    r->redo_until_s = now_s + room_s;
    for (size_t from = 0, to; rc == PROF_DONE && from < m.n; from = to) {
        for (to = from; to < m.n && m.v[to].kernel == m.v[from].kernel;) to++;
        if (lp_now_s() > r->redo_until_s) break;
        prof_task *tasks = lp_alloc(to - from, sizeof *tasks);
        for (size_t i = from; i < to; i++)
            tasks[i - from] =
                (prof_task){.sample = m.v[i].sample, .policy = m.v[i].policy, .redo = true};
        rc = prof_runner_kernel(r, m.v[from].kernel, tasks, (int)(to - from), e);
        free(tasks);
    }
    free(m.v);
    c->redone_s += lp_now_s() - now_s;
    return rc;
}

static int time_kernel(prof_campaign *c, const prof_plan_kernel *k, wanted warm, bool *late,
                       lp_err *e) {
    int rc = pass(c, k, "warm", warm, late, e);
    if (rc == PROF_DONE && !(late && *late)) rc = pass(c, k, "cold", wants_cold, late, e);
    return rc == PROF_DONE ? redo_suspects(c, e) : rc;
}

/* A kernel that is long in compiling comes when the others are done: the device does not wait for a
 * compiler that may never end. */
static int time_kernels(prof_campaign *c, wanted warm, lp_err *e) {
    const prof_plan_kernel **late = lp_alloc(c->plan.n + 1, sizeof *late);
    size_t n_late = 0;
    int rc = PROF_DONE;
    for (size_t i = 0; i < c->plan.n && rc == PROF_DONE && c->left != 0; i++) {
        bool is_late = false;
        rc = time_kernel(c, &c->plan.v[i], warm, &is_late, e);
        if (is_late) late[n_late++] = &c->plan.v[i];
    }
    for (size_t i = 0; i < n_late && rc == PROF_DONE && c->left != 0; i++)
        rc = time_kernel(c, late[i], warm, NULL, e);
    free(late);
    return rc;
}

/* Heavy samples come last: a run that is cut short has timed more, and a kernel that times out does
 * so with its lighter ones. */
int prof_passes_time(prof_campaign *c, lp_err *e) {
    int rc = time_kernels(c, wants_light, e);
    if (rc == PROF_DONE) rc = time_kernels(c, wants_heavy, e);
    if (rc != PROF_DONE || c->left == 0) return rc;
    prof_session_drop(&c->r.session); /* protocol rule 10: in a fresh process */
    for (size_t i = 0; i < c->plan.n && rc == PROF_DONE; i++)
        rc = pass(c, &c->plan.v[i], "retime", wants_retime, NULL, e);
    return rc;
}

/* ---- helping ---- */

/* What another lane has probed but not timed. It may be at work on the kernel at this moment: the
 * first of two timings stays. */
static int help_kernel(prof_campaign *c, const prof_plan_kernel *k, lp_err *e) {
    int probe = c->campaign.probe_samples
                    ? prof_probe_wanted(c->d, k->id, c->row.id, c->o->retry_failed, e)
                    : 0;
    if (probe != 0) return probe < 0 ? PROF_ERROR : PROF_DONE;
    return pass(c, k, "warm", wants_untried, NULL, e);
}

int prof_passes_help(prof_campaign *c, lp_err *e) {
    int rc = PROF_DONE;
    for (int i = 0; i < c->o->n_others && rc == PROF_DONE; i++) {
        prof_plan own = c->plan;
        if (prof_plan_open(&c->plan, c->d, c->row.id, &c->campaign, &c->o->others[i], e) != 0) {
            c->plan = own;
            return PROF_ERROR;
        }
        for (size_t k = c->plan.n; k-- > 0 && rc == PROF_DONE && c->left != 0;)
            rc = help_kernel(c, &c->plan.v[k], e);
        prof_plan_close(&c->plan);
        c->plan = own;
    }
    return rc;
}
