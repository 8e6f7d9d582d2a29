/* Samples of one kernel: for each index a class, a local size, a number of work-groups and
 * arguments, drawn again with more and more caution until every condition holds, in the planned
 * class or else in a neighbouring one. Input: a prepared kernel, campaign, limits. Output: samples
 * and counts. Does not read or write the database, or plan sweeps of local sizes (sweep.c). */
#include "gen/sample.h"

#include <stdlib.h>

#include "common/text.h"
#include "gen/attempt.h"
#include "gen/sweep.h"

void gen_counts_add(gen_counts *to, const gen_counts *more) {
    to->planned += more->planned;
    to->moved += more->moved;
    for (int i = 0; i < GEN_N_REASONS; i++) to->left_out[i] += more->left_out[i];
    for (int i = 0; i < GEN_N_CLASSES; i++) to->classes[i] += more->classes[i];
}

int64_t gen_counts_left_out(const gen_counts *c) {
    int64_t n = 0;
    for (int i = 0; i < GEN_N_REASONS; i++) n += c->left_out[i];
    return n;
}

/* One attempt in a class. On failure nothing is left in *s. */
static gen_reason attempt(const gen_planner *p, lp_pcg *rng, gen_class cls, int level,
                          db_sample *s) {
    /* From the third level on the other local sizes get their turn: a condition may depend on it.
     */
    size_t turn = (size_t)s->idx + (size_t)(level > 2 ? level - 2 : 0);
    gen_try t = {.rng = rng, .level = level, .local = p->locals[turn % p->n_locals]};
    if (p->c->scalar_sets > 0) t.set = 1 + s->idx / (int64_t)p->n_locals % p->c->scalar_sets;
    if (!gen_class_range(cls, p->c, p->lim, t.local, &t.lo, &t.hi)) return GEN_LAUNCH;
    gen_reason why = gen_attempt(p, &t, s);
    if (why != GEN_OK) return why;
    s->strategy = gen_strategy_name(p->c);
    s->class_ = lp_strdup(gen_class_names[cls]);
    return GEN_OK;
}

/* Replaces the first launch found, *s, by the one of launch.work_draws whose work comes nearest to
 * a target, which is drawn evenly over the decades: else most launches are short. */
static void come_nearer(const gen_planner *p, lp_pcg *rng, gen_class cls, db_sample *s) {
    const lp_campaign *c = p->c;
    if (c->launch_work_draws < 2) return;
    int64_t want = lp_pcg_log_range(rng, c->launch_work_min, c->launch_work_max);
    for (int64_t i = 1; i < c->launch_work_draws; i++) {
        db_sample x = {.kernel_id = s->kernel_id, .idx = s->idx};
        if (attempt(p, rng, cls, 0, &x) != GEN_OK) continue;
        if (gen_is_nearer(x.work, s->work, want)) {
            db_sample worse = *s;
            *s = x;
            x = worse;
        }
        db_sample_free(&x);
    }
}

/* Sample s->idx, or the reason that most attempts failed for. */
static gen_reason plan_one(gen_planner *p, db_sample *s, gen_counts *counts) {
    int failed[GEN_N_REASONS] = {0};
    uint64_t seed = gen_stream_seed(p->c->seed, p->k->key, (uint64_t)s->idx);
    gen_class want = gen_class_at(p->c, gen_kernel_seed(p->c->seed, p->k->key), s->idx);
    lp_pcg rng;
    lp_pcg_seed(&rng, seed, lp_mix64(seed));
    for (int tried = 0; tried < GEN_N_CLASSES; tried++) {
        gen_class cls = gen_class_after(want, tried);
        for (int t = 0; t < GEN_LEVELS * GEN_TRIES_PER_LEVEL; t++) {
            gen_reason why = attempt(p, &rng, cls, t / GEN_TRIES_PER_LEVEL, s);
            if (why == GEN_OK) {
                come_nearer(p, &rng, cls, s);
                gen_remember(p, s);
                s->fill_seed = (int64_t)(lp_mix64(seed + 1) >> 1);
                counts->planned++;
                counts->classes[cls]++;
                counts->moved += tried > 0;
                return GEN_OK;
            }
            failed[why]++;
        }
    }
    gen_reason most = gen_commonest(failed);
    counts->left_out[most]++;
    return most;
}

void gen_plan_nothing(const lp_campaign *c, gen_reason why, gen_samples *out) {
    *out = (gen_samples){0};
    out->counts.left_out[why] = c->launch_per_kernel;
}

void gen_plan_samples(const gen_kernel *k, const lp_campaign *c, const gen_limits *lim,
                      gen_samples *out) {
    gen_planner p;
    int64_t per_kernel = c->launch_per_kernel;
    if (c->launch_sweep_locals) {
        gen_plan_sweeps(k, c, lim, out);
        return;
    }
    if (!gen_planner_begin(&p, k, c, lim, per_kernel)) {
        gen_planner_end(&p);
        gen_plan_nothing(c, GEN_LOCAL_SIZE, out);
        return;
    }
    *out = (gen_samples){.v = lp_alloc((size_t)per_kernel, sizeof *out->v)};
    int misses = 0;
    for (int64_t idx = 0; idx < per_kernel; idx++) {
        db_sample s = {.kernel_id = k->row->id, .idx = (int)idx};
        gen_reason why = plan_one(&p, &s, &out->counts);
        misses = why == GEN_OK ? 0 : misses + 1;
        if (why == GEN_OK) out->v[out->n++] = s;
        if (misses == GEN_GIVE_UP_AFTER) {
            out->counts.left_out[why] += per_kernel - idx - 1;
            break;
        }
    }
    gen_planner_end(&p);
}

void gen_samples_free(gen_samples *s) {
    for (size_t i = 0; i < s->n; i++) db_sample_free(&s->v[i]);
    free(s->v);
    *s = (gen_samples){0};
}
