/* Purpose: interned polynomials over atoms with the arithmetic of index expressions. In: operands.
 * Out: canonical values. Bounds under guards are bound.c; this file only knows what holds
 * everywhere. */
#include "analyze/sym.h"

#include <stdlib.h>
#include <string.h>

#include "common/error.h"
#include "common/hash.h"
#include "common/text.h"

/* ---- atoms ----------------------------------------------------------------------------------- */

static unsigned kind_deps(an_akind kind) {
    switch ((int)kind) {
    case AN_A_GID:
    case AN_A_LID:
        return AN_DEP_ITEM;
    case AN_A_GRP:
        return AN_DEP_GROUP;
    case AN_A_LSZ:
    case AN_A_GSZ:
    case AN_A_NGRP:
        return AN_DEP_SIZE;
    case AN_A_ARG:
        return AN_DEP_ARG;
    case AN_A_TRIP:
    case AN_A_ITER:
        return AN_DEP_TRIP;
    case AN_A_LOAD:
        return AN_DEP_LOAD;
    case AN_A_WRAP:
    case AN_A_UNKNOWN:
        return AN_DEP_UNKNOWN;
    default:
        return 0;
    }
}

static an_atom *new_atom(an_symtab *S, an_akind kind, int id, const an_sym *p, const an_sym *q) {
    an_atom *x = an_arena_alloc(S->arena, sizeof *x);
    x->kind = kind;
    x->id = id;
    x->p = p;
    x->q = q;
    x->serial = (int)S->n_atoms;
    x->deps = kind_deps(kind) | (p ? p->deps : 0) | (q ? q->deps : 0);
    S->atoms = lp_grow(S->atoms, &S->cap_atoms, S->n_atoms + 1, sizeof *S->atoms);
    S->atoms[S->n_atoms++] = x;
    return x;
}

static an_atom *intern_atom(an_symtab *S, an_akind kind, int id, const an_sym *p, const an_sym *q) {
    for (size_t i = 0; i < S->n_atoms; i++) {
        an_atom *x = S->atoms[i];
        if (x->kind == kind && x->id == id && x->p == p && x->q == q) return x;
    }
    return new_atom(S, kind, id, p, q);
}

void an_symtab_init(an_symtab *S, an_arena *arena, const int64_t *arg_min, const int64_t *arg_max,
                    int n_args) {
    memset(S, 0, sizeof *S);
    S->arena = arena;
    S->epoch = 1;
    S->arg_min = arg_min;
    S->arg_max = arg_max;
    S->n_args = n_args;
    S->n_buckets = 4096;
    S->buckets = lp_alloc(S->n_buckets, sizeof *S->buckets);
    S->cache = lp_alloc(AN_BOUND_CACHE, sizeof *S->cache);
    /* Launch atoms first, so that serials (and so the printed order) do not depend on the kernel.
     */
    static const an_akind base[] = {AN_A_GID, AN_A_LID, AN_A_GRP, AN_A_LSZ, AN_A_GSZ, AN_A_NGRP};
    for (size_t i = 0; i < sizeof base / sizeof *base; i++) new_atom(S, base[i], 0, NULL, NULL);
}

void an_symtab_forget(an_symtab *S) {
    memset(S->cache, 0, AN_BOUND_CACHE * sizeof *S->cache);
    S->epoch++;
}

void an_symtab_free(an_symtab *S) {
    free(S->cache);
    free(S->buckets);
    free(S->atoms);
    memset(S, 0, sizeof *S);
}

/* ---- interning ------------------------------------------------------------------------------- */

static int cmp_factors(const an_term *a, const an_term *b) {
    for (int i = 0; i < a->n && i < b->n; i++)
        if (a->f[i]->serial != b->f[i]->serial) return a->f[i]->serial < b->f[i]->serial ? -1 : 1;
    return (b->n > a->n) - (b->n < a->n); /* more factors first; the constant term comes last */
}

