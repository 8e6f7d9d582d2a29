/* Purpose: features of where accesses go: footprints, targets of jumps, how many meet at one
 * address. In: the accesses of the last walk. Out: named formulas in the record. How neighbours lie
 * to each other is features_mem.c's. */
#include "analyze/features_mem.h"

typedef struct reach {
    an_rec *r;
    an_symtab *S;
    const an_touch *t;
    size_t n;
} reach;

bool an_touch_random(const an_touch *t) {
    int64_t c;
    bool far = t->lane_step && (!an_is_const(t->lane_step, &c) || c >= AN_SECTOR);
    return t->lane.loaded || (t->lane.scattered && far);
}

static const an_sym *num(reach *m, int64_t v) {
    return an_const(m->S, v);
}

static const an_sym *bytes_of(const an_rec *r, int arg) {
    const an_sym *n = r->w->args[arg].extent;
    return n ? an_scale(r->S, n, r->k->args[arg].elem_bytes) : NULL;
}

static const an_sym *larger(reach *m, const an_sym *a, const an_sym *b) {
    return b ? an_max(m->S, a, b) : a;
}

/* Bytes of the buffer that jumps go to: all of it where they are not known to stay nearer. */
static const an_sym *reached(reach *m, const an_touch *t) {
    const an_sym *all = bytes_of(m->r, t->a->arg);
    const an_sym *far = t->lane.scattered
                            ? an_add(m->S, an_move_span(m->r->w, &t->lane), num(m, t->a->size))
                            : NULL;
    return far && all ? an_min(m->S, far, all) : all;
}

const an_sym *an_footprint(const an_rec *r, bool stored) {
    const an_walk *w = r->w;
    const an_sym *sum = an_const(r->S, 0);
    for (int i = 0; i < w->n_args; i++) {
        const an_type *t = w->ir->kernel->params[i]->type;
        bool used = stored ? w->args[i].stored : w->args[i].loaded;
        if (t->cls == AN_T_PTR && t->space == AN_GLOBAL && used)
            sum = an_add(r->S, sum, bytes_of(r, i));
    }
    return sum;
}

/* Where accesses go that jump. */
static void add_targets(reach *m) {
    const an_sym *zero = num(m, 0), *most[3] = {zero, zero, zero};
    for (size_t i = 0; i < m->n; i++) {
        const an_touch *t = &m->t[i];
        if (t->a->obj->space != AN_GLOBAL) continue;
        const an_sym **best = &most[t->a->kind];
        if (t->a->kind == AN_ATOMIC || an_touch_random(t) || !t->lane_step)
            *best = larger(m, *best, reached(m, t));
    }
    an_feature(m->r, "random_load_target", most[AN_LOAD]);
    an_feature(m->r, "random_store_target", most[AN_STORE]);
    an_feature(m->r, "atomic_target", most[AN_ATOMIC]);
}

/* Executions by a launch, or by a group, for each element that they may go to. Those of a warp that
 * share their address are one. */
static const an_sym *contention_of(reach *m, const an_touch *t, bool of_group) {
    int64_t size = t->a->size > 0 ? t->a->size : 1;
    const an_sym *room = an_add(m->S, an_sub(m->S, t->a->hi, t->a->lo), num(m, size));
    const an_sym *targets = an_max(m->S, an_div(m->S, room, num(m, size)), num(m, 1));
    const an_sym *who = of_group ? an_base(m->S, AN_A_LSZ) : t->items;
    if (!an_moves(&t->lane)) targets = an_scale(m->S, targets, AN_WARP);
    return an_div(m->S, an_mul(m->S, t->mult, who), targets);
}

static void add_contention(reach *m) {
    const an_sym *atomic = num(m, 0), *local = atomic, *store = atomic;
    for (size_t i = 0; i < m->n; i++) {
        const an_touch *t = &m->t[i];
        bool of_group = t->a->obj->space == AN_LOCAL, global = t->a->obj->space == AN_GLOBAL;
        if (t->a->kind == AN_ATOMIC && (of_group || global)) {
            const an_sym **most = of_group ? &local : &atomic;
            *most = larger(m, *most, contention_of(m, t, of_group));
        }
        if (t->a->kind == AN_STORE && global) store = larger(m, store, contention_of(m, t, false));
    }
    an_feature(m->r, "atomic_contention", atomic);
    an_feature(m->r, "atomic_local_contention", local);
    an_feature(m->r, "store_contention", store);
}

void an_reach_features(an_rec *r, const an_touch *t, size_t n) {
    reach m = {.r = r, .S = r->S, .t = t, .n = n};
    an_feature(r, "read_footprint", an_footprint(r, false));
    an_feature(r, "write_footprint", an_footprint(r, true));
    add_targets(&m);
    add_contention(&m);
}
