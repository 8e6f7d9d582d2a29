/* Purpose: how many work-items of a launch reach each region, and how often its loops are likely to
 * run. In: the regions of the last walk, with the guards that lead to them. Out: uniform values in
 * them. Estimates: never used for extents. */
#include "analyze/walk_loop.h"

enum { MAX_KINDS = 6 }; /* of different numbers of work-items in one kernel */

typedef struct settle {
    an_symtab *S;
    const an_region *at;
    const an_loop_run *entering; /* its trip counter is 0 */
    const an_sym *kinds[MAX_KINDS];
    int n_kinds;
} settle;

/* ---- means ----------------------------------------------------------------------------------- */

static const an_region *loop_region(const settle *s, int id) {
    for (const an_region *r = s->at; r; r = r->up)
        if (r->kind == AN_R_LOOP && r->run->loop.id == id) return r;
    return NULL;
}

static const an_sym *atom_value(settle *s, const an_atom *x) {
    return an_of_term(s->S, &(an_term){.c = 1, .n = 1, .f = {x}});
}

/* A variable that is halved from its largest value, or doubled up to it: together twice that. */
static const an_sym *mean_of_iter(settle *s, const an_atom *x) {
    an_symtab *S = s->S;
    const an_region *loop = loop_region(s, x->id);
    an_guards G = {0};
    for (int i = 0; loop && i < loop->n_g && i < AN_MAX_GUARDS; i++) G.g[G.n++] = loop->g[i];
    const an_sym *top = loop && loop->trips ? an_upper(S, &G, atom_value(s, x)) : NULL;
    return top ? an_div(S, an_scale(S, top, 2), an_max(S, loop->trips, an_const(S, 1))) : NULL;
}

static const an_sym *mean_of_atom(settle *s, const an_atom *x) {
    an_symtab *S = s->S;
    if (!(x->deps & AN_DEP_VARYING)) return atom_value(s, x);
    if (x->kind == AN_A_ITER) return mean_of_iter(s, x);
    if (x->kind != AN_A_TRIP) return NULL;
    if (s->entering && s->entering->loop.id == x->id) return an_const(S, 0);
    return x->hi ? an_div(S, x->hi, an_const(S, 2)) : NULL;
}

/* `a` over the iterations of the loops around, uniform; an upper bound where no mean is known. NULL
 * when data decide. */
static const an_sym *mean(settle *s, const an_sym *a) {
    an_symtab *S = s->S;
    static const an_guards none;
    const an_sym *sum = an_const(S, 0);
    if (!a || a->deps & AN_DEP_LOAD) return NULL;
    for (int i = 0; i < a->n && sum; i++) {
        const an_sym *t = an_const(S, a->t[i].c);
        for (int k = 0; k < a->t[i].n && t; k++) t = an_mul(S, t, mean_of_atom(s, a->t[i].f[k]));
        sum = an_add(S, sum, t);
    }
    return sum ? sum : an_upper(S, &none, a);
}

/* ---- guards ---------------------------------------------------------------------------------- */

static void at_most(settle *s, const an_sym **v, const an_sym *n) {
    an_symtab *S = s->S;
    if (!n) return;
    const an_sym *some = an_nonneg(S, n) ? n : an_max(S, n, an_const(S, 0));
    const an_sym *m = an_min(S, *v, some);
    if (m) *v = m;
}

static const an_sym *divided_up(settle *s, const an_sym *a, const an_sym *by) {
    return an_div(s->S, an_sub(s->S, an_add(s->S, a, by), an_const(s->S, 1)), by);
}

/* n consecutive values of an id at most. */
static void narrow_id(settle *s, an_active *a, an_akind id, const an_sym *n) {
    an_symtab *S = s->S;
    if (!n) return;
    if (id == AN_A_GRP) at_most(s, &a->groups, n);
    if (id == AN_A_LID) at_most(s, &a->each, n);
    if (id == AN_A_GID) {
        at_most(s, &a->items, n);
        at_most(s, &a->groups, divided_up(s, n, an_base(S, AN_A_LSZ)));
        at_most(s, &a->each, n);
        return;
    }
    at_most(s, &a->items, an_mul(S, a->groups, a->each));
}

static const an_sym *size_of_id(settle *s, an_akind id) {
    return an_base(s->S, id == AN_A_GID ? AN_A_GSZ : id == AN_A_LID ? AN_A_LSZ : AN_A_NGRP);
}

static void under(settle *s, an_active *a, const an_sym *g, bool equal, int depth);

/* p / q <= top, p % q <= top, p & q == 0 */
static void under_part(settle *s, an_active *a, const an_atom *x, const an_sym *top, bool equal,
                       int depth) {
    an_symtab *S = s->S;
    const an_sym *one = an_const(S, 1), *q = x->q;
    if (x->kind == AN_A_DIV) {
        const an_sym *last = an_sub(S, an_add(S, an_mul(S, top, q), q), one);
        under(s, a, an_sub(S, last, x->p), false, depth + 1);
        return;
    }
    if (x->kind == AN_A_AND && !equal) return;
    if (x->kind == AN_A_AND) q = an_add(S, q, one);
    q = mean(s, q);
    const an_sym *some = x->kind == AN_A_AND ? one : an_add(S, top, one);
    if (!q || an_floor_of(S, q) < 1 || !some) return;
    const an_sym *each = an_div(S, an_mul(S, a->each, an_min(S, some, q)), q);
    const an_sym *items = an_div(S, an_mul(S, a->items, an_min(S, some, q)), q);
    if (each) a->each = an_max(S, each, one);
    if (items) a->items = items;
}

