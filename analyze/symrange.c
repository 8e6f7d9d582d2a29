/* Purpose: numeric intervals of symbolic values, for sign proofs and for dropping weaker bounds.
 * In: a value. Out: an integer that it is never below or above. Uses only facts that hold for every
 * launch; guards are bound.c's. */
#include <string.h>

#include "analyze/sym.h"

typedef struct range {
    int64_t lo, hi;
} range;

/* Substitutions one after the other. FEW: so many atoms that could be replaced are tried in any
 * order of two. SOME: so many are tried as the first one. */
enum { MAX_SUBSTITUTIONS = 5, FEW = 16, SOME = 64 };

static int64_t clamp_inf(__int128 v) {
    return v > AN_INF ? AN_INF : v < -(__int128)AN_INF ? -AN_INF : (int64_t)v;
}

static int64_t sat_mul(int64_t a, int64_t b) {
    return clamp_inf((__int128)a * b);
}

static int64_t sat_add(int64_t a, int64_t b) {
    return clamp_inf((__int128)a + b);
}

static range mul_range(range a, range b) {
    int64_t v[4] = {sat_mul(a.lo, b.lo), sat_mul(a.lo, b.hi), sat_mul(a.hi, b.lo),
                    sat_mul(a.hi, b.hi)};
    range r = {v[0], v[0]};
    for (int i = 1; i < 4; i++) {
        if (v[i] < r.lo) r.lo = v[i];
        if (v[i] > r.hi) r.hi = v[i];
    }
    return r;
}

static range range_of(an_symtab *S, const an_sym *a, int depth);

/* The smallest 2^k - 1 that is not below v. */
static int64_t all_ones(int64_t v) {
    int64_t m = 0;
    while (m < v && m < AN_INF) m = m * 2 + 1;
    return m < AN_INF ? m : AN_INF;
}

static range div_range(range p, range q) {
    if (q.lo < 1) {
        int64_t m = p.hi > -p.lo ? p.hi : -p.lo;
        return (range){p.lo >= 0 && q.lo >= 0 ? 0 : -m, m};
    }
    range r;
    r.hi = p.hi >= AN_INF ? AN_INF : p.hi >= 0 ? p.hi / q.lo : p.hi / q.hi;
    r.lo = p.lo <= -AN_INF ? -AN_INF : p.lo >= 0 ? p.lo / q.hi : p.lo / q.lo;
    return r;
}

static range mod_range(range p, range q) {
    int64_t m = q.hi > -q.lo ? q.hi : -q.lo;
    if (m < AN_INF) m -= 1;
    range r = {-m, m};
    if (p.lo >= 0) r.lo = 0;
    if (p.lo >= 0 && p.hi < r.hi) r.hi = p.hi;
    if (p.hi <= 0) r.hi = 0;
    return r;
}

static range bits_range(an_akind kind, range p, range q) {
    range all = {-AN_INF, AN_INF};
    if (kind == AN_A_AND) {
        if (p.lo < 0 && q.lo < 0) return all;
        range r = {0, AN_INF};
        if (p.lo >= 0) r.hi = p.hi;
        if (q.lo >= 0 && q.hi < r.hi) r.hi = q.hi;
        return r;
    }
    if (p.lo < 0 || q.lo < 0) return all;
    int64_t sum = sat_add(p.hi, q.hi), ones = all_ones(p.hi > q.hi ? p.hi : q.hi);
    return (range){0, sum < ones ? sum : ones};
}

static range shift_range(an_akind kind, range p, range q) {
    if (q.lo < 0 || p.lo < 0) return (range){-AN_INF, AN_INF};
    int lo = q.lo > 62 ? 62 : (int)q.lo, hi = q.hi > 62 ? 62 : (int)q.hi;
    if (kind == AN_A_SHR) return (range){p.lo >> hi, p.hi >= AN_INF ? AN_INF : p.hi >> lo};
    return (range){clamp_inf((__int128)p.lo << lo), clamp_inf((__int128)p.hi << hi)};
}

static range stored_range(an_symtab *S, const an_atom *x, int depth) {
    range r = {-AN_INF, AN_INF};
    if (x->lo) r.lo = range_of(S, x->lo, depth + 1).lo;
    if (x->hi) r.hi = range_of(S, x->hi, depth + 1).hi;
    return r;
}

