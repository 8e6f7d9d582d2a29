/* The timing of one launch configuration: warm-ups, batches, rejected times.
 *
 * In: a prepared launch and a rule. Out: raw times. Computes no statistics of its own: rule.c does,
 * to know when to stop. */
#include "profile/measure.h"

#include <stdlib.h>

#include "common/progress.h"
#include "common/text.h"

/* State of one measurement. `time` holds the valid durations, `base` the first START. */
typedef struct measuring {
    double deadline_s;
    prof_times *out;
    int64_t *time;
    size_t cap;
    cl_ulong base;
} measuring;

static int64_t duration(cl_ulong start, cl_ulong end) {
    return end > start ? (int64_t)(end - start) : 0;
}

static int64_t left_ns(const measuring *m) {
    return (int64_t)((m->deadline_s - lp_now_s()) * 1e9);
}

/* The last duration becomes the launch's typical one, at least 1. */
static int warm_up(prof_engine *g, prof_launch *l, measuring *m, prof_fail *f) {
    int64_t t[PROF_WARMUPS_MAX];
    int n = 0;
    do {
        cl_ulong start, end;
        if (prof_launch_batch(g, l, 1, &start, &end, f) != 0) return -1;
        t[n++] = duration(start, end);
        m->out->busy_ns += t[n - 1];
    } while (!prof_warm_enough(t, n) && left_ns(m) > 0);
    l->typical_ns = t[n - 1] > 0 ? t[n - 1] : 1;
    return 0;
}

static void keep(measuring *m, cl_ulong start, cl_ulong end) {
    prof_times *o = m->out;
    if (end <= start || (o->n > 0 && start < m->base)) {
        o->rejected++;
        return;
    }
    if (o->n == 0) m->base = start;
    size_t need = (size_t)o->n + 1;
    if (need > m->cap) {
        size_t caps[2] = {m->cap, m->cap};
        m->time = lp_grow(m->time, &m->cap, need, sizeof *m->time);
        o->start = lp_grow(o->start, &caps[0], need, sizeof *o->start);
        o->end = lp_grow(o->end, &caps[1], need, sizeof *o->end);
    }
    m->time[o->n] = duration(start, end);
    o->busy_ns += m->time[o->n];
    o->start[o->n] = (int64_t)(start - m->base);
    o->end[o->n++] = (int64_t)(end - m->base);
}

static int batch(prof_engine *g, prof_launch *l, measuring *m, int n, prof_fail *f) {
    cl_ulong *start = lp_alloc((size_t)n, sizeof *start), *end = lp_alloc((size_t)n, sizeof *end);
    int rc = prof_launch_batch(g, l, n, start, end, f);
    for (int i = 0; i < n && rc == 0; i++) keep(m, start[i], end[i]);
    free(start);
    free(end);
    return rc;
}

/* Clocks that fail now and then are made up for; clocks that fail as often as not measure nothing.
 */
static bool hopeless(const prof_times *t) {
    enum { REJECTED_MIN = 9 };
    return t->rejected >= REJECTED_MIN && t->rejected >= t->n;
}

int prof_measure(prof_engine *g, prof_launch *l, const prof_rule *rule, double limit_s,
                 prof_times *out, prof_fail *f) {
    *out = (prof_times){.start = NULL};
    measuring m = {.deadline_s = lp_now_s() + limit_s, .out = out};
    int want, rc = warm_up(g, l, &m, f);
    while (rc == 0 &&
           (want = prof_next_batch(rule, m.time, out->n, l->typical_ns, left_ns(&m))) > 0) {
        rc = batch(g, l, &m, want, f);
        if (rc == 0 && hopeless(out))
            rc = prof_refuse(f, PROF_BAD_TIMES, "%d of %d launches ended no later than they began",
                             out->rejected, out->rejected + out->n);
    }
    free(m.time);
    return rc;
}
