/* Purpose: what several variables of a loop keep true together: the ends of a search stay between
 * the first ones, a position and its successor stay neighbours. In: a loop. Out: ranges (r->elo,
 * r->ehi, r->fixed) and relations. Does not count trips.
 *
 * Candidates are drawn from the values before the loop, where all of them hold: each variable
 * within its own start and within the starts of all, and for each pair the sum and the difference.
 * All are supposed at the entry of an iteration, every path is walked, those that do not provably
 * hold at the end of each path are dropped, and so on until none is: the rest is inductive. */
#include "analyze/walk_loop.h"

enum { MAX_RELATED = 4, MAX_RELATIONS = 64, MAX_ROUNDS = 6 };

/* c + p * v[i] + q * v[j] >= 0; j is -1 for a range. */
typedef struct an_relation {
    int i, j, p, q;
    const an_sym *c;
} an_relation;

static const an_sym *start_of(const an_loop_run *r, int k) {
    return r->v[k].init.i;
}

static void add(an_loop_run *r, an_relation x) {
    if (x.c && r->n_relations < MAX_RELATIONS) r->relation[r->n_relations++] = x;
}

/* low <= v[k] <= high */
static void add_range(an_loop_run *r, int k, const an_sym *low, const an_sym *high) {
    add(r, (an_relation){.i = k, .j = -1, .p = 1, .c = an_scale(r->w->S, low, -1)});
    add(r, (an_relation){.i = k, .j = -1, .p = -1, .c = high});
}

/* What p * v[i] + q * v[j] is at least before the loop, it may stay. */
static void add_pair(an_loop_run *r, int i, int j, int p, int q) {
    an_symtab *S = r->w->S;
    const an_sym *v = an_add(S, an_scale(S, start_of(r, i), p), an_scale(S, start_of(r, j), q));
    const an_sym *least = an_loop_low(r, v);
    add(r, (an_relation){.i = i, .j = j, .p = p, .q = q, .c = an_scale(S, least, -1)});
}

/* Tightest first: the first that survives counts. */
static void propose(an_loop_run *r, const int *k, int n) {
    an_symtab *S = r->w->S;
    const an_sym *lo = NULL, *hi = NULL, *one = an_const(S, 1);
    for (int i = 0; i < n; i++) {
        const an_sym *l = an_loop_low(r, start_of(r, k[i])),
                     *h = an_loop_high(r, start_of(r, k[i]));
        add_range(r, k[i], l, h);
        lo = i ? an_min(S, lo, l) : l;
        hi = i ? an_max(S, hi, h) : h;
    }
    for (int i = 0; i < n; i++) add_range(r, k[i], lo, hi);
    for (int i = 0; i < n; i++) add_range(r, k[i], an_sub(S, lo, one), an_add(S, hi, one));
    for (int i = 0; i < n; i++)
        if (an_nonneg(S, lo)) add_range(r, k[i], an_const(S, 0), NULL);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            for (int sign = 0; sign < 4; sign++)
                add_pair(r, k[i], k[j], sign & 1 ? 1 : -1, sign & 2 ? 1 : -1);
}

static const an_sym *value_in(const an_loop_run *r, const an_relation *x, const an_value *env) {
    an_symtab *S = r->w->S;
    an_value a = env[r->v[x->i].var->slot];
    if (a.kind != AN_V_INT) return NULL;
    const an_sym *sum = an_add(S, x->c, an_scale(S, a.i, x->p));
    if (x->j < 0) return sum;
    an_value b = env[r->v[x->j].var->slot];
    return b.kind == AN_V_INT ? an_add(S, sum, an_scale(S, b.i, x->q)) : NULL;
}

void an_assume_relations(an_loop_run *r) {
    for (int i = 0; i < r->n_relations; i++)
        if (r->relation[i].j >= 0)
            an_guard_push(r->w, value_in(r, &r->relation[i], r->w->env), false);
}