static range atom_range(an_symtab *S, const an_atom *x, int depth) {
    range all = {-AN_INF, AN_INF};
    if (depth > 24) return all;
    switch (x->kind) {
    case AN_A_GID:
    case AN_A_LID:
    case AN_A_GRP:
        return (range){0, AN_INF};
    case AN_A_LSZ:
    case AN_A_GSZ:
    case AN_A_NGRP:
        return (range){1, AN_INF};
    case AN_A_ARG:
        return x->id < S->n_args ? (range){S->arg_min[x->id], S->arg_max[x->id]} : all;
    case AN_A_TRIP:
    case AN_A_ITER:
    case AN_A_LOAD:
    case AN_A_WRAP:
    case AN_A_UNKNOWN:
        return stored_range(S, x, depth);
    default:
        break;
    }
    range p = range_of(S, x->p, depth + 1), q = x->q ? range_of(S, x->q, depth + 1) : all;
    switch (x->kind) {
    case AN_A_DIV:
        return div_range(p, q);
    case AN_A_MOD:
        return mod_range(p, q);
    case AN_A_SHL:
    case AN_A_SHR: /* launches do not shift by a negative number */
        if (x->q && q.lo < 0 && q.hi >= 0 && !(x->q->deps & AN_DEP_VARYING)) q.lo = 0;
        return shift_range(x->kind, p, q);
    case AN_A_AND:
    case AN_A_OR:
    case AN_A_XOR:
        return bits_range(x->kind, p, q);
    case AN_A_MIN:
        return (range){p.lo < q.lo ? p.lo : q.lo, p.hi < q.hi ? p.hi : q.hi};
    case AN_A_MAX:
        if (x->q == an_scale(S, x->p, -1) && q.lo < 0) q.lo = 0; /* the absolute value */
        return (range){p.lo > q.lo ? p.lo : q.lo, p.hi > q.hi ? p.hi : q.hi};
    case AN_A_LOG2:
        return (range){0, 62};
    default:
        return all;
    }
}

/* Interval arithmetic, term by term. */
static range plain_range(an_symtab *S, const an_sym *a, int depth) {
    range sum = {0, 0};
    for (int i = 0; i < a->n; i++) {
        range t = {a->t[i].c, a->t[i].c};
        for (int k = 0; k < a->t[i].n; k++)
            t = mul_range(t, atom_range(S, a->t[i].f[k], depth + 1));
        sum.lo = sat_add(sum.lo, t.lo);
        sum.hi = sat_add(sum.hi, t.hi);
    }
    return sum;
}

/* a with one atom, a term's only varying part, replaced: a - t + t*with/x. */
static const an_sym *replace(an_symtab *S, const an_sym *a, int term, const an_atom *x,
                             const an_sym *with) {
    const an_sym *rest = an_const(S, a->t[term].c);
    bool dropped = false;
    for (int k = 0; k < a->t[term].n; k++) {
        const an_atom *f = a->t[term].f[k];
        if (f == x && !dropped) {
            dropped = true;
            continue;
        }
        rest = an_mul(S, rest, an_of_term(S, &(an_term){.c = 1, .n = 1, .f = {f}}));
    }
    return an_add(S, an_sub(S, a, an_of_term(S, &a->t[term])), an_mul(S, rest, with));
}

static int64_t bound(an_symtab *S, const an_sym *a, bool low, int depth, int budget);

static bool others_nonneg(an_symtab *S, const an_term *t, int but, int depth) {
    for (int k = 0; k < t->n; k++)
        if (k != but && atom_range(S, t->f[k], depth + 1).lo < 0) return false;
    return true;
}

static int64_t better(int64_t a, int64_t b, bool low) {
    return (low ? a > b : a < b) ? a : b;
}

static int64_t floor_div(int64_t a, int64_t q) {
    if (a <= -AN_INF || a >= AN_INF) return a;
    return a >= 0 ? a / q : -((-a + q - 1) / q);
}

/* The term's other factors when one of them is q itself: u in u * q * (p / q); NULL when none is.
 */
static const an_sym *times_divisor(an_symtab *S, const an_sym *a, int i, const an_atom *x) {
    const an_sym *q = x->q;
    if (q->n != 1 || q->t[0].c != 1 || q->t[0].n != 1) return NULL;
    for (int f = 0; f < a->t[i].n; f++) {
        if (a->t[i].f[f] != q->t[0].f[0]) continue;
        const an_sym *m = an_of_term(S, &a->t[i]);
        return replace(S, replace(S, m, 0, x, an_const(S, 1)), 0, q->t[0].f[0], an_const(S, 1));
    }
    return NULL;
}

/* p - q + 1 <= q * (p / q) <= p. With a constant q the whole of `a` is multiplied by q, bounded,
 * and divided again (it is an integer, so the bound rounds inwards). */
static int64_t by_quotient(an_symtab *S, const an_sym *a, int i, const an_atom *x, bool up,
                           bool low, int depth, int budget) {
    const an_sym *rest = replace(S, a, i, x, an_const(S, 0)); /* a without the term */
    const an_sym *v = up ? x->p : an_add(S, an_sub(S, x->p, x->q), an_const(S, 1));
    int64_t q;
    if (an_is_const(x->q, &q)) {
        const an_sym *term = an_sub(S, replace(S, a, i, x, v), rest);
        int64_t b = bound(S, an_add(S, an_scale(S, rest, q), term), low, depth + 1, budget - 1);
        return low ? -floor_div(-b, q) : floor_div(b, q);
    }
    const an_sym *u = times_divisor(S, a, i, x);
    if (u) return bound(S, an_add(S, rest, an_mul(S, u, v)), low, depth + 1, budget - 1);
    /* p / q is at most p */
    if (up) return bound(S, replace(S, a, i, x, x->p), low, depth + 1, budget - 1);
    return low ? -AN_INF : AN_INF;
}

