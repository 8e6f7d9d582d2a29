/* Purpose: atoms and interned polynomials over them: sums and products. In: operands. Out:
 * canonical values. Division, minimum, bits and shifts are symop.c; bounds under guards are
 * bound.c. */
#include "analyze/sym_int.h"

#include <stdlib.h>
#include <string.h>

#include "common/text.h"

enum { ATOM_BUCKETS = 4096, FIRST_BUCKETS = 4096 }; /* powers of two */

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

/* GID and LID, a load from nobody knows where, and what hides a value that depends on those. */
static unsigned divergence(const an_atom *x) {
    bool hides = x->kind == AN_A_UNKNOWN || x->kind == AN_A_ITER;
    bool d = x->kind == AN_A_GID || x->kind == AN_A_LID || (x->kind == AN_A_LOAD && !x->p) ||
             (hides && (x->deps & (AN_DEP_ITEM | AN_DEP_LOAD)));
    return d ? AN_DEP_DIVERGENT : 0;
}

static an_atom *new_atom(an_symtab *S, an_akind kind, int id, const an_sym *p, const an_sym *q,
                         unsigned deps) {
    an_atom *x = an_arena_alloc(S->arena, sizeof *x);
    x->kind = kind;
    x->id = id;
    x->p = p;
    x->q = q;
    x->serial = (int)S->n_atoms;
    x->deps = kind_deps(kind) | deps | (p ? p->deps : 0) | (q ? q->deps : 0);
    x->deps |= divergence(x);
    S->atoms = lp_grow(S->atoms, &S->cap_atoms, S->n_atoms + 1, sizeof *S->atoms);
    S->atoms[S->n_atoms++] = x;
    return x;
}

an_atom *an_sym_intern_atom(an_symtab *S, an_akind kind, int id, const an_sym *p, const an_sym *q) {
    uint64_t h = ((uint64_t)kind << 32 | (uint32_t)id) * 0x9e3779b97f4a7c15ULL;
    h = (h ^ (p ? p->hash : 0)) * 0xbf58476d1ce4e5b9ULL;
    h = (h ^ (q ? q->hash : 0)) * 0x94d049bb133111ebULL;
    an_atom **b = &S->atom_buckets[(h >> 32) % ATOM_BUCKETS];
    for (an_atom *x = *b; x; x = x->next)
        if (x->kind == kind && x->id == id && x->p == p && x->q == q) return x;
    an_atom *x = new_atom(S, kind, id, p, q, 0);
    x->next = *b;
    *b = x;
    return x;
}

void an_symtab_init(an_symtab *S, an_arena *arena, const int64_t *arg_min, const int64_t *arg_max,
                    int n_args) {
    memset(S, 0, sizeof *S);
    S->arena = arena;
    S->epoch = 1;
    S->arg_min = arg_min;
    S->arg_max = arg_max;
    S->n_args = n_args;
    S->n_buckets = FIRST_BUCKETS;
    S->buckets = lp_alloc(S->n_buckets, sizeof *S->buckets);
    S->atom_buckets = lp_alloc(ATOM_BUCKETS, sizeof *S->atom_buckets);
    S->cache = lp_alloc(AN_BOUND_CACHE, sizeof *S->cache);
    /* Launch atoms first, so that serials (and so the printed order) do not depend on the kernel.
     */
    static const an_akind base[] = {AN_A_GID, AN_A_LID, AN_A_GRP, AN_A_LSZ, AN_A_GSZ, AN_A_NGRP};
    for (size_t i = 0; i < sizeof base / sizeof *base; i++) new_atom(S, base[i], 0, NULL, NULL, 0);
}

void an_symtab_forget(an_symtab *S) {
    S->n_promised = 0;
    memset(S->cache, 0, AN_BOUND_CACHE * sizeof *S->cache);
    S->epoch++;
}

void an_symtab_free(an_symtab *S) {
    free(S->cache);
    free(S->buckets);
    free(S->atom_buckets);
    free(S->atoms);
    memset(S, 0, sizeof *S);
}

/* ---- interning ------------------------------------------------------------------------------- */

int an_sym_cmp_factors(const an_term *a, const an_term *b) {
    for (int i = 0; i < a->n && i < b->n; i++)
        if (a->f[i]->serial != b->f[i]->serial) return a->f[i]->serial < b->f[i]->serial ? -1 : 1;
    return (b->n > a->n) - (b->n < a->n); /* more factors first; the constant term comes last */
}