static bool same_terms(const an_sym *s, const an_term *t, int n) {
    if (s->n != n) return false;
    for (int i = 0; i < n; i++)
        if (s->t[i].c != t[i].c || cmp_factors(&s->t[i], &t[i]) != 0) return false;
    return true;
}

static const an_sym *intern(an_symtab *S, const an_term *t, int n) {
    uint64_t h = (uint64_t)n;
    for (int i = 0; i < n; i++) {
        h = (h ^ (uint64_t)t[i].c) * 0x9e3779b97f4a7c15ULL;
        for (int k = 0; k < t[i].n; k++)
            h = (h ^ (uint64_t)(t[i].f[k]->serial + 1)) * 0xbf58476d1ce4e5b9ULL;
        h ^= h >> 29;
    }
    size_t b = h % S->n_buckets;
    for (const an_sym *s = S->buckets[b]; s; s = s->next)
        if (s->hash == h && same_terms(s, t, n)) return s;
    an_sym *s = an_arena_alloc(S->arena, sizeof *s + (size_t)n * sizeof *t);
    s->n = n;
    s->hash = h;
    if (n) memcpy(s->t, t, (size_t)n * sizeof *t);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < t[i].n; k++) s->deps |= t[i].f[k]->deps;
    s->next = S->buckets[b];
    S->buckets[b] = s;
    S->n_syms++;
    return s;
}

static const an_sym *of_atom(an_symtab *S, const an_atom *x) {
    an_term t = {.c = 1, .n = 1, .f = {x}};
    return intern(S, &t, 1);
}

const an_sym *an_const(an_symtab *S, int64_t v) {
    an_term t = {.c = v};
    return intern(S, &t, v != 0);
}

const an_sym *an_base(an_symtab *S, an_akind kind) {
    return of_atom(S, S->atoms[kind]);
}

const an_sym *an_arg(an_symtab *S, int arg) {
    return of_atom(S, intern_atom(S, AN_A_ARG, arg, NULL, NULL));
}

const an_sym *an_load(an_symtab *S, int arg, const an_sym *index, const an_sym *lo,
                      const an_sym *hi) {
    an_atom *x = index ? intern_atom(S, AN_A_LOAD, arg, index, NULL)
                       : new_atom(S, AN_A_LOAD, arg, NULL, NULL);
    x->lo = lo;
    x->hi = hi;
    return of_atom(S, x);
}

const an_sym *an_unknown(an_symtab *S, const char *why, const an_sym *lo, const an_sym *hi,
                         unsigned deps) {
    an_atom *x = new_atom(S, AN_A_UNKNOWN, 0, NULL, NULL);
    x->why = why;
    x->lo = lo;
    x->hi = hi;
    x->deps |= deps;
    return of_atom(S, x);
}

const an_sym *an_wrap(an_symtab *S, const an_sym *a, int bits, const an_sym *lo, const an_sym *hi) {
    an_atom *x = intern_atom(S, AN_A_WRAP, bits, a, NULL);
    x->lo = lo;
    x->hi = hi;
    return of_atom(S, x);
}

const an_sym *an_trip(an_symtab *S, int loop, const an_sym *hi) {
    an_atom *x = new_atom(S, AN_A_TRIP, loop, NULL, NULL);
    x->lo = an_const(S, 0);
    x->hi = hi;
    return of_atom(S, x);
}

const an_sym *an_iter(an_symtab *S, int loop, const an_sym *lo, const an_sym *hi, unsigned deps) {
    an_atom *x = new_atom(S, AN_A_ITER, loop, NULL, NULL);
    x->lo = lo;
    x->hi = hi;
    x->deps |= deps;
    return of_atom(S, x);
}

bool an_is_const(const an_sym *a, int64_t *v) {
    if (!a || a->n > 1 || (a->n == 1 && a->t[0].n)) return false;
    if (v) *v = a->n ? a->t[0].c : 0;
    return true;
}

