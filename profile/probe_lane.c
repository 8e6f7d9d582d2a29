/* The course of one kernel through its probe.
 *
 * In: a kernel of the database, a worker's answers. Out: jobs, an outcome. Writes no rows. */
#include "profile/probe_lane.h"

#include <stdlib.h>

#include "common/log.h"
#include "common/probe.h"
#include "common/progress.h"
#include "common/text.h"
#include "profile/job.h"
#include "profile/sandbox.h"

enum { BUILD = -1 };

void prof_lane_clear(prof_lane *l) {
    for (int i = 0; i < l->n; i++) {
        db_sample_free(&l->v[i].sample);
        prof_seen_free(&l->v[i].seen);
    }
    free(l->v);
    free(l->given);
    free(l->end.added);
    db_kernel_free(&l->kernel);
    *l =
        (prof_lane){.session = l->session, .d = l->d, .campaign = l->campaign, .served = l->served};
}

/* ---- ends ---- */

static int finish(prof_lane *l, prof_danger danger, const char *detail) {
    l->over = true;
    l->end.danger = danger;
    l->end.guards_only = l->plain;
    if (*detail) lp_fail(&l->end.detail, "%s", detail);
    l->served++;
    if (danger != PROF_SAFE) prof_session_drop(&l->session); /* its memory may be spoilt */
    return PROF_DONE;
}

static int finish_safe(prof_lane *l) {
    lp_text t = {0};
    for (int i = 0; l->end.added && i < l->kernel.n_args; i++) {
        if (l->end.added[i] == 0) continue;
        lp_text_addf(&t, "%sargument %d '%s': %lld elements added", t.len ? "; " : "", i,
                     l->kernel.args[i].name, (long long)l->end.added[i]);
    }
    const char *gap = l->kernel.probe_gap;
    if (l->plain)
        lp_text_addf(&t, "%sguard zones only: %s", t.len ? "; " : "", l->why_plain.msg);
    else if (gap && *gap)
        lp_text_addf(&t, "%sby guard zones only where checks do not reach: %s", t.len ? "; " : "",
                     gap);
    int rc = finish(l, PROF_SAFE, lp_text_str(&t));
    lp_text_free(&t);
    return rc;
}

/* ---- jobs ---- */

static json_t *build_json(prof_lane *l) {
    lp_text t = {0};
    if (l->plain) return prof_kernel_json(&l->kernel);
    lp_text_addf(&t, "%s\n%s", lp_probe_prelude(), l->kernel.probe);
    json_t *j = prof_probe_kernel_json(&l->kernel, lp_text_str(&t));
    lp_text_free(&t);
    return j;
}

static json_t *launch_json(prof_lane *l, prof_fail *f) {
    prof_job job;
    json_t *j = NULL;
    if (prof_job_make(&l->kernel, &l->v[l->at].sample, l->campaign, false, &job, f) == 0) {
        job.sample = l->at + 1; /* so that no answer is taken for another's */
        j = prof_job_json(&job);
        if (!j) prof_refuse(f, PROF_BAD_PLAN, "an argument's text is no UTF-8");
    }
    prof_job_free(&job);
    if (!j) return NULL;
    json_object_set_new(j, "op", json_string("probe"));
    json_object_set_new(j, "steps", json_integer(l->plain ? 0 : l->campaign->probe_steps));
    return j;
}

static int send(prof_lane *l, json_t *j) {
    prof_child_send(&l->session.child, j);
    l->began_s = lp_now_s();
    return PROF_DONE;
}

/* Has a worker that builds the program, from the first job on. */
static int start(prof_lane *l, lp_err *e) {
    json_t *j = build_json(l);
    l->at = BUILD;
    if (!j) return finish(l, PROF_PROBE_BUILD, "the source is no UTF-8 text");
    if (!l->session.ready) l->served = 0;
    int rc = prof_session_ready(&l->session, e);
    if (rc == PROF_DONE) return send(l, j);
    json_decref(j);
    return rc;
}

