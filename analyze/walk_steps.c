/* Purpose: variables that several updates, or those of an inner loop, advance by the same amount in
 * every iteration: `*p++` in nested loops. In: a loop whose iteration is walked once. Out: LOST
 * variables that become ADD; how often a loop runs exactly. Bounds on trips are walk_trips.c's.
 *
 * The iteration starts from values that nobody knows. What a variable is at its end, less what it
 * was, is its step where nothing in it changes from one iteration to the next. */
#include "analyze/walk_loop.h"

static bool is_candidate(const an_induct *x) {
    return x->kind == AN_I_LOST && x->additive && !an_is_narrow(x->var->type) &&
           (x->init.kind == AN_V_INT || (x->init.kind == AN_V_PTR && x->init.obj && x->init.off));
}

static const an_sym *position(const an_value *v, const an_object *obj) {
    if (v->kind == AN_V_INT) return v->i;
    return v->kind == AN_V_PTR && v->obj == obj ? v->off : NULL;
}

/* The same in every iteration: nothing that a loop or memory decides. */
static bool is_step(const an_sym *d) {
    return d && !(d->deps & (AN_DEP_UNKNOWN | AN_DEP_LOAD | AN_DEP_TRIP));
}

static void start_anywhere(an_loop_run *r, const an_sym **start) {
    an_walk *w = r->w;
    for (int k = 0; k < r->n; k++) {
        an_value *v = &w->env[r->v[k].var->slot];
        if (!is_candidate(&r->v[k])) continue;
        start[k] = an_unknown(w->S, "where a loop starts", NULL, NULL, AN_DEP_LOAD);
        *v = r->v[k].init;
        if (v->kind == AN_V_INT)
            v->i = start[k];
        else
            v->off = start[k];
    }
}

void an_find_steps(an_loop_run *r) {
    an_walk *w = r->w;
    bool any = false;
    for (int k = 0; k < r->n; k++) any |= is_candidate(&r->v[k]);
    if (!any || w->quiet >= 3) return;
    const an_sym **start = an_arena_alloc(w->arena, (size_t)(r->n + 1) * sizeof *start);
    w->quiet++;
    an_loop_enter(r, NULL);
    start_anywhere(r, start);
    if (!r->is_do) an_enter_by_condition(r);
    bool whole = an_loop_body(r) && !r->loop.breaks; /* a break may come in between */
    for (int k = 0; k < r->n && whole; k++) {
        an_induct *x = &r->v[k];
        if (!start[k]) continue;
        const an_sym *d = an_sub(w->S, position(&w->env[x->var->slot], x->init.obj), start[k]);
        if (!is_step(d)) continue;
        x->kind = AN_I_ADD;
        x->step = d;
    }
    an_guard_reset(w, r->outer);
    w->quiet--;
}

typedef struct newer {
    int serial;
    bool found;
} newer;

static void find_newer(void *ctx, const an_atom *x) {
    newer *n = ctx;
    n->found |= x->serial >= n->serial;
}

void an_note_count(an_loop_run *r, const an_sym *rest, const an_sym *u, bool only) {
    an_walk *w = r->w;
    an_symtab *S = w->S;
    int64_t by;
    newer n = {an_as_atom(r->trip)->serial, false};
    if (rest->deps & (AN_DEP_UNKNOWN | AN_DEP_LOAD) || !an_is_const(u, &by) || by < 1) return;
    an_each_atom(S, rest, find_newer, &n);
    if (n.found) return;
    const an_sym *all = an_add(S, an_div(S, rest, u), an_const(S, 1));
    if (!all || !an_proved_nonneg(S, &r->outer_guards, by == 1 ? all : rest)) return;
    if (only) r->count = all;
    if (r->n_most < 4) r->most[r->n_most++] = all;
}
