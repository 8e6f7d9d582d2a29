/* Purpose: trips of loops whose variables follow no fixed step: something that a condition keeps at
 * or above zero becomes smaller in every iteration, on every path through the body. In: a loop.
 * Out: an upper bound of its trips. Does not look at memory contents.
 *
 * One iteration is walked once for each path (each way through its `if`s), so that what an
 * iteration leaves behind is known exactly there. A guard g that holds whenever the loop goes on is
 * a measure when g - g' >= 1 on every path, g' being the same expression at the next iteration: it
 * then runs at most g0 + 1 times. When g + 1 is at least halved, it runs log2(g0 + 1) + 1 times.
 * Sums of two guards are tried as well: a merge advances one of two positions. A variable that is
 * divided in each iteration is recognised by its form, without paths. */
#include "analyze/walk_loop.h"

enum { MAX_CANDIDATES = 12 };

typedef struct ranking {
    an_loop_run *r;
    int start;                       /* atoms made before the iteration have lower serials */
    const an_sym *g[MAX_CANDIDATES]; /* hold in every iteration that goes on */
    int n, n_cond;                   /* the first n_cond hold when it is entered */
    an_path_ends ends;
} ranking;

/* v = (v + c) / k with 0 <= c < k makes v smaller while (k - 1) * v > c, which the condition must
 * say; it then runs at most log2 times and once more for rounding up. */
const an_sym *an_trips_by_shrinking(an_loop_run *r) {
    an_walk *w = r->w;
    an_symtab *S = w->S;
    for (int k = 0; k < r->n; k++) {
        const an_induct *x = &r->v[k];
        an_value end = w->env[x->var->slot];
        if (x->kind != AN_I_LOST || !x->iter || !r->proved[k] || end.kind != AN_V_INT) continue;
        const an_atom *d = an_as_atom(end.i);
        int64_t c, q;
        const an_sym *entry = an_of_term(S, &(an_term){.c = 1, .n = 1, .f = {x->iter}});
        if (!d || d->kind != AN_A_DIV || !an_is_const(d->q, &q) || q < 2) continue;
        if (!an_is_const(an_sub(S, d->p, entry), &c) || c < 0 || c >= q) continue;
        const an_sym *least = an_lower(S, &w->G, entry), *top = an_upper(S, &w->G, entry);
        if (!least || !top || an_floor_of(S, least) < c / (q - 1) + 1) continue;
        return an_add(S, an_log2(S, an_max(S, top, an_const(S, 1))), an_const(S, 2));
    }
    return NULL;
}

/* ---- the guards as they are in another iteration --------------------------------------------- */

static bool fixed_sym(const ranking *k, const an_sym *a);

/* The same value in every iteration. */
static bool fixed_atom(const ranking *k, const an_atom *x) {
    switch (x->kind) {
    case AN_A_TRIP:
    case AN_A_ITER:
    case AN_A_UNKNOWN:
        return x->serial < k->start;
    case AN_A_LOAD:
        return x->p ? fixed_sym(k, x->p) : x->serial < k->start;
    default:
        return (!x->p || fixed_sym(k, x->p)) && (!x->q || fixed_sym(k, x->q));
    }
}

static bool fixed_sym(const ranking *k, const an_sym *a) {
    for (int i = 0; i < a->n; i++)
        for (int f = 0; f < a->t[i].n; f++)
            if (!fixed_atom(k, a->t[i].f[f])) return false;
    return true;
}

/* What stands for an atom of this iteration: at the end of it (`env`), or before the first one. */
static const an_sym *renamed_atom(const ranking *k, const an_atom *x, const an_value *env) {
    const an_loop_run *r = k->r;
    an_symtab *S = r->w->S;
    if (x == an_as_atom(r->trip)) return env ? an_add(S, r->trip, an_const(S, 1)) : an_const(S, 0);
    for (int i = 0; i < r->n; i++) {
        if (r->v[i].iter != x) continue;
        an_value v = env ? env[r->v[i].var->slot] : r->v[i].init;
        return v.kind == AN_V_INT ? v.i : NULL;
    }
    return fixed_atom(k, x) ? an_of_term(S, &(an_term){.c = 1, .n = 1, .f = {x}}) : NULL;
}

static const an_sym *renamed(const ranking *k, const an_sym *a, const an_value *env) {
    an_symtab *S = k->r->w->S;
    const an_sym *sum = an_const(S, 0);
    for (int i = 0; i < a->n && sum; i++) {
        const an_sym *t = an_const(S, a->t[i].c);
        for (int f = 0; f < a->t[i].n && t; f++)
            t = an_mul(S, t, renamed_atom(k, a->t[i].f[f], env));
        sum = an_add(S, sum, t);
    }
    return sum;
}

