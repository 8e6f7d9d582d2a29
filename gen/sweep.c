/* Sweeps over the local size: groups of launches with the same global size, scalars, buffers and
 * fill seed, one launch for each local size that the kernel allows.
 *
 * In: a prepared kernel, campaign, limits. Out: samples and counts. A group is drawn like one
 * sample (sample.c): a class, a global size that all local sizes divide, scalars that suit them
 * all, with more and more caution. Scalars that must equal something that depends on the local size
 * follow it, and so do arrays in local memory; each buffer has the largest length that a launch of
 * the group needs, so that contents stay the same. Does not read or write the database. */
#include "gen/sweep.h"

#include <stdlib.h>

#include "common/text.h"
#include "gen/attempt.h"
#include "gen/fill.h"

#define TRIES 32 /* at one level of caution: a whole group may need more luck than one launch */
#define LEAST 2  /* launches of a group: fewer leave nothing to compare */

typedef struct group {
    db_sample *v; /* room for one launch a local size of the kernel */
    size_t n;
} group;

typedef struct sweep {
    gen_planner p;
    int64_t step; /* global sizes are multiples of it */
    int64_t idx;  /* of the group */
} sweep;

static void group_free(group *g) {
    for (size_t i = 0; i < g->n; i++) db_sample_free(&g->v[i]);
    free(g->v);
    *g = (group){0};
}

static int64_t work_of(const group *g) {
    int64_t most = 0;
    for (size_t i = 0; i < g->n; i++)
        if (g->v[i].work > most) most = g->v[i].work;
    return most;
}

static gen_class class_of(const gen_planner *p, const db_sample *s) {
    int64_t groups = s->global_size / s->local_size;
    for (int cls = 0; cls < GEN_N_CLASSES; cls++) {
        int64_t lo = 0, hi = 0;
        if (gen_class_range((gen_class)cls, p->c, p->lim, s->local_size, &lo, &hi) &&
            groups >= lo && groups <= hi)
            return (gen_class)cls;
    }
    LP_BUG("%lld work-groups are of no class", (long long)groups);
}

/* Does a launch that fails so show that the kernel does not allow its local size? */
static bool forbids_local(gen_reason why) {
    return why == GEN_CONSTRAINT || why == GEN_LOCAL_MEMORY || why == GEN_DOMAIN;
}

/* The launches that the scalars of `first` allow, one a local size. */
static gen_reason add_launches(const gen_planner *p, const gen_draw *drawn, const db_sample *first,
                               group *g) {
    gen_reason last = GEN_LOCAL_SIZE;
    for (size_t i = 0; i < p->n_locals; i++) {
        gen_draw d = *drawn;
        d.local = p->locals[i];
        d.n_locals = 0;
        db_sample s = {
            .kernel_id = first->kernel_id, .global_size = d.global, .local_size = d.local};
        gen_reason why = gen_fill_like(&d, p->lim, first, &s);
        if (why == GEN_OK && gen_was_planned(p, &s)) why = GEN_DUPLICATE;
        if (why == GEN_OK) {
            g->v[g->n++] = s;
            continue;
        }
        db_sample_free(&s);
        if (!forbids_local(why)) return why;
        last = why;
    }
    return g->n < LEAST ? last : gen_share_lengths(p->k, p->c, g->v, g->n);
}

/* One attempt at a group. On failure nothing is left in *g. The class is that of the middle local
 * size. */
static gen_reason attempt(const sweep *w, lp_pcg *rng, gen_class cls, int level, group *g) {
    const gen_planner *p = &w->p;
    int64_t middle = p->locals[p->n_locals / 2];
    int64_t lo = 0, hi = 0;
    *g = (group){0};
    if (!gen_class_range(cls, p->c, p->lim, middle, &lo, &hi)) return GEN_LAUNCH;
    lo = (lo * middle + w->step - 1) / w->step;
    hi = hi * middle / w->step;
    if (lo > hi) return GEN_LAUNCH;
    gen_draw d = {.k = p->k,
                  .c = p->c,
                  .rng = rng,
                  .level = level,
                  .set = p->c->scalar_sets > 0 ? 1 + w->idx % p->c->scalar_sets : 0,
                  .global = w->step * lp_pcg_log_range(rng, lo, lo + ((hi - lo) >> (2 * level))),
                  .local = middle,
                  .locals = p->locals,
                  .n_locals = p->n_locals,
                  .binds = p->binds,
                  .arg_of = p->arg_of};
    db_sample first = {.kernel_id = p->k->row->id};
    gen_reason why = gen_fill_scalars(&d, &first);
    g->v = lp_alloc(p->n_locals, sizeof *g->v);
    if (why == GEN_OK) why = add_launches(p, &d, &first, g);
    db_sample_free(&first);
    if (why != GEN_OK) group_free(g);
    return why;
}