/* Only the guard zones are left to look at. */
static int start_plain(prof_lane *l, const char *why, lp_err *e) {
    lp_fail(&l->why_plain, "%s", why);
    lp_verbose("%s: %s: guard zones only: %s", l->kernel.path, l->kernel.name, why);
    l->plain = true;
    return start(l, e);
}

static int next(prof_lane *l, lp_err *e);

/* ---- judging ---- */

/* All launches again, with longer buffers. */
static int try_longer(prof_lane *l, const prof_verdict *v, lp_err *e) {
    l->end.added = lp_alloc((size_t)l->kernel.n_args, sizeof *l->end.added);
    for (int i = 0; i < l->kernel.n_args; i++) {
        l->end.added[i] = v->missing[i];
        for (int s = 0; s < l->n && v->missing[i] > 0; s++)
            l->v[s].sample.args[i].elems =
                prof_elems_given(&l->v[s].sample.args[i]) + v->missing[i];
    }
    lp_verbose("%s: %s: %s; trying longer buffers", l->kernel.path, l->kernel.name, v->detail.msg);
    l->at = BUILD; /* what is built serves */
    return next(l, e);
}

static int judge(prof_lane *l, lp_err *e) {
    prof_verdict v;
    int made = 0;
    for (int i = 0; i < l->n; i++) made += l->v[i].made;
    if (made == 0) return finish(l, PROF_PROBE_REFUSED, l->refused.msg);
    prof_judge(&l->kernel, l->v, l->n, &v);
    int rc;
    if (v.danger == PROF_SAFE)
        rc = finish_safe(l);
    else if (v.missing && !l->end.added)
        rc = try_longer(l, &v, e);
    else
        rc = finish(l, v.danger, v.detail.msg);
    free(v.missing);
    return rc;
}

/* Sends the next launch, or judges after the last. A launch that does not fit the device is left
 * out. */
static int next(prof_lane *l, lp_err *e) {
    prof_fail f;
    while (++l->at < l->n) {
        json_t *j = launch_json(l, &f);
        prof_seen_free(&l->v[l->at].seen);
        l->v[l->at].made = false;
        if (j) return send(l, j);
        l->refused = f.error;
    }
    return judge(l, e);
}

/* ---- answers ---- */

/* Only what has a length can be touched. */
static int check_reach(const prof_lane *l, const prof_seen *s, lp_err *e) {
    for (int i = 0; i < l->kernel.n_args; i++) {
        bool sized = l->v[l->at].sample.args[i].elems >= 0;
        if (!sized && (s->args[i].touched || s->guard_arg == i))
            return lp_fail(e, "the worker's probe touches a scalar");
    }
    return 0;
}

static int take_launch(prof_lane *l, const json_t *answer, lp_err *e) {
    prof_probed *p = &l->v[l->at];
    lp_err why;
    int rc = prof_seen_from_json(answer, l->kernel.n_args, &p->seen, &why);
    if (rc == 0) rc = check_reach(l, &p->seen, &why);
    if (rc == 0 && lp_json_i64(answer, "sample", 0) != l->at + 1)
        rc = lp_fail(&why, "the worker answered for another launch");
    if (rc != 0) return finish(l, PROF_PROBE_CRASH, why.msg);
    p->made = true;
    l->end.launches++;
    l->session.deaths = 0;
    return next(l, e);
}

/* The worker is gone: killed by somebody else, or perhaps spoilt by the kernel before. */
static bool excused(prof_lane *l, const prof_fail *f) {
    int most = f->killed ? prof_kills_excused(f) : l->served > 0;
    return l->kills++ < most;
}

static int take_death(prof_lane *l, const prof_fail *f, lp_err *e) {
    lp_err why;
    if (prof_scratch_room(e) != 0) return PROF_ERROR;
    if (excused(l, f)) return start(l, e);
    if (prof_session_count_death(&l->session, f, e) != 0) return PROF_ERROR;
    if (l->at != BUILD) return finish(l, PROF_PROBE_CRASH, f->error.msg);
    if (l->plain) return finish(l, PROF_PROBE_BUILD, f->error.msg);
    lp_fail(&why, "compiling the instrumented kernel, %s", f->error.msg);
    return start_plain(l, why.msg, e);
}