int64_t an_size(const an_sym *a) {
    if (!a) return 0;
    if (a->size) return a->size;
    int64_t n = 1;
    for (int i = 0; i < a->n; i++) {
        n += 1;
        for (int k = 0; k < a->t[i].n; k++)
            n += 1 + an_size(a->t[i].f[k]->p) + an_size(a->t[i].f[k]->q);
    }
    ((an_sym *)a)->size = n < AN_INF / 1024 ? n : AN_INF / 1024;
    return a->size;
}

bool an_uniform(const an_sym *a) {
    return a && !(a->deps & AN_DEP_VARYING);
}

const an_atom *an_as_atom(const an_sym *a) {
    return a && a->n == 1 && a->t[0].c == 1 && a->t[0].n == 1 ? a->t[0].f[0] : NULL;
}

void an_each_atom(const an_sym *a, void (*fn)(void *ctx, const an_atom *x), void *ctx) {
    if (!a) return;
    for (int i = 0; i < a->n; i++)
        for (int k = 0; k < a->t[i].n; k++) {
            const an_atom *x = a->t[i].f[k];
            fn(ctx, x);
            an_each_atom(x->p, fn, ctx);
            an_each_atom(x->q, fn, ctx);
        }
}

/* ---- polynomials ----------------------------------------------------------------------------- */

typedef struct terms {
    an_term t[AN_TERMS + 1];
    int n;
    bool bad; /* too many, or overflow */
} terms;

static void put_term(terms *p, const an_term *t) {
    if (p->bad || t->c == 0) return;
    int i = 0;
    while (i < p->n) {
        int c = cmp_factors(&p->t[i], t);
        if (c == 0) {
            if (__builtin_add_overflow(p->t[i].c, t->c, &p->t[i].c)) p->bad = true;
            if (p->t[i].c == 0) {
                memmove(&p->t[i], &p->t[i + 1], (size_t)(p->n - i - 1) * sizeof *p->t);
                p->n--;
            }
            return;
        }
        if (c > 0) break;
        i++;
    }
    if (p->n >= AN_TERMS) {
        p->bad = true;
        return;
    }
    memmove(&p->t[i + 1], &p->t[i], (size_t)(p->n - i) * sizeof *p->t);
    p->t[i] = *t;
    p->n++;
}

static int find_factor(const an_term *t, const an_atom *x) {
    for (int i = 0; i < t->n; i++)
        if (t->f[i] == x) return i;
    return -1;
}

static void drop_factor(an_term *t, int i) {
    memmove(&t->f[i], &t->f[i + 1], (size_t)(t->n - i - 1) * sizeof *t->f);
    t->n--;
    t->f[t->n] = NULL;
}

static bool add_factor(an_term *t, const an_atom *x) {
    if (t->n >= AN_DEGREE) return false;
    int i = t->n;
    while (i > 0 && t->f[i - 1]->serial > x->serial) {
        t->f[i] = t->f[i - 1];
        i--;
    }
    t->f[i] = x;
    t->n++;
    return true;
}

/* NGRP * LSZ is GSZ. */
static void fold_sizes(an_symtab *S, an_term *t) {
    int a, b;
    while ((a = find_factor(t, S->atoms[AN_A_NGRP])) >= 0 &&
           (b = find_factor(t, S->atoms[AN_A_LSZ])) >= 0) {
        drop_factor(t, a > b ? a : b);
        drop_factor(t, a > b ? b : a);
        add_factor(t, S->atoms[AN_A_GSZ]);
    }
}

static int find_term(const terms *p, const an_term *like) {
    for (int i = 0; i < p->n; i++)
        if (p->t[i].c == like->c && cmp_factors(&p->t[i], like) == 0) return i;
    return -1;
}

static void drop_term(terms *p, int i) {
    memmove(&p->t[i], &p->t[i + 1], (size_t)(p->n - i - 1) * sizeof *p->t);
    p->n--;
}

