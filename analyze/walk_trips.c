/* Purpose: how often a loop runs: bounds on the trip counter from what its condition says. In:
 * guards. Out: an upper bound that is uniform, or what contents would have to bound. Does not walk
 * bodies: walk_loop.c does. */
#include <string.h>

#include "analyze/walk_loop.h"

static void need_bound(an_arginfo *a, int64_t cap) {
    (void)cap;
    a->need_bound = true;
}

static void ask_bound(void *ctx, const an_atom *x) {
    an_ask(ctx, x, need_bound, 0);
}

typedef struct row_search {
    const an_atom *load[2];
    int n;
} row_search;

static void find_loads(void *ctx, const an_atom *x) {
    row_search *r = ctx;
    if (x->kind == AN_A_LOAD && r->n < 2)
        r->load[r->n++] = x;
    else if (x->kind == AN_A_LOAD)
        r->n++;
}

/* p[i + 1] - p[i] bounds the trips: p holds row pointers. */
static void note_rows(an_loop_run *run, const an_sym *a) {
    an_walk *w = run->w;
    row_search r = {0};
    int64_t d;
    an_each_outer_atom(w->S, a, find_loads, &r);
    if (r.n != 2 || r.load[0]->id != r.load[1]->id) return;
    const an_sym *p = r.load[0]->p, *q = r.load[1]->p;
    if (!p || !q || !an_is_const(an_sub(w->S, p, q), &d) || (d != 1 && d != -1)) return;
    w->args[r.load[0]->id].row_pointer = true;
    run->is_row = true;
}

const an_sym *an_loop_limit(an_loop_run *r, const an_sym *a) {
    const an_sym *top = an_loop_high(r, a);
    bool useful = top && an_floor_of(r->w->S, top) < INT32_MAX / 2;
    if (r->w->quiet || !a) return useful ? top : NULL;
    if (!useful) an_each_outer_atom(r->w->S, a, ask_bound, r->w);
    note_rows(r, a);
    return useful ? top : NULL;
}

bool an_split_guard(an_loop_run *r, const an_sym *g, const an_sym **rest, const an_sym **u) {
    an_symtab *S = r->w->S;
    const an_atom *t = an_as_atom(r->trip);
    *rest = *u = an_const(S, 0);
    for (int i = 0; i < g->n; i++) {
        an_term one = g->t[i];
        bool has = false;
        for (int k = 0; k < g->t[i].n; k++) {
            if (g->t[i].f[k] != t) continue;
            if (has) return false; /* t squared */
            has = true;
            memmove(&one.f[k], &one.f[k + 1], (size_t)(g->t[i].n - k - 1) * sizeof one.f[0]);
            one.n--;
        }
        if (has)
            *u = an_sub(S, *u, an_of_term(S, &one));
        else
            *rest = an_add(S, *rest, an_of_term(S, &one));
    }
    return *u && *rest;
}

/* g = A - u * t with u >= 1: g >= 0 holds for at most A / u + 1 values of t. */
static const an_sym *trips_by_guard(an_loop_run *r, const an_sym *g) {
    an_symtab *S = r->w->S;
    const an_sym *rest, *u;
    if (!an_split_guard(r, g, &rest, &u)) return NULL;
    if (an_floor_of(S, u) < 1) return NULL;
    r->trip_from |= an_sources(r->w, rest);
    const an_sym *a = an_upper(S, &r->outer_guards, rest);
    if (!a || an_floor_of(S, a) >= INT32_MAX / 2) {
        if (!r->w->quiet) {
            an_each_outer_atom(r->w->S, rest, ask_bound, r->w);
            note_rows(r, rest);
        }
        return NULL;
    }
    const an_sym *least = an_uniform(u) ? u : an_lower(S, &r->outer_guards, u);
    if (!least || an_floor_of(S, least) < 1) return NULL;
    if (!r->w->quiet) note_rows(r, rest);
    r->row_step = an_floor_of(S, least);
    return an_add(S, an_div(S, a, least), an_const(S, 1));
}