static int take_timeout(prof_lane *l, lp_err *e) {
    bool build = l->at == BUILD;
    lp_err why;
    lp_fail(&why, "no answer within %g s",
            build ? l->campaign->build_timeout_s : l->campaign->probe_timeout_s);
    if (build && !l->plain)
        return start_plain(l, "the compiler took too long for the instrumented kernel", e);
    return finish(l, build ? PROF_PROBE_BUILD : PROF_PROBE_TIMEOUT, why.msg);
}

/* Instrumenting takes registers and local memory: what the device refuses then it may take plain.
 */
static bool too_heavy(const prof_fail *f) {
    return f->reason == PROF_GROUP_TOO_LARGE || f->reason == PROF_LOCAL_TOO_LARGE;
}

static int take_refusal(prof_lane *l, const prof_fail *f, lp_err *e) {
    lp_err why;
    if (prof_scratch_room(e) != 0) return PROF_ERROR; /* that is no kernel's fault */
    if (l->at == BUILD && !l->plain) {
        lp_fail(&why, "the instrumented kernel does not build: %s", f->error.msg);
        return start_plain(l, why.msg, e);
    }
    if (l->at == BUILD) return finish(l, PROF_PROBE_BUILD, f->error.msg);
    if (f->fatal) return finish(l, PROF_PROBE_CRASH, f->error.msg);
    if (!l->plain && too_heavy(f)) {
        lp_fail(&why, "the device refuses the instrumented kernel: %s", f->error.msg);
        return start_plain(l, why.msg, e);
    }
    l->refused = f->error;
    return next(l, e);
}

double prof_lane_deadline(const prof_lane *l) {
    return l->began_s +
           (l->at == BUILD ? l->campaign->build_timeout_s : l->campaign->probe_timeout_s);
}

int prof_lane_step(prof_lane *l, lp_err *e) {
    json_t *answer;
    prof_fail f;
    int rc;
    switch (prof_session_look(&l->session, lp_now_s() >= prof_lane_deadline(l), &answer, &f)) {
    case PROF_REPLY_NONE:
        return PROF_DONE;
    case PROF_REPLY_OK:
        rc = l->at == BUILD ? next(l, e) : take_launch(l, answer, e);
        json_decref(answer);
        return rc;
    case PROF_REPLY_REFUSED:
        return take_refusal(l, &f, e);
    case PROF_REPLY_DIED:
        return take_death(l, &f, e);
    case PROF_REPLY_TIMEOUT:
        return take_timeout(l, e);
    default:
        return PROF_STOPPED;
    }
}

/* ---- beginning ---- */

static void remember_lengths(prof_lane *l) {
    size_t width = (size_t)l->kernel.n_args;
    l->given = lp_alloc((size_t)l->n * width + 1, sizeof *l->given);
    for (int s = 0; s < l->n; s++) {
        const db_sample *x = &l->v[s].sample;
        for (int i = 0; i < x->n_args && i < l->kernel.n_args; i++)
            l->given[(size_t)s * width + (size_t)i] = x->args[i].elems;
    }
}

static int load(prof_lane *l, int64_t kernel, lp_err *e) {
    db_sample *samples;
    if (db_load_kernel(l->d, kernel, true, &l->kernel, e) != 0 ||
        db_load_probe_samples(l->d, kernel, &samples, &l->n, e) != 0)
        return PROF_ERROR;
    l->v = lp_alloc((size_t)l->n, sizeof *l->v);
    for (int i = 0; i < l->n; i++) l->v[i].sample = samples[i];
    free(samples);
    remember_lengths(l);
    return PROF_DONE;
}

int prof_lane_begin(prof_lane *l, int64_t kernel, lp_err *e) {
    prof_lane_clear(l);
    l->busy = true;
    if (load(l, kernel, e) != PROF_DONE) return PROF_ERROR;
    if (l->n == 0) {
        l->over = true;
        return PROF_DONE;
    }
    if (l->kernel.probe) return start(l, e);
    const char *gap = l->kernel.probe_gap;
    return start_plain(l, gap && *gap ? gap : "the kernel could not be instrumented", e);
}