static void type_range(an_loop_run *r, int k) {
    an_value any = an_unknown_of(r->w, r->v[k].var->type, "it changes in a loop", AN_DEP_LOAD);
    const an_atom *x = any.kind == AN_V_INT ? an_as_atom(any.i) : NULL;
    r->elo[k] = x ? x->lo : NULL;
    r->ehi[k] = x ? x->hi : NULL;
}

/* Ranges as they are supposed now. Nobody sees more than the first of each side. */
static void set_ranges(an_loop_run *r, const int *k, int n) {
    for (int i = 0; i < n; i++) {
        bool low = false, high = false;
        type_range(r, k[i]);
        for (int a = 0; a < r->n_relations; a++) {
            const an_relation *x = &r->relation[a];
            if (x->j >= 0 || x->i != k[i]) continue;
            if (x->p > 0 && !low) low = true, r->elo[k[i]] = an_scale(r->w->S, x->c, -1);
            if (x->p < 0 && !high) high = true, r->ehi[k[i]] = x->c;
        }
        r->proved[k[i]] = r->varies[k[i]] = true;
        r->fixed[k[i]] = low && high;
    }
}

static bool holds(const an_loop_run *r, const an_relation *x, const an_path_ends *ends) {
    for (int e = 0; e < ends->n; e++)
        if (!an_proved_nonneg(r->w->S, &ends->end[e]->g, value_in(r, x, ends->end[e]->env)))
            return false;
    return true;
}

/* One round; -1 when the paths cannot be told apart, else how many were dropped. */
static int drop_broken(an_loop_run *r, const int *k, int n, an_path_ends *ends) {
    an_walk *w = r->w;
    set_ranges(r, k, n);
    w->quiet++;
    an_loop_enter(r, r->base_trips ? an_sub(w->S, r->base_trips, an_const(w->S, 1)) : NULL);
    if (!r->is_do) an_enter_by_condition(r);
    an_snap *entry = an_snapshot(w);
    bool all = an_walk_paths(r, entry, ends);
    an_snap_drop(w, entry);
    w->quiet--;
    an_guard_reset(w, r->outer);
    int kept = 0, before = r->n_relations;
    for (int i = 0; i < before; i++)
        if (holds(r, &r->relation[i], ends)) r->relation[kept++] = r->relation[i];
    r->n_relations = kept;
    an_drop_ends(w, ends);
    return all ? before - kept : -1;
}

/* Guards that the ranges alone imply only cost time. */
static void drop_implied(an_loop_run *r) {
    an_walk *w = r->w;
    int kept = 0, n = r->n_relations;
    r->n_relations = 0;
    an_loop_enter(r, NULL);
    for (int i = 0; i < n; i++) {
        const an_sym *v = value_in(r, &r->relation[i], w->env);
        if (r->relation[i].j < 0 || !an_proved_nonneg(w->S, &r->outer_guards, v))
            r->relation[kept++] = r->relation[i];
    }
    r->n_relations = kept;
    an_guard_reset(w, r->outer);
}

void an_loop_relations(an_loop_run *r) {
    int k[MAX_RELATED], n = 0, dropped = 1;
    for (int i = 0; i < r->n; i++) {
        if (!an_is_lost_int(r, i)) continue;
        if (n == MAX_RELATED) return;
        k[n++] = i;
    }
    if (n == 0) return;
    an_path_ends *ends = an_arena_alloc(r->w->arena, sizeof *ends);
    r->relation = an_arena_alloc(r->w->arena, MAX_RELATIONS * sizeof *r->relation);
    propose(r, k, n);
    for (int round = 0; round < MAX_ROUNDS && dropped > 0 && r->n_relations; round++)
        dropped = drop_broken(r, k, n, ends);
    if (dropped) r->n_relations = 0; /* not settled: nothing is proved */
    set_ranges(r, k, n);
    drop_implied(r);
}