/* c*u*GRP*LSZ + c*u*LID is c*u*GID. */
static bool fold_gid(an_symtab *S, terms *p) {
    for (int i = 0; i < p->n; i++) {
        int k = find_factor(&p->t[i], S->atoms[AN_A_LID]);
        if (k < 0) continue;
        an_term rest = p->t[i], want;
        drop_factor(&rest, k);
        want = rest;
        if (!add_factor(&want, S->atoms[AN_A_GRP]) || !add_factor(&want, S->atoms[AN_A_LSZ]))
            continue;
        int j = find_term(p, &want);
        if (j < 0) continue;
        drop_term(p, i > j ? i : j);
        drop_term(p, i > j ? j : i);
        add_factor(&rest, S->atoms[AN_A_GID]);
        put_term(p, &rest);
        return true;
    }
    return false;
}

static void add_scaled(terms *p, const an_sym *a, const an_term *by);

/* c*u*(p % q) + c*u*q*(p / q) is c*u*p. */
static bool fold_divmod(an_symtab *S, terms *p) {
    for (int i = 0; i < p->n; i++) {
        for (int k = 0; k < p->t[i].n; k++) {
            const an_atom *m = p->t[i].f[k];
            if (m->kind != AN_A_MOD) continue;
            an_term rest = p->t[i];
            drop_factor(&rest, k);
            an_atom *d = intern_atom(S, AN_A_DIV, 0, m->p, m->q);
            terms want = {0};
            an_term with_div = rest;
            if (!add_factor(&with_div, d)) continue;
            add_scaled(&want, m->q, &with_div);
            bool all = !want.bad && want.n > 0;
            for (int j = 0; j < want.n && all; j++) all = find_term(p, &want.t[j]) >= 0;
            if (!all) continue;
            drop_term(p, i);
            for (int j = 0; j < want.n; j++) drop_term(p, find_term(p, &want.t[j]));
            add_scaled(p, m->p, &rest);
            return true;
        }
    }
    return false;
}

static const an_sym *finish(an_symtab *S, terms *p) {
    for (int round = 0; round < 16 && !p->bad && (fold_gid(S, p) || fold_divmod(S, p)); round++) {
    }
    return p->bad ? NULL : intern(S, p->t, p->n);
}

/* p += a * by, one monomial. */
static void add_scaled(terms *p, const an_sym *a, const an_term *by) {
    for (int i = 0; i < a->n && !p->bad; i++) {
        an_term t = a->t[i];
        if (__builtin_mul_overflow(t.c, by->c, &t.c)) p->bad = true;
        for (int k = 0; k < by->n; k++)
            if (!add_factor(&t, by->f[k])) p->bad = true;
        if (!p->bad) put_term(p, &t);
    }
}

const an_sym *an_add(an_symtab *S, const an_sym *a, const an_sym *b) {
    if (!a || !b) return NULL;
    terms p = {0};
    an_term one = {.c = 1};
    add_scaled(&p, a, &one);
    add_scaled(&p, b, &one);
    return finish(S, &p);
}

const an_sym *an_scale(an_symtab *S, const an_sym *a, int64_t c) {
    if (!a) return NULL;
    terms p = {0};
    an_term by = {.c = c};
    if (c) add_scaled(&p, a, &by);
    return finish(S, &p);
}

const an_sym *an_sub(an_symtab *S, const an_sym *a, const an_sym *b) {
    return an_add(S, a, an_scale(S, b, -1));
}

const an_sym *an_mul(an_symtab *S, const an_sym *a, const an_sym *b) {
    if (!a || !b) return NULL;
    terms p = {0};
    for (int i = 0; i < b->n && !p.bad; i++) {
        terms q = {0};
        add_scaled(&q, a, &b->t[i]);
        if (q.bad) return NULL;
        for (int k = 0; k < q.n; k++) {
            fold_sizes(S, &q.t[k]);
            put_term(&p, &q.t[k]);
        }
    }
    return finish(S, &p);
}