/* ---- candidates -------------------------------------------------------------------------------
 */

static bool holds_in(const an_guards *G, const an_sym *g) {
    for (int i = 0; i < G->n; i++)
        if (G->g[i] == g) return true;
    return false;
}

static void add_candidate(ranking *k, const an_sym *g) {
    if (k->n < MAX_CANDIDATES && g->deps & (AN_DEP_TRIP | AN_DEP_UNKNOWN)) k->g[k->n++] = g;
}

/* What held at the end of all paths that go on, besides the loop's own condition. */
static void add_common(ranking *k, int from) {
    const an_guards *G = &k->ends.end[0]->g;
    for (int i = from; i < G->n; i++) {
        bool all = true;
        for (int e = 1; e < k->ends.n && all; e++) all = holds_in(&k->ends.end[e]->g, G->g[i]);
        if (all) add_candidate(k, G->g[i]);
    }
}

/* ---- measures -------------------------------------------------------------------------------- */

/* The least by which g shrinks in an iteration (0: not at all), and whether g + 1 is halved. */
static int64_t shrinks(const ranking *k, const an_sym *g, bool *halved) {
    an_symtab *S = k->r->w->S;
    const an_sym *one = an_const(S, 1);
    int64_t least = AN_INF;
    *halved = true;
    for (int e = 0; e < k->ends.n && (least > 0 || *halved); e++) {
        const an_guards *G = &k->ends.end[e]->g;
        const an_sym *next = renamed(k, g, k->ends.end[e]->env);
        if (!next) return *halved = false, 0;
        const an_sym *d = an_lower(S, G, an_sub(S, g, next));
        int64_t by = d ? an_floor_of(S, d) : 0;
        least = by < least ? by : least;
        *halved =
            *halved && an_proved_nonneg(S, G, an_sub(S, an_sub(S, g, an_scale(S, next, 2)), one));
    }
    return least > 0 && least < AN_INF ? least : 0;
}

/* The measure before the first iteration, or in any. A condition at the end of the body says
 * nothing about the first. */
static const an_sym *at_start(const ranking *k, const an_sym *g) {
    const an_sym *first = k->r->is_do ? NULL : renamed(k, g, NULL);
    const an_sym *top = first ? an_loop_limit(k->r, first) : NULL;
    return top ? top : an_loop_limit(k->r, g);
}

static const an_sym *trips_by(const ranking *k, const an_sym *g, bool entered) {
    an_symtab *S = k->r->w->S;
    bool halved;
    int64_t by = shrinks(k, g, &halved);
    const an_sym *one = an_const(S, 1), *zero = an_const(S, 0);
    const an_sym *top = by || halved ? an_max(S, at_start(k, g), zero) : NULL;
    if (!top) return NULL;
    const an_sym *n = halved ? an_log2(S, an_add(S, top, one)) : an_div(S, top, an_const(S, by));
    return an_add(S, n, an_const(S, entered && !k->r->is_do ? 1 : 2)); /* one more that leaves */
}

static const an_sym *best_measure(const ranking *k) {
    an_walk *w = k->r->w;
    const an_sym *best = NULL;
    for (int i = 0; i < k->n; i++) best = an_fewer(w, best, trips_by(k, k->g[i], i < k->n_cond));
    for (int i = 0; i < k->n && !best; i++)
        for (int j = 0; j < i && !best; j++)
            best = trips_by(k, an_add(w->S, k->g[i], k->g[j]), i < k->n_cond);
    return best;
}

const an_sym *an_trips_by_rank(an_loop_run *r) {
    an_walk *w = r->w;
    ranking *k = an_arena_alloc(w->arena, sizeof *k);
    const an_sym *trips = NULL;
    k->r = r;
    if (r->cond && r->cond->effects) return NULL;
    w->quiet++;
    k->start = (int)w->S->n_atoms;
    an_loop_enter(r, NULL);
    int first = an_enter_by_condition(r);
    an_snap *entry = an_snapshot(w);
    for (int i = first; i < w->G.n; i++) add_candidate(k, w->G.g[i]);
    k->n_cond = k->n;
    bool all = an_walk_paths(r, entry, &k->ends);
    w->quiet--;
    if (all && k->ends.n > 0) {
        add_common(k, entry->g.n);
        trips = best_measure(k);
    } else if (all) {
        trips = an_const(w->S, 1); /* every path leaves */
    }
    an_guard_reset(w, r->outer);
    an_drop_ends(w, &k->ends);
    an_snap_drop(w, entry);
    return trips;
}