static bool same_terms(const an_sym *s, const an_term *t, int n) {
    if (s->n != n) return false;
    for (int i = 0; i < n; i++)
        if (s->t[i].c != t[i].c || an_sym_cmp_factors(&s->t[i], &t[i]) != 0) return false;
    return true;
}

static void grow_buckets(an_symtab *S) {
    size_t n = S->n_buckets * 4;
    const an_sym **v = lp_alloc(n, sizeof *v);
    for (size_t i = 0; i < S->n_buckets; i++)
        for (an_sym *s = (an_sym *)S->buckets[i], *next; s; s = next) {
            next = (an_sym *)s->next;
            s->next = v[s->hash & (n - 1)];
            v[s->hash & (n - 1)] = s;
        }
    free(S->buckets);
    S->buckets = v;
    S->n_buckets = n;
}

const an_sym *an_sym_intern(an_symtab *S, const an_term *t, int n) {
    uint64_t h = (uint64_t)n;
    for (int i = 0; i < n; i++) {
        h = (h ^ (uint64_t)t[i].c) * 0x9e3779b97f4a7c15ULL;
        for (int k = 0; k < t[i].n; k++)
            h = (h ^ (uint64_t)(t[i].f[k]->serial + 1)) * 0xbf58476d1ce4e5b9ULL;
        h ^= h >> 29;
    }
    if (S->n_syms > 2 * S->n_buckets) grow_buckets(S);
    size_t b = h & (S->n_buckets - 1);
    for (const an_sym *s = S->buckets[b]; s; s = s->next)
        if (s->hash == h && same_terms(s, t, n)) return s;
    an_sym *s = an_arena_alloc(S->arena, sizeof *s + (size_t)n * sizeof *t);
    s->n = n;
    s->hash = h;
    if (n) memcpy(s->t, t, (size_t)n * sizeof *t);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < t[i].n; k++) {
            const an_atom *x = t[i].f[k];
            s->deps |= x->deps;
            if (x->p && s->nesting <= x->p->nesting) s->nesting = x->p->nesting + 1;
            if (x->q && s->nesting <= x->q->nesting) s->nesting = x->q->nesting + 1;
        }
    s->next = S->buckets[b];
    S->buckets[b] = s;
    S->n_syms++;
    return s;
}

const an_sym *an_sym_of_atom(an_symtab *S, const an_atom *x) {
    an_term t = {.c = 1, .n = 1, .f = {x}};
    return an_sym_intern(S, &t, 1);
}

const an_sym *an_const(an_symtab *S, int64_t v) {
    an_term t = {.c = v};
    return an_sym_intern(S, &t, v != 0);
}

const an_sym *an_base(an_symtab *S, an_akind kind) {
    return an_sym_of_atom(S, S->atoms[kind]);
}

const an_sym *an_of_term(an_symtab *S, const an_term *t) {
    return an_sym_intern(S, t, t->c != 0);
}

const an_sym *an_arg(an_symtab *S, int arg) {
    return an_sym_of_atom(S, an_sym_intern_atom(S, AN_A_ARG, arg, NULL, NULL));
}

const an_sym *an_load(an_symtab *S, int arg, const an_sym *index, const an_sym *lo,
                      const an_sym *hi) {
    an_atom *x = index ? an_sym_intern_atom(S, AN_A_LOAD, arg, index, NULL)
                       : new_atom(S, AN_A_LOAD, arg, NULL, NULL, 0);
    x->lo = lo;
    x->hi = hi;
    return an_sym_of_atom(S, x);
}

const an_sym *an_unknown(an_symtab *S, const char *why, const an_sym *lo, const an_sym *hi,
                         unsigned deps) {
    an_atom *x = new_atom(S, AN_A_UNKNOWN, 0, NULL, NULL, deps);
    x->why = why;
    x->lo = lo;
    x->hi = hi;
    return an_sym_of_atom(S, x);
}

const an_sym *an_wrap(an_symtab *S, const an_sym *a, int bits, const an_sym *lo, const an_sym *hi) {
    an_atom *x = an_sym_intern_atom(S, AN_A_WRAP, bits, a, NULL);
    x->lo = lo;
    x->hi = hi;
    return an_sym_of_atom(S, x);
}

const an_sym *an_trip(an_symtab *S, int loop, const an_sym *hi) {
    an_atom *x = new_atom(S, AN_A_TRIP, loop, NULL, NULL, 0);
    x->lo = an_const(S, 0);
    x->hi = hi;
    return an_sym_of_atom(S, x);
}