const an_sym *an_expand_gid(an_symtab *S, const an_sym *a) {
    if (!a) return NULL;
    terms p = {0};
    for (int i = 0; i < a->n; i++) {
        int k = find_factor(&a->t[i], S->atoms[AN_A_GID]);
        if (k < 0) {
            put_term(&p, &a->t[i]);
            continue;
        }
        an_term lid = a->t[i];
        drop_factor(&lid, k);
        an_term grp = lid;
        if (!add_factor(&lid, S->atoms[AN_A_LID]) || !add_factor(&grp, S->atoms[AN_A_GRP]) ||
            !add_factor(&grp, S->atoms[AN_A_LSZ]))
            return NULL;
        put_term(&p, &lid);
        put_term(&p, &grp);
    }
    return p.bad ? NULL : intern(S, p.t, p.n); /* not folded back */
}

const an_sym *an_unfold(an_symtab *S, const an_sym *a, const an_sym *p, const an_sym *q) {
    if (!a || p->n != 1 || p->t[0].n != 1 || p->t[0].c != 1)
        return NULL; /* the usual case: p is one atom */
    const an_atom *x = p->t[0].f[0];
    an_atom *d = intern_atom(S, AN_A_DIV, 0, p, q), *m = intern_atom(S, AN_A_MOD, 0, p, q);
    for (int i = 0; i < a->n; i++) {
        int k = find_factor(&a->t[i], x);
        if (k < 0) continue;
        an_term with_mod = a->t[i];
        drop_factor(&with_mod, k);
        an_term with_div = with_mod;
        if (!add_factor(&with_mod, m) || !add_factor(&with_div, d)) return NULL;
        terms out = {0};
        for (int j = 0; j < a->n; j++)
            if (j != i) put_term(&out, &a->t[j]);
        put_term(&out, &with_mod);
        add_scaled(&out, q, &with_div);
        return out.bad ? NULL : intern(S, out.t, out.n);
    }
    return NULL;
}

/* ---- operations that are not polynomials ----------------------------------------------------- */

/* Splits a into q * quotient + rest, term by term, where q is one monomial. */
static bool divide_terms(an_symtab *S, const an_sym *a, const an_sym *q, const an_sym **quotient,
                         const an_sym **rest) {
    if (q->n != 1) return false;
    terms quo = {0}, rem = {0};
    const an_term *d = &q->t[0];
    for (int i = 0; i < a->n; i++) {
        an_term t = a->t[i];
        bool divides = true;
        for (int k = 0; k < d->n && divides; k++) {
            int at = find_factor(&t, d->f[k]);
            if (at < 0 && d->f[k]->kind == AN_A_LSZ &&
                (at = find_factor(&t, S->atoms[AN_A_GSZ])) >= 0) {
                drop_factor(&t, at); /* GSZ / LSZ is NGRP */
                divides = add_factor(&t, S->atoms[AN_A_NGRP]);
                continue;
            }
            if (at < 0)
                divides = false;
            else
                drop_factor(&t, at);
        }
        if (divides && t.c % d->c == 0) {
            t.c /= d->c;
            put_term(&quo, &t);
        } else if (divides && d->n == 0 && t.n == 0) { /* a constant above the divisor */
            an_term w = {.c = t.c / d->c};
            if (t.c % d->c < 0) w.c--;
            put_term(&quo, &w);
            t.c -= w.c * d->c;
            put_term(&rem, &t);
        } else {
            put_term(&rem, &a->t[i]);
        }
    }
    if (quo.bad || rem.bad) return false;
    *quotient = intern(S, quo.t, quo.n);
    *rest = intern(S, rem.t, rem.n);
    return true;
}

