/* Purpose: loop counters of 8 and 16 bits. In: a loop whose trips are known as long as none of them
 * wraps around. Out: which ones may. Does not count trips: walk_trips.c does.
 *
 * The trips were found under the supposition that a counter is what it started from and its steps.
 * Where that leaves it inside its type after the last iteration, no iteration wraps, by induction:
 * the condition that let the iteration begin held for a value that had not wrapped. */
#include "analyze/walk_loop.h"

/* `room` is at least zero, or launches can be asked to keep it so. */
static bool kept(an_loop_run *r, const an_sym *room) {
    an_walk *w = r->w;
    if (an_proved_nonneg(w->S, &r->outer_guards, room)) return true;
    const an_sym *least = an_loop_low(r, room);
    if (!least || an_ceil_of(w->S, least) < 0) return false;
    an_require(w, least);
    return true;
}

static bool stays_in_type(an_loop_run *r, const an_induct *x) {
    an_symtab *S = r->w->S;
    int64_t lo, hi;
    if (!r->loop.trips || !an_type_range(x->var->type, &lo, &hi)) return false;
    const an_sym *trips = an_max(S, r->loop.trips, an_const(S, 0));
    const an_sym *end = an_add(S, x->init.i, an_mul(S, x->step, trips));
    if (an_proved_nonneg(S, &r->outer_guards, x->step))
        return kept(r, an_sub(S, an_const(S, hi), end));
    return an_proved_nonneg(S, &r->outer_guards, an_scale(S, x->step, -1)) &&
           kept(r, an_sub(S, end, an_const(S, lo)));
}

bool an_drop_wrapping(an_loop_run *r) {
    bool any = false;
    for (int k = 0; k < r->n; k++) {
        an_induct *x = &r->v[k];
        if (x->kind != AN_I_ADD || !an_is_narrow(x->var->type) || stays_in_type(r, x)) continue;
        *x = (an_induct){.var = x->var, .kind = AN_I_LOST, .init = x->init};
        any = true;
    }
    return any;
}
