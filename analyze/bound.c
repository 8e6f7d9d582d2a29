/* Purpose: bounds of varying values under guards. In: a value and what is known to be >= 0. Out:
 * uniform values. Single atoms are bound_atom.c. Does not collect
 * guards: walk_cond.c does. */
#include "analyze/bound_int.h"

#include <string.h>

#include "analyze/symval.h"

enum { MAX_SIZE = 48, MAX_DEPTH = 24, MAX_GUARDS_USED = 3, MAX_STEPS = 800 };

const an_sym *an_bound_lower(an_search *s, const an_sym *a) {
    const an_sym *u = an_bound_upper(s, an_scale(s->S, a, -1));
    return u ? an_scale(s->S, u, -1) : NULL;
}

const an_sym *an_bound_const(an_search *s, int64_t v) {
    return an_const(s->S, v);
}

static const an_sym *term_sym(an_search *s, const an_term *t) {
    return an_of_term(s->S, t);
}

/* ---- sums ------------------------------------------------------------------------------------ */

static bool uniform_atom(const an_atom *x) {
    return !(x->deps & AN_DEP_VARYING);
}

/* Upper bound of one term from the ranges of its varying factors; uniform factors must not be
 * negative. */
static const an_sym *term_upper(an_search *s, const an_term *t) {
    an_symtab *S = s->S;
    const an_sym *u = an_bound_const(s, t->c);
    const an_atom *vary[AN_DEGREE];
    int n = 0;
    for (int k = 0; k < t->n; k++) {
        an_term one = {.c = 1, .n = 1, .f = {t->f[k]}};
        if (!uniform_atom(t->f[k])) {
            vary[n++] = t->f[k];
            continue;
        }
        const an_sym *f = term_sym(s, &one);
        if (!an_nonneg(S, f) && t->n > 1) return NULL;
        u = an_mul(S, u, f);
    }
    for (int k = 0; k < n; k++) {
        an_term one = {.c = 1, .n = 1, .f = {vary[k]}};
        const an_sym *x = term_sym(s, &one);
        /* Products of several varying factors: each must be non-negative, then bounds multiply. */
        if (n > 1 && !an_bound_nonneg(s, x)) return NULL;
        const an_sym *b = t->c > 0 ? an_bound_upper(s, x) : an_bound_lower(s, x);
        if (n > 1 && t->c < 0 && (!b || !an_nonneg(S, b))) b = an_bound_const(s, 0);
        u = an_mul(S, u, b);
    }
    return u;
}

/* The varying factors of a term alone, and the others. */
static an_term varying_part(const an_term *t, an_term *uniform) {
    an_term v = {.c = 1};
    *uniform = (an_term){.c = t->c};
    for (int k = 0; k < t->n; k++) {
        an_term *to = uniform_atom(t->f[k]) ? uniform : &v;
        to->f[to->n++] = t->f[k];
    }
    return v;
}

static bool same_factors(const an_term *a, const an_term *b) {
    return a->n == b->n && memcmp(a->f, b->f, (size_t)a->n * sizeof a->f[0]) == 0;
}

/* u1*m + u2*m for the varying part m of term i, as (u1 + u2) * m, where the sum has a known sign;
 * NULL otherwise. *later: such terms come after i; *earlier: one came before it. */
static const an_sym *shared_upper(an_search *s, const an_sym *a, int i, bool *later,
                                  bool *earlier) {
    an_symtab *S = s->S;
    an_term u, other, m = varying_part(&a->t[i], &u);
    const an_sym *sum = term_sym(s, &u);
    *later = *earlier = false;
    for (int j = 0; j < a->n; j++) {
        an_term v = varying_part(&a->t[j], &other);
        if (j == i || !same_factors(&v, &m)) continue;
        *(j < i ? earlier : later) = true;
        sum = an_add(S, sum, term_sym(s, &other));
    }
    if (!*later || *earlier) return NULL;
    bool up = an_nonneg(S, sum), down = !up && sum && an_nonneg(S, an_scale(S, sum, -1));
    if (!up && !down) return NULL;
    const an_sym *part = term_sym(s, &m);
    return an_mul(S, sum, up ? an_bound_upper(s, part) : an_bound_lower(s, part));
}

/* With terms that share their varying part taken together; NULL when there are none, or the sign of
 * a sum is not known. */