const an_sym *an_div(an_symtab *S, const an_sym *a, const an_sym *b) {
    if (!a || !b) return NULL;
    int64_t x, y;
    const an_sym *quo, *rest;
    if (an_is_const(b, &y) && (y == 0 || y == -1)) return y ? an_scale(S, a, -1) : NULL;
    if (an_is_const(b, &y) && y == 1) return a;
    if (an_is_const(b, &y) && an_is_const(a, &x)) return an_const(S, x / y);
    if (an_floor_of(S, b) >= 1 && divide_terms(S, a, b, &quo, &rest) && quo->n) {
        if (rest->n == 0) return quo; /* exact, whatever the sign */
        /* q*k + r over q is k + r/q when neither k nor r is negative. */
        if (an_nonneg(S, quo) && an_nonneg(S, rest)) {
            if (an_ceil_of(S, an_sub(S, rest, b)) < 0) return quo;
            return an_add(S, quo, of_atom(S, intern_atom(S, AN_A_DIV, 0, rest, b)));
        }
    }
    if (an_nonneg(S, a) && an_ceil_of(S, an_sub(S, a, b)) < 0) return an_const(S, 0);
    const an_atom *inner = an_as_atom(a); /* (p / m) / n is p / (m*n) */
    if (inner && inner->kind == AN_A_DIV && an_floor_of(S, b) >= 1 &&
        an_floor_of(S, inner->q) >= 1) {
        const an_sym *m = an_mul(S, inner->q, b);
        if (m) return an_div(S, inner->p, m);
    }
    return of_atom(S, intern_atom(S, AN_A_DIV, 0, a, b));
}

const an_sym *an_mod(an_symtab *S, const an_sym *a, const an_sym *b) {
    if (!a || !b) return NULL;
    int64_t x, y;
    const an_sym *quo, *rest;
    if (an_is_const(b, &y) && y == 0) return NULL;
    if (an_is_const(b, &y) && (y == 1 || y == -1)) return an_const(S, 0);
    if (an_is_const(b, &y) && an_is_const(a, &x)) return an_const(S, x % y);
    if (an_nonneg(S, a) && an_floor_of(S, b) >= 1) {
        if (an_ceil_of(S, an_sub(S, a, b)) < 0) return a;
        if (divide_terms(S, a, b, &quo, &rest) && quo->n && an_nonneg(S, rest) && an_nonneg(S, quo))
            return rest->n ? an_mod(S, rest, b) : an_const(S, 0);
    }
    return of_atom(S, intern_atom(S, AN_A_MOD, 0, a, b));
}

static int64_t gcd_of(int64_t g, const an_sym *a) {
    for (int i = 0; i < a->n; i++) {
        int64_t x = a->t[i].c < 0 ? -a->t[i].c : a->t[i].c;
        while (x) {
            int64_t r = g % x;
            g = x;
            x = r;
        }
    }
    return g;
}

static const an_sym *shared_terms(an_symtab *S, const an_sym *a, const an_sym *b) {
    terms p = {0};
    for (int i = 0; i < a->n; i++)
        for (int j = 0; j < b->n; j++)
            if (a->t[i].c == b->t[j].c && cmp_factors(&a->t[i], &b->t[j]) == 0)
                put_term(&p, &a->t[i]);
    return intern(S, p.t, p.n);
}

/* Canonical: what both have in common stands outside, terms first, then the common factor. */
static const an_sym *factored_min_max(an_symtab *S, an_akind kind, const an_sym *a,
                                      const an_sym *b) {
    const an_sym *shared = shared_terms(S, a, b);
    if (shared->n)
        return an_add(S, shared,
                      factored_min_max(S, kind, an_sub(S, a, shared), an_sub(S, b, shared)));
    int64_t g = gcd_of(gcd_of(0, a), b);
    if (g > 1) {
        const an_sym *d = an_const(S, g); /* exact: every coefficient is a multiple */
        return an_scale(S, factored_min_max(S, kind, an_div(S, a, d), an_div(S, b, d)), g);
    }
    if (a->hash > b->hash) {
        const an_sym *t = a;
        a = b;
        b = t;
    }
    return of_atom(S, intern_atom(S, kind, 0, a, b));
}