/* Halving and doubling loops run log2 times. */
static const an_sym *trips_by_factor(an_loop_run *r, const an_guards *g, const an_sym *guard) {
    an_symtab *S = r->w->S;
    for (int k = 0; k < r->n; k++) {
        const an_induct *x = &r->v[k];
        if ((x->kind != AN_I_MUL && x->kind != AN_I_DIV) || !x->iter) continue;
        bool found = false, positive = false;
        for (int i = 0; i < guard->n; i++)
            for (int f = 0; f < guard->t[i].n; f++)
                if (guard->t[i].f[f] == x->iter) found = true, positive = guard->t[i].c > 0;
        if (!found || positive != (x->kind == AN_I_DIV)) continue;
        const an_sym *value = an_of_term(S, &(an_term){.c = 1, .n = 1, .f = {x->iter}});
        const an_sym *l = an_lower(S, g, value), *top = an_upper(S, g, value);
        /* Dividing needs v >= 1 while it goes on, multiplying needs v >= 1 at the start. */
        if (!top || !l || an_floor_of(S, x->kind == AN_I_DIV ? l : an_loop_low(r, x->init.i)) < 1)
            continue;
        return an_add(S, an_log2(S, an_max(S, top, an_const(S, 1))), an_const(S, 1));
    }
    return NULL;
}

const an_sym *an_fewer(an_walk *w, const an_sym *a, const an_sym *b) {
    if (!a || !b) return a ? a : b;
    const an_sym *m = an_min(w->S, a, b);
    return m ? m : a;
}

const an_sym *an_trips_of(an_loop_run *r, const an_sym *const *g, int n, const an_guards *all) {
    const an_sym *best = NULL;
    for (int i = 0; i < n; i++) {
        best = an_fewer(r->w, best, trips_by_guard(r, g[i]));
        best = an_fewer(r->w, best, trips_by_factor(r, all, g[i]));
    }
    return best;
}

bool an_is_zero(an_walk *w, const an_node *n) {
    int64_t v;
    an_value x = an_peek(w, n);
    return x.kind == AN_V_INT && an_is_const(x.i, &v) && v == 0;
}

static const an_node *strip(const an_node *n) {
    while (n && n->kind == AN_CAST && n->n == 1) n = n->kid[0];
    return n;
}

static bool mentions(const an_node *n, const an_decl *d) {
    if (!n) return false;
    if (n->decl == d) return true;
    for (int i = 0; i < n->n; i++)
        if (mentions(n->kid[i], d)) return true;
    return false;
}

/* The counter that `n--`, `++n` and the like step by one, once in an iteration; NULL for others. */
static const an_induct *stepped(const an_loop_run *r, const an_node *n) {
    int64_t step;
    if (!n || n->kind != AN_UNARY || n->op < AN_PREINC || n->op > AN_POSTDEC) return NULL;
    for (int k = 0; k < r->n; k++)
        if (n->kid[0]->kind == AN_REF && r->v[k].var == n->kid[0]->decl &&
            r->v[k].kind == AN_I_ADD && r->v[k].init.kind == AN_V_INT &&
            an_is_const(r->v[k].step, &step) && (step == 1 || step == -1))
            return &r->v[k];
    return NULL;
}

static bool steps_before(const an_node *n) {
    return n->op == AN_PREINC || n->op == AN_PREDEC;
}

/* n-- != 0, where n starts at or above zero, says that n was above zero. */
static void assume_not_zero(an_loop_run *r, const an_node *n, const an_induct *x, an_value was) {
    an_walk *w = r->w;
    int64_t least = steps_before(n) ? 1 : 0;
    if ((n->op != AN_PREDEC && n->op != AN_POSTDEC) || was.kind != AN_V_INT ||
        an_floor_of(w->S, an_loop_low(r, x->init.i)) < least)
        return;
    an_guard_push(w, an_sub(w->S, was.i, an_const(w->S, least + 1)), an_divergent(was.i));
}