static const an_sym *grouped_upper(an_search *s, const an_sym *a) {
    const an_sym *sum = an_bound_const(s, 0);
    bool any = false;
    for (int i = 0; i < a->n && sum; i++) {
        const an_sym *t = term_sym(s, &a->t[i]);
        bool later = false, earlier = false;
        const an_sym *g = an_uniform(t) ? NULL : shared_upper(s, a, i, &later, &earlier);
        any |= later;
        if (earlier) continue; /* in its group */
        if (later && !g) return NULL;
        if (!an_uniform(t)) t = later ? g : an_bound_upper(s, t);
        sum = an_add(s->S, sum, t);
    }
    return any ? sum : NULL;
}

static const an_sym *sum_upper(an_search *s, const an_sym *a) {
    const an_sym *sum = a->n > 1 ? grouped_upper(s, a) : NULL;
    if (sum) return sum;
    sum = an_bound_const(s, 0);
    for (int i = 0; i < a->n && sum; i++) {
        const an_sym *t = term_sym(s, &a->t[i]);
        if (!an_uniform(t)) t = a->n > 1 ? an_bound_upper(s, t) : term_upper(s, &a->t[i]);
        sum = an_add(s->S, sum, t);
    }
    return sum;
}

/* a is one varying atom: its own range. */
static const an_sym *direct(an_search *s, const an_sym *a) {
    if (a->n == 1 && a->t[0].n == 1 && a->t[0].c == 1) return an_bound_atom_upper(s, a->t[0].f[0]);
    if (a->n == 1 && a->t[0].n == 1 && a->t[0].c == -1) {
        const an_sym *l = an_bound_atom_lower(s, a->t[0].f[0]);
        return l ? an_scale(s->S, l, -1) : NULL;
    }
    return sum_upper(s, a);
}

/* The quotient of term e by the varying monomial of guard term g, when what is left over is uniform
 * and not negative. */
static bool matches(an_search *s, const an_term *e, const an_term *g, an_term *left) {
    *left = *e;
    left->c = 1;
    for (int k = 0; k < g->n; k++) {
        int at = -1;
        for (int j = 0; j < left->n; j++)
            if (left->f[j] == g->f[k]) at = j;
        if (at < 0) return false;
        memmove(&left->f[at], &left->f[at + 1], (size_t)(left->n - at - 1) * sizeof *left->f);
        left->n--;
    }
    for (int j = 0; j < left->n; j++) {
        if (!uniform_atom(left->f[j])) return false;
        an_term one = {.c = 1, .n = 1, .f = {left->f[j]}};
        if (!an_nonneg(s->S, term_sym(s, &one))) return false;
    }
    return true;
}

static bool varying_term(const an_term *t) {
    for (int k = 0; k < t->n; k++)
        if (!uniform_atom(t->f[k])) return true;
    return false;
}

static int64_t magnitude(int64_t c) {
    return c < 0 ? -c : c;
}

static void drop_factor(an_term *t, int k) {
    memmove(&t->f[k], &t->f[k + 1], (size_t)(t->n - k - 1) * sizeof t->f[0]);
    t->n--;
}

/* a with factor k of term i replaced: a - t + t / factor * with. */
static const an_sym *with_factor(an_search *s, const an_sym *a, int i, int k, const an_sym *with) {
    an_term rest = a->t[i];
    drop_factor(&rest, k);
    const an_sym *minus = an_sub(s->S, a, term_sym(s, &a->t[i]));
    return an_add(s->S, minus, an_mul(s->S, term_sym(s, &rest), with));
}

static bool others_uniform_nonneg(an_search *s, const an_term *t, int but) {
    for (int k = 0; k < t->n; k++) {
        an_term one = {.c = 1, .n = 1, .f = {t->f[k]}};
        if (k != but && (!uniform_atom(t->f[k]) || !an_nonneg(s->S, term_sym(s, &one))))
            return false;
    }
    return true;
}

/* u * q * (p / q) lies between u * (p - q + 1) and u * p: a with what bounds the term from above;
 * NULL when it has not that form. */