static const an_sym *min_max(an_symtab *S, an_akind kind, const an_sym *a, const an_sym *b) {
    if (!a || !b) return NULL;
    if (a == b) return a;
    const an_sym *d = an_sub(S, a, b);
    if (d && an_floor_of(S, d) >= 0) return kind == AN_A_MIN ? b : a;
    if (d && an_ceil_of(S, d) <= 0) return kind == AN_A_MIN ? a : b;
    return factored_min_max(S, kind, a, b);
}

const an_sym *an_min(an_symtab *S, const an_sym *a, const an_sym *b) {
    return min_max(S, AN_A_MIN, a, b);
}

const an_sym *an_max(an_symtab *S, const an_sym *a, const an_sym *b) {
    return min_max(S, AN_A_MAX, a, b);
}

const an_sym *an_shl(an_symtab *S, const an_sym *a, const an_sym *b) {
    int64_t k;
    if (!a || !b) return NULL;
    if (an_is_const(b, &k)) return k < 0 || k > 62 ? NULL : an_scale(S, a, (int64_t)1 << k);
    return of_atom(S, intern_atom(S, AN_A_SHL, 0, a, b));
}

const an_sym *an_shr(an_symtab *S, const an_sym *a, const an_sym *b) {
    int64_t k, x;
    if (!a || !b) return NULL;
    if (an_is_const(b, &k) && (k < 0 || k > 62)) return NULL;
    if (an_is_const(b, &k) && an_is_const(a, &x)) return an_const(S, x >> k);
    if (an_is_const(b, &k) && an_nonneg(S, a)) return an_div(S, a, an_const(S, (int64_t)1 << k));
    return of_atom(S, intern_atom(S, AN_A_SHR, 0, a, b));
}

static bool pow2_minus_1(int64_t v) {
    return v >= 0 && v < INT64_MAX && (v & (v + 1)) == 0;
}

/* All coefficients are multiples of m. */
static bool multiple_of(const an_sym *a, int64_t m) {
    for (int i = 0; i < a->n; i++)
        if (a->t[i].c % m) return false;
    return true;
}

const an_sym *an_bits(an_symtab *S, an_akind kind, const an_sym *a, const an_sym *b) {
    if (!a || !b) return NULL;
    int64_t x, y;
    if (an_is_const(a, NULL)) {
        const an_sym *t = a;
        a = b;
        b = t;
    }
    if (an_is_const(b, &y)) {
        if (an_is_const(a, &x))
            return an_const(S, kind == AN_A_AND ? (x & y) : kind == AN_A_OR ? (x | y) : (x ^ y));
        if (y == 0) return kind == AN_A_AND ? b : a;
        if (kind == AN_A_AND && pow2_minus_1(y) && an_nonneg(S, a))
            return an_mod(S, a, an_const(S, y + 1));
        if (kind != AN_A_AND && y > 0 &&
            an_nonneg(S, a)) { /* bits that a cannot have: or and xor add */
            int64_t m = 1;
            while (m <= y && m < (int64_t)1 << 61) m <<= 1;
            if (multiple_of(a, m)) return an_add(S, a, b);
        }
    }
    if (!an_is_const(b, NULL) && a->hash > b->hash) {
        const an_sym *t = a;
        a = b;
        b = t;
    }
    return of_atom(S, intern_atom(S, kind, 0, a, b));
}

const an_sym *an_log2(an_symtab *S, const an_sym *a) {
    int64_t x;
    if (!a) return NULL;
    if (an_is_const(a, &x) && x >= 1)
        return an_const(S, 63 - __builtin_clzll((unsigned long long)x));
    return of_atom(S, intern_atom(S, AN_A_LOG2, 0, a, NULL));
}