const an_sym *an_iter(an_symtab *S, int loop, const an_sym *lo, const an_sym *hi, unsigned deps) {
    an_atom *x = new_atom(S, AN_A_ITER, loop, NULL, NULL, deps);
    x->lo = lo;
    x->hi = hi;
    return an_sym_of_atom(S, x);
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

bool an_divergent(const an_sym *a) {
    return !a || (a->deps & AN_DEP_DIVERGENT);
}

static void visit_atoms(an_symtab *S, const an_sym *a, bool indices,
                        void (*fn)(void *ctx, const an_atom *x), void *ctx) {
    if (!a) return;
    for (int i = 0; i < a->n; i++)
        for (int k = 0; k < a->t[i].n; k++) {
            an_atom *x = S->atoms[a->t[i].f[k]->serial];
            if (x->visit == S->visits) continue;
            x->visit = S->visits;
            fn(ctx, x);
            if (x->kind == AN_A_LOAD && !indices) continue;
            visit_atoms(S, x->p, indices, fn, ctx);
            visit_atoms(S, x->q, indices, fn, ctx);
        }
}

void an_each_atom(an_symtab *S, const an_sym *a, void (*fn)(void *ctx, const an_atom *x),
                  void *ctx) {
    S->visits++;
    visit_atoms(S, a, true, fn, ctx);
}

void an_each_outer_atom(an_symtab *S, const an_sym *a, void (*fn)(void *ctx, const an_atom *x),
                        void *ctx) {
    S->visits++;
    visit_atoms(S, a, false, fn, ctx);
}

/* ---- polynomials ----------------------------------------------------------------------------- */

void an_sym_put_term(an_terms *p, const an_term *t) {
    if (p->bad || t->c == 0) return;
    int i = 0;
    while (i < p->n) {
        int c = an_sym_cmp_factors(&p->t[i], t);
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

int an_sym_find_factor(const an_term *t, const an_atom *x) {
    for (int i = 0; i < t->n; i++)
        if (t->f[i] == x) return i;
    return -1;
}

void an_sym_drop_factor(an_term *t, int i) {
    memmove(&t->f[i], &t->f[i + 1], (size_t)(t->n - i - 1) * sizeof *t->f);
    t->n--;
    t->f[t->n] = NULL;
}

bool an_sym_add_factor(an_term *t, const an_atom *x) {
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
    while ((a = an_sym_find_factor(t, S->atoms[AN_A_NGRP])) >= 0 &&
           (b = an_sym_find_factor(t, S->atoms[AN_A_LSZ])) >= 0) {
        an_sym_drop_factor(t, a > b ? a : b);
        an_sym_drop_factor(t, a > b ? b : a);
        an_sym_add_factor(t, S->atoms[AN_A_GSZ]);
    }
}

static int find_term(const an_terms *p, const an_term *like) {
    for (int i = 0; i < p->n; i++)
        if (p->t[i].c == like->c && an_sym_cmp_factors(&p->t[i], like) == 0) return i;
    return -1;
}

static void drop_term(an_terms *p, int i) {
    memmove(&p->t[i], &p->t[i + 1], (size_t)(p->n - i - 1) * sizeof *p->t);
    p->n--;
}

/* c*u*GRP*LSZ + c*u*LID is c*u*GID. */
static bool fold_gid(an_symtab *S, an_terms *p) {
    for (int i = 0; i < p->n; i++) {
        int k = an_sym_find_factor(&p->t[i], S->atoms[AN_A_LID]);
        if (k < 0) continue;
        an_term rest = p->t[i], want;
        an_sym_drop_factor(&rest, k);
        want = rest;
        if (!an_sym_add_factor(&want, S->atoms[AN_A_GRP]) ||
            !an_sym_add_factor(&want, S->atoms[AN_A_LSZ]))
            continue;
        int j = find_term(p, &want);
        if (j < 0) continue;
        drop_term(p, i > j ? i : j);
        drop_term(p, i > j ? j : i);
        an_sym_add_factor(&rest, S->atoms[AN_A_GID]);
        an_sym_put_term(p, &rest);
        return true;
    }
    return false;
}

static void add_scaled(an_terms *p, const an_sym *a, const an_term *by);

/* c*u*(p % q) + c*u*q*(p / q) is c*u*p. */
static bool fold_divmod(an_symtab *S, an_terms *p) {
    for (int i = 0; i < p->n; i++) {
        for (int k = 0; k < p->t[i].n; k++) {
            const an_atom *m = p->t[i].f[k];
            if (m->kind != AN_A_MOD) continue;
            an_term rest = p->t[i];
            an_sym_drop_factor(&rest, k);
            an_atom *d = an_sym_intern_atom(S, AN_A_DIV, 0, m->p, m->q);
            an_terms want = {0};
            an_term with_div = rest;
            if (!an_sym_add_factor(&with_div, d)) continue;
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

static const an_sym *finish(an_symtab *S, an_terms *p) {
    for (int round = 0; round < 16 && !p->bad && (fold_gid(S, p) || fold_divmod(S, p)); round++) {
    }
    return p->bad ? NULL : an_sym_intern(S, p->t, p->n);
}

/* p += a * by, one monomial. */
static void add_scaled(an_terms *p, const an_sym *a, const an_term *by) {
    for (int i = 0; i < a->n && !p->bad; i++) {
        an_term t = a->t[i];
        if (__builtin_mul_overflow(t.c, by->c, &t.c)) p->bad = true;
        for (int k = 0; k < by->n; k++)
            if (!an_sym_add_factor(&t, by->f[k])) p->bad = true;
        if (!p->bad) an_sym_put_term(p, &t);
    }
}

const an_sym *an_add(an_symtab *S, const an_sym *a, const an_sym *b) {
    if (!a || !b) return NULL;
    an_terms p = {0};
    an_term one = {.c = 1};
    add_scaled(&p, a, &one);
    add_scaled(&p, b, &one);
    return finish(S, &p);
}

const an_sym *an_scale(an_symtab *S, const an_sym *a, int64_t c) {
    if (!a) return NULL;
    an_terms p = {0};
    an_term by = {.c = c};
    if (c) add_scaled(&p, a, &by);
    return finish(S, &p);
}

const an_sym *an_sub(an_symtab *S, const an_sym *a, const an_sym *b) {
    return an_add(S, a, an_scale(S, b, -1));
}

const an_sym *an_mul(an_symtab *S, const an_sym *a, const an_sym *b) {
    if (!a || !b) return NULL;
    an_terms p = {0};
    for (int i = 0; i < b->n && !p.bad; i++) {
        an_terms q = {0};
        add_scaled(&q, a, &b->t[i]);
        if (q.bad) return NULL;
        for (int k = 0; k < q.n; k++) {
            fold_sizes(S, &q.t[k]);
            an_sym_put_term(&p, &q.t[k]);
        }
    }
    return finish(S, &p);
}

const an_sym *an_expand_gid(an_symtab *S, const an_sym *a) {
    if (!a) return NULL;
    an_terms p = {0};
    for (int i = 0; i < a->n; i++) {
        int k = an_sym_find_factor(&a->t[i], S->atoms[AN_A_GID]);
        if (k < 0) {
            an_sym_put_term(&p, &a->t[i]);
            continue;
        }
        an_term lid = a->t[i];
        an_sym_drop_factor(&lid, k);
        an_term grp = lid;
        if (!an_sym_add_factor(&lid, S->atoms[AN_A_LID]) ||
            !an_sym_add_factor(&grp, S->atoms[AN_A_GRP]) ||
            !an_sym_add_factor(&grp, S->atoms[AN_A_LSZ]))
            return NULL;
        an_sym_put_term(&p, &lid);
        an_sym_put_term(&p, &grp);
    }
    return p.bad ? NULL : an_sym_intern(S, p.t, p.n); /* not folded back */
}

const an_sym *an_unfold(an_symtab *S, const an_sym *a, const an_sym *p, const an_sym *q) {
    if (!a || p->n != 1 || p->t[0].n != 1 || p->t[0].c != 1)
        return NULL; /* the usual case: p is one atom */
    const an_atom *x = p->t[0].f[0];
    an_atom *d = an_sym_intern_atom(S, AN_A_DIV, 0, p, q),
            *m = an_sym_intern_atom(S, AN_A_MOD, 0, p, q);
    for (int i = 0; i < a->n; i++) {
        int k = an_sym_find_factor(&a->t[i], x);
        if (k < 0) continue;
        an_term with_mod = a->t[i];
        an_sym_drop_factor(&with_mod, k);
        an_term with_div = with_mod;
        if (!an_sym_add_factor(&with_mod, m) || !an_sym_add_factor(&with_div, d)) return NULL;
        an_terms out = {0};
        for (int j = 0; j < a->n; j++)
            if (j != i) an_sym_put_term(&out, &a->t[j]);
        an_sym_put_term(&out, &with_mod);
        add_scaled(&out, q, &with_div);
        return out.bad ? NULL : an_sym_intern(S, out.t, out.n);
    }
    return NULL;
}
