/* Samples of one kernel: for each index a class, a local size, a number of work-groups and
 * arguments, drawn again with more and more caution until every condition holds, in the planned
 * class or else in a neighbouring one. Input: a prepared kernel, campaign, limits. Output: samples
 * and counts. Does not read or write the database. */
#include "gen/sample.h"

#include <stdlib.h>
#include <string.h>

#include "common/hash.h"
#include "common/text.h"
#include "gen/fill.h"

#define TRIES_PER_LEVEL 8
#define GIVE_UP_AFTER 32 /* indices in a row without a sample: the kernel has no more */

/* Open addressing set of 64-bit hashes of what was planned already; 0 marks an empty slot. */
typedef struct seen {
    uint64_t *v;
    size_t mask;
} seen;

typedef struct planner {
    const gen_kernel *k;
    const lp_campaign *c;
    const gen_limits *lim;
    int64_t *locals;
    size_t n_locals;
    uint64_t kernel_seed;
    seen seen;
    lp_bind *binds;
    int *arg_of;
} planner;

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

/* False when the launch with these scalars was planned before. */
static bool remember(seen *s, const db_sample *x) {
    lp_text t = {0};
    lp_text_addf(&t, "%lld/%lld", (long long)x->global_size, (long long)x->local_size);
    for (int i = 0; i < x->n_args; i++)
        if (x->args[i].value) lp_text_addf(&t, ";%s", x->args[i].value);
    uint64_t h = lp_hash64(t.s, t.len, 0);
    lp_text_free(&t);
    if (h == 0) h = 1;
    for (size_t i = h & s->mask;; i = (i + 1) & s->mask) {
        if (s->v[i] == h) return false;
        if (s->v[i] == 0) {
            s->v[i] = h;
            return true;
        }
    }
}

/* One attempt. On failure nothing is left in *s. */
static gen_reason attempt(planner *p, lp_pcg *rng, gen_class cls, int level, db_sample *s) {
    int64_t lo = 0;
    int64_t hi = 0;
    /* From the third level on the other local sizes get their turn: a condition may depend on it.
     */
    size_t turn = (size_t)s->idx + (size_t)(level > 2 ? level - 2 : 0);
    int64_t local = p->locals[turn % p->n_locals];
    if (!gen_class_range(cls, p->c, p->lim, local, &lo, &hi)) return GEN_LAUNCH;
    hi = lo + ((hi - lo) >> (2 * level));
    int64_t groups = lp_pcg_log_range(rng, lo, hi);
    gen_draw d = {.k = p->k,
                  .c = p->c,
                  .rng = rng,
                  .level = level,
                  .global = groups * local,
                  .local = local,
                  .binds = p->binds,
                  .arg_of = p->arg_of};
    db_sample x = {
        .kernel_id = s->kernel_id, .idx = s->idx, .global_size = d.global, .local_size = local};
    gen_reason why = gen_fill_args(&d, p->lim, &x);
    if (why == GEN_OK && !remember(&p->seen, &x)) why = GEN_DUPLICATE;
    if (why != GEN_OK) {
        db_sample_free(&x);
        return why;
    }
    x.strategy = lp_strdup(p->c->strategy == LP_STRATEGY_NAIVE ? "naive" : "memory-analysis");
    x.class_ = lp_strdup(gen_class_names[cls]);
    *s = x;
    return GEN_OK;
}

/* Sample s->idx, or the reason that most attempts failed for. */
static gen_reason plan_one(planner *p, db_sample *s, gen_counts *counts) {
    int failed[GEN_N_REASONS] = {0};
    uint64_t seed = gen_stream_seed(p->c->seed, p->k->key, (uint64_t)s->idx);
    gen_class want = gen_class_at(p->c, p->kernel_seed, s->idx);
    lp_pcg rng;
    lp_pcg_seed(&rng, seed, lp_mix64(seed));
    for (int tried = 0; tried < GEN_N_CLASSES; tried++) {
        gen_class cls = gen_class_after(want, tried);
        for (int t = 0; t < GEN_LEVELS * TRIES_PER_LEVEL; t++) {
            gen_reason why = attempt(p, &rng, cls, t / TRIES_PER_LEVEL, s);
            if (why == GEN_OK) {
                s->fill_seed = (int64_t)(lp_mix64(seed + 1) >> 1);
                counts->planned++;
                counts->classes[cls]++;
                counts->moved += tried > 0;
                return GEN_OK;
            }
            failed[why]++;
        }
    }
    gen_reason most = GEN_LAUNCH;
    for (int i = 0; i < GEN_N_REASONS; i++)
        if (i != GEN_LAUNCH && failed[i] > (most == GEN_LAUNCH ? 0 : failed[most]))
            most = (gen_reason)i;
    counts->left_out[most]++;
    return most;
}

void gen_plan_nothing(const lp_campaign *c, gen_reason why, gen_samples *out) {
    *out = (gen_samples){0};
    out->counts.left_out[why] = c->launch_per_kernel;
}

static void planner_begin(planner *p, size_t per_kernel) {
    size_t slots = 64;
    while (slots < 2 * per_kernel) slots *= 2;
    p->seen = (seen){lp_alloc(slots, sizeof *p->seen.v), slots - 1};
    p->binds = lp_alloc((size_t)p->k->n_args + 2, sizeof *p->binds);
    p->arg_of = lp_alloc((size_t)p->k->n_args + 2, sizeof *p->arg_of);
    p->kernel_seed = gen_kernel_seed(p->c->seed, p->k->key);
}

static void planner_end(planner *p) {
    free(p->seen.v);
    free(p->binds);
    free(p->arg_of);
    free(p->locals);
}

void gen_plan_samples(const gen_kernel *k, const lp_campaign *c, const gen_limits *lim,
                      gen_samples *out) {
    planner p = {.k = k, .c = c, .lim = lim};
    int64_t per_kernel = c->launch_per_kernel;
    p.n_locals = gen_local_sizes(k, c, lim, &p.locals);
    if (p.n_locals == 0) {
        free(p.locals);
        gen_plan_nothing(c, GEN_LOCAL_SIZE, out);
        return;
    }
    *out = (gen_samples){.v = lp_alloc((size_t)per_kernel, sizeof *out->v)};
    planner_begin(&p, (size_t)per_kernel);
    int misses = 0;
    for (int64_t idx = 0; idx < per_kernel; idx++) {
        db_sample s = {.kernel_id = k->row->id, .idx = (int)idx};
        gen_reason why = plan_one(&p, &s, &out->counts);
        misses = why == GEN_OK ? 0 : misses + 1;
        if (why == GEN_OK) out->v[out->n++] = s;
        if (misses == GIVE_UP_AFTER) {
            out->counts.left_out[why] += per_kernel - idx - 1;
            break;
        }
    }
    planner_end(&p);
}

void gen_samples_free(gen_samples *s) {
    for (size_t i = 0; i < s->n; i++) db_sample_free(&s->v[i]);
    free(s->v);
    *s = (gen_samples){0};
}
