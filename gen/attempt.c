/* One attempt at a launch: groups, arguments, limits, and whether it was planned before. Input: a
 * kernel, limits, a random stream. Output: a launch with its arguments, or why not. Does not choose
 * local sizes, ranges of groups or how often to try (sample.c, probe.c). */
#include "gen/attempt.h"

#include <stdlib.h>

#include "common/hash.h"
#include "common/text.h"
#include "gen/fill.h"

bool gen_planner_begin(gen_planner *p, const gen_kernel *k, const lp_campaign *c,
                       const gen_limits *lim, int64_t most) {
    size_t slots = 64;
    *p = (gen_planner){.k = k, .c = c, .lim = lim};
    p->n_locals = gen_local_sizes(k, c, lim, &p->locals);
    if (p->n_locals == 0) return false;
    while (slots < 2 * (size_t)most) slots *= 2;
    p->seen = (gen_seen){lp_alloc(slots, sizeof *p->seen.v), slots - 1};
    p->binds = lp_alloc((size_t)k->n_args + 2, sizeof *p->binds);
    p->arg_of = lp_alloc((size_t)k->n_args + 2, sizeof *p->arg_of);
    return true;
}

void gen_planner_end(gen_planner *p) {
    free(p->seen.v);
    free(p->binds);
    free(p->arg_of);
    free(p->locals);
    *p = (gen_planner){0};
}

/* The slot of the launch with these scalars: it holds its hash, or is empty. *hash is not 0. */
static uint64_t *slot_of(const gen_seen *s, const db_sample *x, uint64_t *hash) {
    lp_text t = {0};
    lp_text_addf(&t, "%lld/%lld", (long long)x->global_size, (long long)x->local_size);
    for (int i = 0; i < x->n_args; i++)
        if (x->args[i].value) lp_text_addf(&t, ";%s", x->args[i].value);
    uint64_t h = lp_hash64(t.s, t.len, 0);
    lp_text_free(&t);
    if (h == 0) h = 1;
    *hash = h;
    size_t i = h & s->mask;
    while (s->v[i] != h && s->v[i] != 0) i = (i + 1) & s->mask;
    return &s->v[i];
}

bool gen_was_planned(const gen_planner *p, const db_sample *s) {
    uint64_t hash = 0;
    return *slot_of(&p->seen, s, &hash) == hash;
}

void gen_remember(gen_planner *p, const db_sample *s) {
    uint64_t hash = 0;
    uint64_t *slot = slot_of(&p->seen, s, &hash);
    *slot = hash;
}

static bool lengths_within(const db_sample *x, int64_t elems_max) {
    for (int i = 0; elems_max > 0 && i < x->n_args; i++)
        if (x->args[i].elems > elems_max) return false;
    return true;
}

gen_reason gen_attempt(const gen_planner *p, const gen_try *t, db_sample *s) {
    int64_t hi = t->lo + ((t->hi - t->lo) >> (2 * t->level));
    int64_t groups = lp_pcg_log_range(t->rng, t->lo, hi);
    gen_draw d = {.k = p->k,
                  .c = p->c,
                  .rng = t->rng,
                  .level = t->level,
                  .set = t->set,
                  .global = groups * t->local,
                  .local = t->local,
                  .binds = p->binds,
                  .arg_of = p->arg_of};
    db_sample x = *s;
    x.global_size = d.global;
    x.local_size = t->local;
    gen_reason why = gen_fill_args(&d, p->lim, &x);
    if (why == GEN_OK && !lengths_within(&x, t->elems_max)) why = GEN_MEMORY;
    if (why == GEN_OK && gen_was_planned(p, &x)) why = GEN_DUPLICATE;
    if (why == GEN_OK)
        *s = x;
    else
        db_sample_free(&x);
    return why;
}

/* How far a launch is from the work that is wanted: max / min of both. */
typedef struct work_ratio {
    int64_t hi, lo;
} work_ratio;

static work_ratio ratio_of(int64_t work, int64_t want) {
    if (work < 1) work = 1;
    return work > want ? (work_ratio){work, want} : (work_ratio){want, work};
}

bool gen_is_nearer(int64_t a, int64_t b, int64_t want) {
    work_ratio x = ratio_of(a, want);
    work_ratio y = ratio_of(b, want);
    return (__int128)x.hi * y.lo < (__int128)y.hi * x.lo;
}

gen_reason gen_commonest(const int failed[GEN_N_REASONS]) {
    gen_reason most = GEN_LAUNCH;
    for (int i = 0; i < GEN_N_REASONS; i++)
        if (i != GEN_LAUNCH && failed[i] > (most == GEN_LAUNCH ? 0 : failed[most]))
            most = (gen_reason)i;
    return most;
}

char *gen_strategy_name(const lp_campaign *c) {
    return lp_strdup(c->strategy == LP_STRATEGY_NAIVE ? "naive" : "memory-analysis");
}