/* Of the attempts at one level of caution the first with every local size, else the one with the
 * most: scalars decide about some conditions. Failures are counted. */
static void find_group(const sweep *w, lp_pcg *rng, gen_class cls, int level, int *failed,
                       group *best) {
    for (int i = 0; i < TRIES && best->n < w->p.n_locals; i++) {
        group g;
        gen_reason why = attempt(w, rng, cls, level, &g);
        if (why != GEN_OK) {
            failed[why]++;
        } else if (g.n > best->n) {
            group_free(best);
            *best = g;
        } else {
            group_free(&g);
        }
    }
}

/* With launch.work_draws: the one of so many groups whose heaviest launch comes nearest to a target
 * that is even over the decades. It has as many launches as the first one. */
static void come_nearer(const sweep *w, lp_pcg *rng, gen_class cls, group *best) {
    const lp_campaign *c = w->p.c;
    if (c->launch_work_draws < 2) return;
    int64_t want = lp_pcg_log_range(rng, c->launch_work_min, c->launch_work_max);
    for (int64_t i = 1; i < c->launch_work_draws; i++) {
        group g;
        if (attempt(w, rng, cls, 0, &g) != GEN_OK) continue;
        if (g.n >= best->n && gen_is_nearer(work_of(&g), work_of(best), want)) {
            group worse = *best;
            *best = g;
            g = worse;
        }
        group_free(&g);
    }
}

/* Gives the launches of a group to the kernel's samples. */
static void keep(sweep *w, uint64_t seed, group *g, gen_samples *out) {
    for (size_t i = 0; i < g->n; i++) {
        db_sample *s = &out->v[out->n];
        gen_class cls = class_of(&w->p, &g->v[i]);
        *s = g->v[i];
        s->idx = (int)out->n++;
        s->strategy = gen_strategy_name(w->p.c);
        s->class_ = lp_strdup(gen_class_names[cls]);
        s->fill_seed = (int64_t)(lp_mix64(seed + 1) >> 1);
        gen_remember(&w->p, s);
        out->counts.planned++;
        out->counts.classes[cls]++;
    }
    g->n = 0;
}

/* Group w->idx: GEN_OK when it is planned or does not fit into `room`; *n is its launches. */
static gen_reason plan_group(sweep *w, int64_t room, int64_t *n, gen_samples *out) {
    int failed[GEN_N_REASONS] = {0};
    const gen_planner *p = &w->p;
    uint64_t seed = gen_stream_seed(p->c->seed, p->k->key, (uint64_t)w->idx);
    gen_class want = gen_class_at(p->c, gen_kernel_seed(p->c->seed, p->k->key), (int)w->idx);
    group g = {0};
    lp_pcg rng;
    lp_pcg_seed(&rng, seed, lp_mix64(seed));
    for (int t = 0; t < GEN_N_CLASSES * GEN_LEVELS && g.n == 0; t++) {
        gen_class cls = gen_class_after(want, t / GEN_LEVELS);
        find_group(w, &rng, cls, t % GEN_LEVELS, failed, &g);
        if (g.n == 0) continue;
        come_nearer(w, &rng, cls, &g);
        if (t >= GEN_LEVELS && (int64_t)g.n <= room) out->counts.moved += (int64_t)g.n;
    }
    *n = g.n ? (int64_t)g.n : (int64_t)p->n_locals;
    gen_reason why = g.n ? GEN_OK : gen_commonest(failed);
    if (g.n && *n <= room) keep(w, seed, &g, out);
    group_free(&g);
    return why;
}

void gen_plan_sweeps(const gen_kernel *k, const lp_campaign *c, const gen_limits *lim,
                     gen_samples *out) {
    sweep w = {0};
    int64_t room = c->launch_per_kernel;
    if (!gen_planner_begin(&w.p, k, c, lim, room) || w.p.n_locals < LEAST) {
        gen_planner_end(&w.p);
        gen_plan_nothing(c, GEN_LOCAL_SIZE, out);
        return;
    }
    *out = (gen_samples){.v = lp_alloc((size_t)room, sizeof *out->v)};
    w.step = lp_common_multiple(w.p.locals, w.p.n_locals);
    int misses = 0;
    for (int64_t n = 0; room > 0; w.idx++, room -= n) {
        gen_reason why = plan_group(&w, room, &n, out);
        misses = why == GEN_OK ? 0 : misses + 1;
        if (n > room || misses == GEN_GIVE_UP_AFTER) n = room;
        if (why != GEN_OK) out->counts.left_out[why] += n;
    }
    gen_planner_end(&w.p);
}