static const an_sym *without_quotient(an_search *s, const an_sym *a, int i, int k) {
    an_symtab *S = s->S;
    an_term u = a->t[i];
    const an_atom *x = u.f[k];
    int64_t c;
    int f = 0;
    if (an_floor_of(S, x->q) < 1 || !an_bound_nonneg(s, x->p)) return NULL;
    drop_factor(&u, k);
    if (an_is_const(x->q, &c)) {
        if (u.c % c) return NULL;
        u.c /= c;
    } else {
        while (f < u.n && u.f[f] != an_as_atom(x->q)) f++;
        if (f == u.n) return NULL;
        drop_factor(&u, f);
    }
    const an_sym *v = u.c > 0 ? x->p : an_add(S, an_sub(S, x->p, x->q), an_bound_const(s, 1));
    return an_add(S, an_sub(S, a, term_sym(s, &a->t[i])), an_mul(S, term_sym(s, &u), v));
}

static const an_sym *tighter(an_search *s, const an_sym *a, const an_sym *b);

/* Minima, maxima and quotients that meet what they are made of in the same sum: each operand of a
 * minimum bounds it, and may cancel. */
static const an_sym *related_upper(an_search *s, const an_sym *a) {
    const an_sym *best = NULL;
    for (int i = 0; i < a->n; i++)
        for (int k = 0; k < a->t[i].n; k++) {
            const an_atom *x = a->t[i].f[k];
            if (!(x->deps & AN_DEP_VARYING) || !others_uniform_nonneg(s, &a->t[i], k)) continue;
            if (x->kind == AN_A_DIV) {
                const an_sym *v = without_quotient(s, a, i, k);
                if (v && v != a) best = tighter(s, best, an_bound_upper(s, v));
            }
            bool either = x->kind == (a->t[i].c > 0 ? AN_A_MIN : AN_A_MAX);
            if (!either || !x->p || !x->q) continue;
            best = tighter(s, best, an_bound_upper(s, with_factor(s, a, i, k, x->p)));
            best = tighter(s, best, an_bound_upper(s, with_factor(s, a, i, k, x->q)));
        }
    return best;
}

static const an_sym *tighter(an_search *s, const an_sym *a, const an_sym *b) {
    if (!a || !b) return a ? a : b;
    const an_sym *m = an_min(s->S, a, b);
    /* Ranges that loops keep are compared and bounded again: there a number or a plain sum is worth
     * more than the least of several. */
    if (s->plain && m && m != a && m != b) {
        if (an_is_const(a, NULL) || an_is_const(b, NULL)) return an_is_const(a, NULL) ? a : b;
        if ((a->nesting == 0) != (b->nesting == 0) && m->nesting > 2) return a->nesting ? b : a;
    }
    /* Every candidate is a bound by itself: where both together would make an unreadable formula,
     * the shorter one will do. */
    if (!m || (m != a && m != b && an_size(m) > MAX_SIZE)) return an_size(a) <= an_size(b) ? a : b;
    return m;
}

/* The greatest common divisor of all coefficients but the constant's. */
static int64_t common_factor(const an_sym *a) {
    int64_t g = 0;
    for (int i = 0; i < a->n; i++)
        if (a->t[i].n) g = an_gcd(g, a->t[i].c);
    return g;
}

/* `a` is r modulo the common factor of its coefficients, and so is its largest value: a bound
 * rounds down to that (byte offsets are multiples of the element's size). */
static const an_sym *rounded(an_symtab *S, const an_sym *a, const an_sym *u) {
    int64_t g = u && u != a ? common_factor(a) : 0;
    int64_t r = a->n && a->t[a->n - 1].n == 0 ? a->t[a->n - 1].c : 0;
    int64_t c = u && u->n && u->t[u->n - 1].n == 0 ? u->t[u->n - 1].c : 0;
    if (g < 2 || common_factor(u) % g) return u;
    int64_t over = ((c - r) % g + g) % g;
    return over ? an_sub(S, u, an_const(S, over)) : u;
}

/* a <= (|cg| * a + |ca| * left * g) / |cg|, in which the monomial cancels; NULL when the terms do
 * not cancel. */
