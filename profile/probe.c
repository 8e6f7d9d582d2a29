/* The probe of a campaign: kernels to lanes, outcomes to rows.
 *
 * In: kernels. Out: rows of probe, probe_range, repair. Knows no OpenCL; one kernel's course is in
 * probe_lane.c. */
#include "profile/probe.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/intr.h"
#include "common/log.h"
#include "common/probe.h"
#include "common/progress.h"
#include "common/text.h"
#include "profile/probe_lane.h"

enum { LANES_MAX = 8 };

static const double look_up_s = 0.5; /* how long a wait may be deaf to an interruption */

/* ---- outcomes to rows ---- */

/* What instrumented launches touched; the lengths are those before any repair. */
static int make_ranges(const prof_lane *l, db_probe_range *out) {
    int n = 0;
    for (int s = 0; s < l->n && !l->plain; s++) {
        const prof_probed *p = &l->v[s];
        for (int a = 0; a < l->kernel.n_args && p->made; a++) {
            int64_t given = l->given[(size_t)s * (size_t)l->kernel.n_args + (size_t)a];
            int64_t size = l->kernel.args[a].elem_bytes;
            const prof_reach *r = &p->seen.args[a];
            if (given < 0) continue;
            out[n++] = (db_probe_range){.idx = p->sample.idx,
                                        .arg = a,
                                        .elems = given,
                                        .touched = r->touched,
                                        .lo = r->touched ? prof_elem_at(r->lo, size) : 0,
                                        .hi = r->touched ? prof_elem_at(r->hi, size) : 0};
        }
    }
    return n;
}

static void count(prof_tally *t, const prof_lane *l) {
    t->probed++;
    t->probe_plain += l->end.guards_only;
    if (l->end.danger != PROF_SAFE)
        t->quarantined[l->end.danger]++;
    else if (l->end.added)
        t->repaired++;
    else
        t->clean++;
}

static int store(prof_runner *r, const prof_lane *l, lp_err *e) {
    const prof_probe_end *end = &l->end;
    bool safe = end->danger == PROF_SAFE;
    char status[16], *detail = prof_plain(end->detail.msg);
    snprintf(status, sizeof status, "%s",
             !safe        ? "quarantined"
             : end->added ? "repaired"
                          : "clean");
    db_probe_range *ranges = lp_alloc((size_t)l->n * (size_t)l->kernel.n_args + 1, sizeof *ranges);
    char *reason = safe ? NULL : lp_strdup(prof_danger_code(end->danger));
    const db_probe row = {.kernel_id = l->kernel.id,
                          .device_id = r->store.device_id,
                          .status = status,
                          .reason = reason,
                          .detail = *detail ? detail : NULL,
                          .launches = end->launches,
                          .version = LP_PROBE_VERSION,
                          .ranges = ranges,
                          .n_ranges = make_ranges(l, ranges)};
    int rc = prof_store_probe(&r->store, &row, safe ? end->added : NULL, l->kernel.n_args, e);
    if (rc == 0) rc = prof_store_commit(&r->store, e);
    if (!safe || end->added)
        lp_verbose("%s: %s: %s: %s%s%s", l->kernel.path, l->kernel.name, status, safe ? "" : reason,
                   safe ? "" : ": ", detail);
    free(reason);
    free(ranges);
    free(detail);
    return rc == 0 ? PROF_DONE : PROF_ERROR;
}

static int conclude(prof_runner *r, prof_lane *l, lp_err *e) {
    int rc = PROF_DONE;
    char note[48];
    if (l->n == 0) {
        r->tally.unprobed++;
    } else {
        count(&r->tally, l);
        rc = store(r, l, e);
    }
    prof_lane_clear(l);
    snprintf(note, sizeof note, "%lld quarantined", (long long)prof_tally_quarantined(&r->tally));
    lp_progress_step(&r->progress, 1, note);
    return rc;
}

/* ---- lanes ---- */

/* As many as there are processors: compiling takes most of the time. */
static int lanes_for(size_t kernels) {
    long cpus = sysconf(_SC_NPROCESSORS_ONLN);
    long n = cpus < 1 ? 1 : cpus > LANES_MAX ? LANES_MAX : cpus;
    return (size_t)n > kernels ? (int)kernels : (int)n;
}