/* A side of a comparison: the counter as it was compared, or something the condition leaves alone.
 */
static an_value compared(an_loop_run *r, const an_node *n, const an_node *other,
                         const an_value *before) {
    const an_induct *x = stepped(r, strip(n));
    if (x && mentions(other, x->var)) return an_none();
    if (x) {
        an_value was = before[x->var->slot];
        if (!steps_before(strip(n)) || was.kind != AN_V_INT) return was;
        return an_int(an_add(r->w->S, was.i, x->step));
    }
    return n->effects ? an_none() : an_peek(r->w, n);
}

/* An unsigned counter that goes down has not wrapped when it is compared, if that keeps it above
 * zero: by induction. */
static bool unwrapped(an_loop_run *r, const an_node *side, const an_node *other, bool above,
                      bool strict) {
    an_symtab *S = r->w->S;
    const an_node *n = strip(side);
    const an_induct *x = stepped(r, n);
    int64_t step;
    if (!x || x->var->type->is_signed || !an_is_const(x->step, &step) || step > 0) return true;
    an_value least = other->effects ? an_none() : an_peek(r->w, other);
    return above && least.kind == AN_V_INT && an_floor_of(S, least.i) >= (strict ? 0 : 1) &&
           an_floor_of(S, an_loop_low(r, x->init.i)) >= (steps_before(n) ? 1 : 0);
}

static void assume_stepped_compare(an_loop_run *r, const an_node *c, const an_value *before) {
    an_walk *w = r->w;
    const an_node *left = strip(c->kid[0]);
    const an_induct *x = stepped(r, left);
    bool zero = x && (c->op == AN_NE || (c->op == AN_GT && !x->var->type->is_signed)) &&
                an_is_zero(w, c->kid[1]);
    if (zero) {
        assume_not_zero(r, left, x, before[x->var->slot]);
        return;
    }
    bool strict = c->op == AN_LT || c->op == AN_GT, less = c->op == AN_LT || c->op == AN_LE;
    if (c->op < AN_LT || c->op > AN_GE || !unwrapped(r, c->kid[0], c->kid[1], !less, strict) ||
        !unwrapped(r, c->kid[1], c->kid[0], less, strict))
        return;
    an_value a = compared(r, c->kid[0], c->kid[1], before);
    an_value b = compared(r, c->kid[1], c->kid[0], before);
    if (a.kind != AN_V_INT || b.kind != AN_V_INT) return;
    const an_sym *d = less ? an_sub(w->S, b.i, a.i) : an_sub(w->S, a.i, b.i);
    an_guard_push(w, an_sub(w->S, d, an_const(w->S, strict)), an_divergent(d));
}

/* What a condition that changes variables says after it was evaluated (`before`: the variables
 * until then): of its parts that step a counter. */
static void assume_with_effects(an_loop_run *r, const an_node *cond, const an_value *before) {
    const an_node *c = strip(cond);
    if (!c || !c->effects) return;
    if (c->kind == AN_BINARY && c->op == AN_LAND) {
        assume_with_effects(r, c->kid[0], before);
        assume_with_effects(r, c->kid[1], before);
        return;
    }
    const an_induct *x = stepped(r, c);
    if (x)
        assume_not_zero(r, c, x, before[x->var->slot]);
    else if (c->kind == AN_BINARY)
        assume_stepped_compare(r, c, before);
}

int an_assume_effects(an_loop_run *r, const an_value *before) {
    an_walk *w = r->w;
    int first = w->G.n, opaque = w->opaque_div;
    assume_with_effects(r, r->cond, before);
    if (w->G.n == first) w->opaque_div = opaque + 1;
    if (w->G.n == first) w->unsaid++;
    return first;
}