/* One bound of `a` after replacing MIN/MAX/DIV atoms of term i by something that bounds them and
 * may cancel with other terms. */
static int64_t by_substitution(an_symtab *S, const an_sym *a, int i, int k, bool low, int depth,
                               int budget) {
    const an_atom *x = a->t[i].f[k];
    bool up = (a->t[i].c > 0) != low; /* we need an upper bound of x */
    int64_t none = low ? -AN_INF : AN_INF;
    if (x->kind == AN_A_MIN || x->kind == AN_A_MAX) {
        int64_t p = bound(S, replace(S, a, i, x, x->p), low, depth + 1, budget - 1);
        int64_t q = bound(S, replace(S, a, i, x, x->q), low, depth + 1, budget - 1);
        /* min is bounded above by either operand (take the better), below only by the worse of the
         * two. */
        bool either = (x->kind == AN_A_MIN) == up;
        return either ? better(p, q, low) : better(p, q, !low);
    }
    if (x->kind == AN_A_DIV && an_nonneg(S, x->p) && an_floor_of(S, x->q) >= 1)
        return by_quotient(S, a, i, x, up, low, depth, budget);
    return none;
}

static bool is_replaceable(const an_atom *x) {
    return x->kind == AN_A_MIN || x->kind == AN_A_MAX || x->kind == AN_A_DIV;
}

/* Hash functions and the like make sums of many products that no index is made of: trying all
 * orders there would take for ever. */
static int budget_for(const an_sym *a) {
    int n = 0;
    for (int i = 0; i < a->n; i++)
        for (int k = 0; k < a->t[i].n; k++) n += is_replaceable(a->t[i].f[k]);
    return n <= FEW ? MAX_SUBSTITUTIONS : n <= SOME ? MAX_SUBSTITUTIONS - 1 : MAX_SUBSTITUTIONS - 2;
}

static int64_t bound(an_symtab *S, const an_sym *a, bool low, int depth, int budget) {
    if (!a) return low ? -AN_INF : AN_INF;
    S->work++;
    range r = range_of(S, a, depth);
    int64_t best = low ? r.lo : r.hi;
    if (budget <= 0 || depth > 24 || a->n < 2) return best;
    for (int i = 0; i < a->n; i++)
        for (int k = 0; k < a->t[i].n; k++) {
            const an_atom *x = a->t[i].f[k];
            if (!is_replaceable(x)) continue;
            if (!others_nonneg(S, &a->t[i], k, depth)) continue;
            best = better(best, by_substitution(S, a, i, k, low, depth, budget), low);
            /* Which atom to replace first matters; deeper down the first one must do. */
            if (budget < MAX_SUBSTITUTIONS - 1) return best;
        }
    return best;
}

static range range_of(an_symtab *S, const an_sym *a, int depth) {
    if (a->range_epoch == S->epoch) return (range){a->lo, a->hi};
    if (depth > 24) return (range){-AN_INF, AN_INF};
    range r = plain_range(S, a, depth);
    an_sym *memo = (an_sym *)a;
    memo->lo = r.lo;
    memo->hi = r.hi;
    memo->range_epoch = S->epoch;
    return r;
}

int64_t an_floor_of(an_symtab *S, const an_sym *a) {
    if (!a) return -AN_INF;
    an_sym *memo = (an_sym *)a; /* what is remembered does not change the value */
    if (a->floor_epoch != S->epoch) {
        memo->floor = bound(S, a, true, 0, budget_for(a));
        memo->floor_epoch = S->epoch;
    }
    return a->floor;
}

int64_t an_ceil_of(an_symtab *S, const an_sym *a) {
    if (!a) return AN_INF;
    an_sym *memo = (an_sym *)a;
    if (a->ceil_epoch != S->epoch) {
        memo->ceil = bound(S, a, false, 0, budget_for(a));
        memo->ceil_epoch = S->epoch;
    }
    return a->ceil;
}

int64_t an_shared_factor(const an_sym *a) {
    int64_t g = 0;
    for (int i = 0; i < a->n; i++)
        for (int64_t x = a->t[i].c < 0 ? -a->t[i].c : a->t[i].c, r; x; x = r) {
            r = g % x;
            g = x;
        }
    return g;
}

bool an_nonneg(an_symtab *S, const an_sym *a) {
    if (!a) return false;
    if (an_floor_of(S, a) >= 0) return true;
    if (!S->n_promised || S->promising || (a->deps & AN_DEP_VARYING)) return false;
    int64_t g = an_shared_factor(a);
    if (g > 1) a = an_div(S, a, an_const(S, g)); /* exact */
    bool yes = false;
    S->promising = true; /* a promise that holds a quotient would ask for itself without end */
    for (int i = 0; i < S->n_promised && !yes; i++) {
        const an_sym *rest = an_sub(S, a, S->promised[i]);
        yes = rest && an_floor_of(S, rest) >= 0;
    }
    S->promising = false;
    return yes;
}

void an_promise(an_symtab *S, const an_sym *a) {
    if (S->n_promised < AN_PROMISES) S->promised[S->n_promised++] = a;
}