static const an_sym *cancelled(an_search *s, const an_sym *a, const an_term *ta, const an_sym *g,
                               const an_term *tg) {
    an_symtab *S = s->S;
    an_term left;
    if (!varying_term(tg) || (ta->c > 0) == (tg->c > 0)) return NULL;
    if (!matches(s, ta, tg, &left)) return NULL;
    int64_t ca = magnitude(ta->c), cg = magnitude(tg->c); /* never 0: no such term */
    if (cg && ca % cg == 0) {
        ca /= cg;
        cg = 1;
    }
    left.c = ca;
    const an_sym *sum = an_add(S, an_scale(S, a, cg), an_mul(S, g, term_sym(s, &left)));
    const an_sym *u = sum && sum != a ? an_bound_upper(s, sum) : NULL;
    return rounded(S, a, u && cg != 1 ? an_div(S, u, an_const(S, cg)) : u);
}

static bool is_quotient(const an_term *t) {
    return t->n == 1 && (t->f[0]->kind == AN_A_DIV || t->f[0]->kind == AN_A_MOD);
}

/* The first monomial that can be cancelled, and each quotient: a guard that speaks of one
 * (an_note_parts) is there for it. */
static const an_sym *through_guard(an_search *s, const an_sym *a, int gi) {
    const an_sym *g = s->G->g[gi], *best = NULL;
    for (int i = 0; i < a->n; i++)
        for (int j = 0; j < g->n && varying_term(&a->t[i]); j++)
            if (!best || s->every || is_quotient(&g->t[j]))
                best = tighter(s, best, cancelled(s, a, &a->t[i], g, &g->t[j]));
    return best;
}

static void find_parts(const an_sym *a, bool *gid, bool *part) {
    for (int i = 0; i < a->n; i++)
        for (int k = 0; k < a->t[i].n; k++) {
            an_akind kind = a->t[i].f[k]->kind;
            if (kind == AN_A_GID) *gid = true;
            if (kind == AN_A_LID || kind == AN_A_GRP) *part = true;
        }
}

/* The global id beside the local or group id, in the value or in what is known about them. */
static bool mixes_gid(const an_search *s, const an_sym *a) {
    bool gid = false, part = false;
    find_parts(a, &gid, &part);
    for (int i = 0; i < s->G->n && gid && !part; i++) {
        bool ignored = false;
        find_parts(s->G->g[i], &ignored, &part);
    }
    return gid && part;
}

/* p as q * (p / q) + p % q, where a guard speaks of p / q or p % q and p is a multiple-free part of
 * a: the guard applies then. */
static const an_sym *unfold(an_search *s, const an_sym *a) {
    for (int i = 0; i < s->G->n; i++) {
        const an_sym *g = s->G->g[i];
        for (int j = 0; j < g->n; j++)
            for (int k = 0; k < g->t[j].n; k++) {
                const an_atom *x = g->t[j].f[k];
                if (x->kind != AN_A_DIV && x->kind != AN_A_MOD) continue;
                const an_sym *u = an_unfold(s->S, a, x->p, x->q);
                if (u) return u;
            }
    }
    return NULL;
}

static const an_sym *search_upper(an_search *s, const an_sym *a) {
    s->depth++;
    const an_sym *best = direct(s, a);
    if (mixes_gid(s, a)) {
        const an_sym *x = an_expand_gid(s->S, a);
        if (x && x != a) best = tighter(s, best, an_bound_upper(s, x));
    }
    if (s->related && a->n > 1) best = tighter(s, best, related_upper(s, a));
    const an_sym *u = unfold(s, a);
    if (u && u != a) best = tighter(s, best, an_bound_upper(s, u));
    for (int i = 0; i < s->G->n && s->guards < MAX_GUARDS_USED; i++) {
        if (s->used & (1ULL << i)) continue;
        s->used |= 1ULL << i;
        s->guards++;
        best = tighter(s, best, through_guard(s, a, i));
        s->guards--;
        s->used &= ~(1ULL << i);
    }
    s->depth--;
    return best;
}

const an_sym *an_bound_upper(an_search *s, const an_sym *a) {
    if (!a) return NULL;
    if (an_uniform(a)) return a;
    uint64_t key = s->guard_hash ^ (s->used * 0x9e3779b97f4a7c15ULL);
    an_bound_entry *c = &s->S->cache[(key ^ a->hash ^ (a->hash >> 17)) % AN_BOUND_CACHE];
    if (c->a == a && c->guards == key) return c->upper;
    if (s->depth >= MAX_DEPTH || ++s->steps > MAX_STEPS || (s->stop && s->S->work > s->stop))
        return NULL;
    s->S->work++;
    const an_sym *u = search_upper(s, a);
    if (s->steps <= MAX_STEPS && (!s->stop || s->S->work <= s->stop))
        *c = (an_bound_entry){a, u, key};
    return u;
}