/* d = rest - u * t with constant u >= 1, or the negative of that: *u and the rest. */
static bool split_trip(an_loop_run *r, const an_sym *d, int64_t *u, const an_sym **rest) {
    an_symtab *S = r->w->S;
    const an_sym *t = r->trip;
    for (int i = 0; i < d->n; i++) {
        if (d->t[i].n != 1 || d->t[i].f[0] != an_as_atom(t)) continue;
        *u = -d->t[i].c;
        *rest = an_add(S, d, an_scale(S, t, *u));
        return *rest && !((*rest)->deps & AN_DEP_TRIP);
    }
    return false;
}

/* v != 1, where v starts at or above 1 and is halved in each iteration, is v >= 2: halving cannot
 * jump over 1. */
static bool assume_halves_to_one(an_loop_run *r, const an_sym *a, const an_sym *b) {
    an_walk *w = r->w;
    int64_t one;
    if (!an_is_const(b, &one) || one != 1) return false;
    for (int k = 0; k < r->n; k++) {
        const an_induct *x = &r->v[k];
        if (x->kind != AN_I_DIV || x->factor != 2 || !x->iter || an_as_atom(a) != x->iter) continue;
        if (an_floor_of(w->S, an_loop_low(r, x->init.i)) < 1) return false;
        an_guard_push(w, an_sub(w->S, a, an_const(w->S, 2)), an_divergent(a));
        return true;
    }
    return false;
}

/* p[i + 1] - p[i], where p is given contents that never decrease. The first walk learns that it is
 * to be given them. */
static bool is_row(an_walk *w, const an_sym *a) {
    row_search r = {0};
    if (a->n != 2 || a->t[0].n != 1 || a->t[1].n != 1) return false;
    const an_atom *x = a->t[0].f[0], *y = a->t[1].f[0];
    if (a->t[0].c < 0) {
        const an_atom *z = x;
        x = y;
        y = z;
    }
    int64_t one;
    an_each_outer_atom(w->S, a, find_loads, &r);
    if (r.n != 2 || x->kind != AN_A_LOAD || y->kind != AN_A_LOAD || x->id != y->id || !x->p ||
        !y->p || a->t[0].c + a->t[1].c != 0 || !an_is_const(an_sub(w->S, x->p, y->p), &one) ||
        one != 1)
        return false;
    return !w->final || (w->args[x->id].row_pointer && w->args[x->id].content);
}

/* i != n, where i starts at or below n and meets it (the distance is a multiple of the step), is i
 * < n. */
static void assume_reaches(an_loop_run *r) {
    an_walk *w = r->w;
    const an_node *c = r->cond;
    int64_t u;
    const an_sym *rest, *d = NULL;
    if (!c || c->kind != AN_BINARY || c->op != AN_NE) return;
    an_value a = an_peek(w, c->kid[0]), b = an_peek(w, c->kid[1]);
    if (a.kind == AN_V_INT && b.kind == AN_V_INT) {
        d = an_sub(w->S, b.i, a.i);
        if (assume_halves_to_one(r, a.i, b.i)) return;
    }
    if (a.kind == AN_V_PTR && b.kind == AN_V_PTR && a.obj && a.obj == b.obj)
        d = an_sub(w->S, b.off, a.off);
    if (!d || !split_trip(r, d, &u, &rest)) return;
    if (u < 0) {
        u = -u;
        d = an_scale(w->S, d, -1);
        rest = an_scale(w->S, rest, -1);
    }
    for (int i = 0; i < rest->n; i++)
        if (rest->t[i].c % u) return;
    bool meets = an_proved_nonneg(w->S, &r->outer_guards, rest) || is_row(w, rest);
    if (!meets && an_uniform(rest) && an_ceil_of(w->S, rest) >= 0) {
        int quiet = w->quiet; /* launches in which it starts beyond would not end */
        w->quiet = 0;
        an_require(w, rest);
        w->quiet = quiet;
        meets = true;
    }
    if (meets) an_guard_push(w, an_sub(w->S, d, an_const(w->S, u)), an_divergent(d));
}