/* Steps every lane whose answer is there or late. */
static int step_ready(prof_runner *r, prof_lane *lanes, int n, lp_err *e) {
    struct pollfd fds[LANES_MAX];
    double wait_s = look_up_s;
    for (int i = 0; i < n; i++) {
        const prof_lane *l = &lanes[i];
        double left_s = prof_lane_deadline(l) - lp_now_s();
        fds[i] = (struct pollfd){.fd = l->busy ? l->session.child.proc.from : -1, .events = POLLIN};
        if (l->busy && left_s < wait_s) wait_s = left_s > 0 ? left_s : 0;
    }
    poll(fds, (nfds_t)n, (int)(wait_s * 1e3) + 1);
    for (int i = 0; i < n; i++) {
        prof_lane *l = &lanes[i];
        if (lp_interrupted()) return PROF_STOPPED;
        if (!l->busy || (!fds[i].revents && lp_now_s() < prof_lane_deadline(l))) continue;
        int rc = prof_lane_step(l, e);
        if (rc == PROF_DONE && l->over) rc = conclude(r, l, e);
        if (rc != PROF_DONE) return rc;
    }
    return PROF_DONE;
}

/* Gives every idle lane a kernel. */
static int fill_lanes(prof_runner *r, prof_lane *lanes, int n, const int64_t *kernels, size_t all,
                      size_t *next, lp_err *e) {
    for (int i = 0; i < n; i++) {
        while (!lanes[i].busy && *next < all) {
            if (lp_interrupted()) return PROF_STOPPED;
            int rc = prof_lane_begin(&lanes[i], kernels[(*next)++], e);
            if (rc == PROF_DONE && lanes[i].over) rc = conclude(r, &lanes[i], e);
            if (rc != PROF_DONE) return rc;
        }
    }
    return PROF_DONE;
}

static bool any_busy(const prof_lane *lanes, int n) {
    for (int i = 0; i < n; i++) {
        if (lanes[i].busy) return true;
    }
    return false;
}

int prof_probe_kernels(prof_runner *r, const int64_t *kernels, size_t n, lp_err *e) {
    prof_lane lanes[LANES_MAX];
    int n_lanes = lanes_for(n), rc = PROF_DONE;
    size_t next = 0;
    double began_s = lp_now_s();
    if (n == 0) return PROF_DONE;
    for (int i = 0; i < n_lanes; i++) {
        lanes[i] = (prof_lane){.d = r->d, .campaign = r->campaign};
        lanes[i].session.device = r->session.device;
        lanes[i].session.index = r->session.index;
        lanes[i].session.memory_bytes = r->session.memory_bytes;
    }
    lp_progress_begin(&r->progress, "probe", "kernels", (int64_t)n);
    do {
        rc = fill_lanes(r, lanes, n_lanes, kernels, n, &next, e);
        if (rc == PROF_DONE && any_busy(lanes, n_lanes)) rc = step_ready(r, lanes, n_lanes, e);
    } while (rc == PROF_DONE && (next < n || any_busy(lanes, n_lanes)));
    lp_progress_end(&r->progress);
    r->tally.probes_s = lp_now_s() - began_s;
    for (int i = 0; i < n_lanes; i++) {
        prof_session_drop(&lanes[i].session);
        prof_lane_clear(&lanes[i]);
    }
    return rc;
}

/* ---- what is known already ---- */

int prof_probe_wanted(db *d, int64_t kernel, int64_t device, bool again, lp_err *e) {
    db_probe p;
    int known = db_get_probe(d, kernel, device, LP_PROBE_VERSION, &p, e);
    if (known != 1) return known == 0 ? 1 : -1;
    bool quarantined = strcmp(p.status, "quarantined") == 0;
    db_probe_free(&p);
    return again && quarantined;
}

int prof_probe_quarantined(db *d, const lp_campaign *c, int64_t kernel, int64_t device,
                           lp_err *detail, lp_err *e) {
    db_probe p;
    if (c->probe_samples == 0) return 0;
    int known = db_get_probe(d, kernel, device, LP_PROBE_VERSION, &p, e);
    if (known != 1) return known;
    bool quarantined = strcmp(p.status, "quarantined") == 0;
    if (quarantined) lp_fail(detail, "%s: %s", p.reason, p.detail ? p.detail : "");
    db_probe_free(&p);
    return quarantined;
}