static uint64_t hash_guards(const an_guards *G) {
    uint64_t h = (uint64_t)G->n + 1;
    for (int i = 0; i < G->n; i++) h = (h ^ G->g[i]->hash) * 0xbf58476d1ce4e5b9ULL;
    return h;
}

const an_sym *an_upper(an_symtab *S, const an_guards *G, const an_sym *a) {
    an_search s = {.S = S, .G = G, .guard_hash = hash_guards(G) + (uint64_t)S->n_promised};
    s.plain = a && a->deps & AN_DEP_UNKNOWN;
    return an_bound_upper(&s, a);
}

/* An operation that differs between work-items: only there do the two searches differ. */
static bool operates(const an_sym *a) {
    for (int i = 0; i < a->n; i++)
        for (int k = 0; k < a->t[i].n; k++)
            if (a->t[i].f[k]->p && a->t[i].f[k]->deps & AN_DEP_VARYING) return true;
    return false;
}

static bool worth_both(const an_guards *G, const an_sym *a) {
    bool any = operates(a);
    for (int i = 0; i < G->n && !any; i++) any = operates(G->g[i]);
    return any && G->n > 0 && !an_uniform(a);
}

/* What no formula should be longer than when two bounds are combined. */
enum { MAX_BOTH = 96, MAX_EXTRA_WORK = 200000, MAX_FRESH_WORK = 10000 };

/* Both are bounds. Where one is never the smaller one in some launches, it is left out. */
static const an_sym *smaller(an_symtab *S, const an_sym *a, const an_sym *b) {
    const an_sym *both;
    switch (an_compare_at_points(S, a, b)) {
    case AN_LESS:
        return a;
    case AN_MORE:
        return b;
    case AN_SAME:
        return an_size(a) <= an_size(b) ? a : b;
    default:
        both = an_min(S, a, b);
        return both && an_size(both) <= MAX_BOTH ? both : a;
    }
}

const an_sym *an_upper_of_all(an_symtab *S, const an_guards *G, const an_sym *a,
                              const an_sym **simple) {
    const an_sym *plain = *simple = an_upper(S, G, a);
    if (!a || S->work > MAX_EXTRA_WORK || !worth_both(G, a)) return plain;
    an_search s = {.S = S, .G = G, .fresh = true, .stop = S->work + MAX_FRESH_WORK};
    s.guard_hash = (hash_guards(G) + (uint64_t)S->n_promised) ^ 0x94d049bb133111ebULL;
    const an_sym *fresh = an_bound_upper(&s, a);
    return plain && fresh ? smaller(S, plain, fresh) : plain ? plain : fresh;
}

const an_sym *an_upper_thorough(an_symtab *S, const an_guards *G, const an_sym *a) {
    an_search s = {.S = S, .G = G, .every = true, .stop = S->work + MAX_FRESH_WORK};
    s.guard_hash = (hash_guards(G) + (uint64_t)S->n_promised) ^ 0xd6e8feb86659fd93ULL;
    return a ? an_bound_upper(&s, a) : NULL;
}

const an_sym *an_lower(an_symtab *S, const an_guards *G, const an_sym *a) {
    const an_sym *u = an_upper(S, G, an_scale(S, a, -1));
    return u ? an_scale(S, u, -1) : NULL;
}

bool an_proved_nonneg(an_symtab *S, const an_guards *G, const an_sym *a) {
    if (!a) return false;
    if (an_nonneg(S, a)) return true;
    const an_sym *l = an_lower(S, G, a);
    return l && an_nonneg(S, l);
}

bool an_related_nonneg(an_symtab *S, const an_guards *G, const an_sym *a) {
    an_search s = {.S = S, .G = G, .guard_hash = ~(hash_guards(G) + (uint64_t)S->n_promised)};
    s.related = true;
    const an_sym *u = a ? an_bound_upper(&s, an_scale(S, a, -1)) : NULL;
    return u && an_nonneg(S, an_scale(S, u, -1));
}