/* c * x + rest >= 0 */
static void under_atom(settle *s, an_active *a, const an_atom *x, const an_sym *c,
                       const an_sym *rest, bool equal, int depth) {
    an_symtab *S = s->S;
    bool id = x->kind <= AN_A_GRP, down = an_ceil_of(S, c) < 0;
    const an_sym *by = down ? an_scale(S, c, -1) : c, *r = mean(s, rest);
    if (!r || an_floor_of(S, by) < 1) return;
    if (down) {
        const an_sym *top = an_div(S, r, by);
        if (id)
            narrow_id(s, a, x->kind, equal ? an_const(S, 1) : an_add(S, top, an_const(S, 1)));
        else if (top)
            under_part(s, a, x, top, equal, depth);
        return;
    }
    if (!id || equal) return;
    const an_sym *least = divided_up(s, an_scale(S, r, -1), by);
    const an_sym *zero = an_const(S, 0);
    narrow_id(s, a, x->kind, an_sub(S, size_of_id(s, x->kind), an_max(S, least, zero)));
}

static bool is_counted(const an_atom *x) {
    return x->kind <= AN_A_GRP ||
           ((x->kind == AN_A_DIV || x->kind == AN_A_MOD || x->kind == AN_A_AND) &&
            x->deps & (AN_DEP_ITEM | AN_DEP_GROUP) && an_uniform(x->q));
}

/* g >= 0; `equal`: g is 0. */
static void under(settle *s, an_active *a, const an_sym *g, bool equal, int depth) {
    an_symtab *S = s->S;
    if (!g || depth > 3 || g->deps & AN_DEP_LOAD) return;
    for (int i = 0; i < g->n; i++)
        for (int k = 0; k < g->t[i].n; k++) {
            const an_atom *x = g->t[i].f[k];
            if (!is_counted(x)) continue;
            an_term c = g->t[i];
            for (int j = k; j + 1 < c.n; j++) c.f[j] = c.f[j + 1];
            c.n--;
            const an_sym *factor = mean(s, an_of_term(S, &c));
            if (factor)
                under_atom(s, a, x, factor, an_sub(S, g, an_of_term(S, &g->t[i])), equal, depth);
        }
}

static bool cancel(settle *s, const an_sym *a, const an_sym *b) {
    int64_t v;
    return an_is_const(an_add(s->S, a, b), &v) && v == 0;
}

static void under_guards(settle *s, an_active *a, const an_region *r) {
    for (int i = 0; i < r->n_g; i++) {
        bool equal = i + 1 < r->n_g && cancel(s, r->g[i], r->g[i + 1]);
        under(s, a, r->g[i], equal, 0);
        if (equal) under(s, a, r->g[i + 1], equal, 0);
        i += equal;
    }
}

/* ---- regions --------------------------------------------------------------------------------- */

/* Formulas are written once for each number of work-items: few of them. */
static void keep_few(settle *s, const an_region *up, an_active *a) {
    for (int i = 0; i < s->n_kinds; i++)
        if (s->kinds[i] == a->items) return;
    if (s->n_kinds < MAX_KINDS && an_uniform(a->items) && an_size(a->items) < 100)
        s->kinds[s->n_kinds++] = a->items;
    else
        *a = up->active;
}

/* Half of the most where the bound is a number from memory; the mean over the work-items where it
 * depends on their ids or on loops around. */
static const an_sym *likely(settle *s, const an_region *r) {
    an_symtab *S = s->S;
    const an_loop_run *run = r->run;
    const an_sym *t = r->trips, *two = an_const(S, 2), *one = an_const(S, 1), *rest, *u;
    if (!t || run->is_row || an_is_const(t, NULL)) return t;
    if (run->trip_from) return an_div(S, an_add(S, t, one), two);
    if (r->n_g != 1 || !r->run->trip || r->run->loop.grid_stride) return t;
    if (!an_split_guard((an_loop_run *)run, r->g[0], &rest, &u)) return t;
    if (!(rest->deps & (AN_DEP_ITEM | AN_DEP_GROUP | AN_DEP_TRIP)) || !an_uniform(u)) return t;
    const an_sym *lo = an_lower(S, &run->outer_guards, rest);
    const an_sym *hi = an_upper(S, &run->outer_guards, rest);
    if (!lo || !hi || an_floor_of(S, u) < 1) return t;
    const an_sym *mid = an_div(S, an_add(S, an_max(S, lo, an_const(S, 0)), hi), two);
    const an_sym *n = an_max(S, an_add(S, an_div(S, mid, u), one), an_const(S, 0));
    return n ? n : t;
}

static void settle_region(settle *s, an_region *r) {
    for (an_region *c = r->child; c; c = c->next) {
        c->active = r->active;
        s->at = c;
        s->entering = c->kind == AN_R_LOOP ? c->run : NULL;
        under_guards(s, &c->active, c);
        if (c->active.items != r->active.items) keep_few(s, r, &c->active);
        if (c->kind == AN_R_LOOP) c->expect = likely(s, c);
        settle_region(s, c);
    }
}

void an_work_settle(an_walk *w) {
    settle s = {.S = w->S};
    w->work->active = (an_active){.items = an_base(w->S, AN_A_GSZ),
                                  .groups = an_base(w->S, AN_A_NGRP),
                                  .each = an_base(w->S, AN_A_LSZ)};
    s.kinds[s.n_kinds++] = w->work->active.items;
    settle_region(&s, w->work);
}