static bool counts_down(const an_walk *w, const an_induct *x, int64_t *step) {
    return x->kind == AN_I_ADD && x->init.kind == AN_V_INT && !x->var->type->is_signed &&
           an_is_const(x->step, step) && *step < 0 && w->env[x->var->slot].kind == AN_V_INT;
}

/* An unsigned counter that goes down has not wrapped when the condition is evaluated, if the
 * condition (which held in the iteration before) keeps it at or above its step: by induction. */
static bool assume_unwrapped(an_loop_run *r) {
    bool any = false;
    int64_t step;
    for (int k = 0; k < r->n; k++) {
        if (!counts_down(r->w, &r->v[k], &step)) continue;
        an_guard_push(r->w, r->w->env[r->v[k].var->slot].i, false);
        any = true;
    }
    return any;
}

static bool stays_unwrapped(an_loop_run *r) {
    an_walk *w = r->w;
    int64_t step;
    for (int k = 0; k < r->n; k++)
        if (counts_down(w, &r->v[k], &step) &&
            !an_proved_nonneg(w->S, &w->G,
                              an_add(w->S, w->env[r->v[k].var->slot].i, an_const(w->S, step))))
            return false;
    return true;
}

static void assume_entered(an_loop_run *r) {
    r->w->entering = true;
    an_assume(r->w, r->cond, true);
    r->w->entering = false;
    assume_reaches(r);
}

void an_assume_unwrapped(an_loop_run *r) {
    if (r->unwrapped) assume_unwrapped(r);
}

/* Evaluates the condition and pushes what it says; returns the first guard it pushed. */
int an_enter_by_condition(an_loop_run *r) {
    an_walk *w = r->w;
    an_mark m;
    int first = w->G.n;
    if (!r->cond) return first;
    an_value *before = r->cond->effects ? an_env_copy(w) : NULL;
    an_eval(w, r->cond);
    m = an_guard_mark(w);
    if (before) return an_assume_effects(r, before);
    if (assume_unwrapped(r)) {
        assume_entered(r);
        r->unwrapped = stays_unwrapped(r);
        if (r->unwrapped) return first;
        an_guard_reset(w, m);
    }
    assume_entered(r);
    return first;
}

/* What the condition of a do loop says of the values at its end, as guards; they are values at the
 * entry of the next iteration. */
static int assume_at_end(an_loop_run *r) {
    an_walk *w = r->w;
    if (!r->cond->effects) return an_enter_by_condition(r);
    an_value *before = an_env_copy(w);
    for (int k = 0; k < r->n; k++) {
        an_value *v = &before[r->v[k].var->slot];
        if (r->v[k].kind == AN_I_ADD && v->kind == AN_V_INT)
            *v = an_int(an_sub(w->S, v->i, r->v[k].step));
    }
    int first = an_assume_effects(r, before);
    an_env_drop(w, before);
    return first;
}

/* From the second iteration of a do loop on, its condition was true; g = A - u * t is A in the
 * first. So it is never below the smaller of A and 0. */
void an_assume_repeated(an_loop_run *r) {
    an_walk *w = r->w;
    an_symtab *S = w->S;
    const an_sym *rest, *u, *g[8];
    if (!r->is_do || !r->cond) return;
    an_mark m = an_guard_mark(w);
    int n = 0;
    w->quiet++;
    for (int i = assume_at_end(r); i < w->G.n && n < 8; i++)
        if (an_split_guard(r, w->G.g[i], &rest, &u) && u->n && !(u->deps & AN_DEP_UNKNOWN) &&
            !(rest->deps & (AN_DEP_UNKNOWN | AN_DEP_TRIP)))
            g[n++] = an_sub(S, w->G.g[i], an_min(S, rest, an_const(S, 0)));
    w->quiet--;
    an_guard_reset(w, m);
    for (int i = 0; i < n; i++) an_guard_push(w, g[i], false);
}
