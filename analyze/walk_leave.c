/* Purpose: the state after a loop: what its variables are, what its condition says from there on.
 * In: a loop that was walked. Out: changes of the walk's state. */
#include <string.h>

#include "analyze/walk_loop.h"

static an_value range_value(an_loop_run *r, const an_induct *x, const an_sym *lo,
                            const an_sym *hi) {
    if (x->init.kind == AN_V_PTR) {
        an_value p = x->init;
        p.off = lo && hi ? an_unknown(r->w->S, "after a loop", lo, hi, AN_DEP_LOAD) : NULL;
        return p;
    }
    unsigned deps =
        x->init.kind == AN_V_INT ? x->init.i->deps & ~(unsigned)AN_DEP_TRIP : AN_DEP_LOAD;
    bool lost = x->kind == AN_I_LOST && r->varies[x - r->v];
    if (r->loop.divergent_exit || r->loop.divergent_cond || !r->loop.exact || lost)
        deps |= AN_DEP_LOAD;
    an_value v = lo || hi ? an_int(an_unknown(r->w->S, "after a loop", lo, hi, deps))
                          : an_unknown_of(r->w, x->var->type, "after a loop", AN_DEP_LOAD);
    if (v.kind == AN_V_INT) an_made_of(r->w, v.i, an_loop_sources(r, (int)(x - r->v)));
    return v;
}

/* Exactly there. */
static an_value placed(const an_induct *x, const an_sym *at) {
    an_value v = x->init;
    if (v.kind == AN_V_PTR)
        v.off = at;
    else
        v.i = at;
    return v;
}

/* The largest (`up`) or smallest value of an ADD variable after the loop. */
static const an_sym *farthest(an_loop_run *r, const an_induct *x, const an_sym *start, bool up) {
    an_symtab *S = r->w->S;
    const an_sym *(*limit)(const an_loop_run *r, const an_sym *a) = up ? an_loop_high : an_loop_low;
    bool rises = an_proved_nonneg(S, &r->outer_guards, x->step);
    if (!rises && !an_proved_nonneg(S, &r->outer_guards, an_scale(S, x->step, -1))) return NULL;
    if (rises != up) return limit(r, start);
    const an_sym *trips = an_max(S, r->loop.trips, an_const(S, 0)); /* it may not run at all */
    const an_sym *best = limit(r, an_add(S, start, an_mul(S, x->step, trips)));
    for (int i = 0; i < r->n_most; i++) {
        const an_sym *end = limit(r, an_add(S, start, an_mul(S, x->step, r->most[i])));
        if (!best || !end)
            best = best ? best : end;
        else
            best = up ? an_min(S, best, end) : an_max(S, best, end);
    }
    return best;
}

static an_value exit_value(an_loop_run *r, int k) {
    an_walk *w = r->w;
    an_symtab *S = w->S;
    const an_induct *x = &r->v[k];
    const an_sym *start = x->init.kind == AN_V_PTR   ? x->init.off
                          : x->init.kind == AN_V_INT ? x->init.i
                                                     : NULL;
    const an_sym *lo = an_loop_low(r, start), *hi = an_loop_high(r, start), *all;
    const an_sym *trips = an_max(S, r->loop.trips, an_const(S, 0)); /* it may not run at all */
    switch (x->kind) {
    case AN_I_ADD:
        all = r->loop.breaks ? NULL : an_add(S, start, an_mul(S, x->step, r->count));
        if (all) return placed(x, all);
        return range_value(r, x, farthest(r, x, start, false), farthest(r, x, start, true));
    case AN_I_DIV:
        return range_value(r, x, an_nonneg(S, lo) ? an_const(S, 0) : NULL, hi);
    case AN_I_MUL:
        return range_value(r, x, lo, r->hi[k] ? an_max(S, hi, r->hi[k]) : NULL);
    case AN_I_GROW:
        return range_value(r, x, lo, an_add(S, hi, an_mul(S, x->step, trips)));
    default:
        if (x->init.kind == AN_V_PTR && r->proved[k]) return r->pointer[k];
        if (r->fixed[k] && !r->loop.breaks) return range_value(r, x, r->elo[k], r->ehi[k]);
        if (x->init.kind != AN_V_INT || !r->lo[k] || !r->hi[k] || !lo || !hi)
            return range_value(r, x, NULL, NULL);
        return range_value(r, x, an_min(S, lo, r->lo[k]), an_max(S, hi, r->hi[k]));
    }
}

/* The condition that ends a loop changes its variables once more; a `break` comes before that. */
static void end_by_condition(an_loop_run *r) {
    an_walk *w = r->w;
    an_snap *left = r->loop.breaks ? an_snapshot(w) : NULL;
    w->quiet++;
    an_eval(w, r->cond); /* its accesses are recorded */
    w->quiet--;
    if (left) an_snap_drop(w, an_join_more(w, an_snapshot(w), left));
    an_snap_drop(w, left);
}

void an_loop_leave(an_loop_run *r, bool endless) {
    an_walk *w = r->w;
    an_guard_reset(w, r->outer);
    memcpy(w->env, r->entry, (size_t)w->ir->n_slots * sizeof *w->env);
    for (int k = 0; k < r->n; k++) {
        const an_decl *d = r->v[k].var;
        an_value v = exit_value(r, k);
        w->env[d->slot] = an_is_narrow(d->type) ? an_to_type(w, v, d->type) : v;
    }
    if (!r->is_do && r->cond && r->cond->effects) end_by_condition(r);
    w->live = !endless || r->loop.breaks;
    if (!w->live || r->loop.breaks || !r->cond || r->cond->effects) return;
    an_mark m = an_guard_mark(w);
    an_assume(w, r->cond, false); /* every work-item is here again: nothing diverges by it */
    w->opaque_div = m.opaque;
    for (int i = m.n; i < w->G.n; i++) {
        w->gdiv[i] = false;
        w->gleft[i] = true;
    }
}
