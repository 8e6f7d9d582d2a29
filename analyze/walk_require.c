/* Purpose: what launches must keep so that bounds hold: constraints and promises. In: values that
 * must not be negative, index arithmetic that may wrap around or overflow. Out: constraints of the
 * record. Only the last walk makes any. */
#include <string.h>

#include "analyze/walk.h"
#include "common/text.h"

static void constrain(an_walk *w, const an_sym *g) {
    for (size_t i = 0; i < w->n_constraints; i++)
        if (w->constraints[i] == g) return;
    w->constraints =
        lp_grow(w->constraints, &w->cap_constraints, w->n_constraints + 1, sizeof *w->constraints);
    w->constraints[w->n_constraints++] = g;
}

void an_require(an_walk *w, const an_sym *g) {
    if (!w->final || w->quiet || an_nonneg(w->S, g)) return;
    constrain(w, g);
    an_promise(w->S, g);
}

/* A factor below this overflows 32 bits only in launches that are larger than any buffer. */
enum { SMALL_FACTOR = 64 };

/* Can the term pass 2^31 although what is compared or indexed with it stays small? */
static bool is_product(const an_term *t, int64_t unit) {
    return t->n > 1 || (t->n == 1 && unit == 1 && (t->c >= SMALL_FACTOR || t->c <= -SMALL_FACTOR));
}

static void require_below_2_31(an_walk *w, const an_sym *value) {
    static const an_guards none;
    const an_sym *top = an_upper(w->S, &none, value);
    const an_sym *room = top ? an_sub(w->S, an_const(w->S, INT32_MAX), top) : NULL;
    if (room && an_floor_of(w->S, top) < INT32_MAX && !an_nonneg(w->S, room)) constrain(w, room);
}

/* The magnitude of a term, in elements. */
static const an_sym *magnitude(an_walk *w, const an_term *t, int64_t unit) {
    an_term one = *t;
    if (one.c < 0) one.c = -one.c;
    if (one.c >= unit) one.c /= unit;
    return an_of_term(w->S, &one);
}

/* Index arithmetic in 32 bits must not overflow, or the bounds say nothing: each product stays
 * below 2^31 for every work-item, whatever the guards (they are computed with the same arithmetic).
 */
void an_require_products(an_walk *w, const an_sym *a, int64_t unit) {
    for (int i = 0; i < a->n && w->final; i++)
        if (is_product(&a->t[i], unit)) require_below_2_31(w, magnitude(w, &a->t[i], unit));
}

/* So does what the products of an index add up to: row * (2 * radius + 1) is two of them here. */
void an_require_sum(an_walk *w, const an_sym *index, int64_t unit) {
    const an_sym *sum = an_const(w->S, 0);
    int n = 0;
    for (int i = 0; i < index->n && w->final; i++) {
        const an_term *t = &index->t[i];
        if (t->c < 0 || !is_product(t, unit)) continue;
        sum = an_add(w->S, sum, magnitude(w, t, unit));
        n++;
    }
    if (n > 1 && sum) require_below_2_31(w, sum);
}

static bool uniform_cofactor(an_walk *w, const an_term *t, an_term *rest, const an_sym **u) {
    an_term v = {.c = 1}, c = {.c = t->c};
    for (int k = 0; k < t->n; k++) {
        an_term *to = t->f[k]->deps & AN_DEP_VARYING ? &v : &c;
        to->f[to->n++] = t->f[k];
    }
    *rest = v;
    *u = an_of_term(w->S, &c);
    return v.n > 0;
}

/* Several strides of one index, as in group * (local - 2 * halo): launches must not make their sum
 * negative. True when that is something new. */
bool an_require_strides(an_walk *w, const an_sym *byte) {
    an_symtab *S = w->S;
    bool news = false;
    const an_sym *parts = an_expand_gid(S, byte); /* the global id hides the stride of groups */
    if (parts) byte = parts;
    for (int i = 0; i < byte->n && w->final; i++) {
        an_term m, other;
        const an_sym *sum, *u;
        bool several = false;
        if (!uniform_cofactor(w, &byte->t[i], &m, &sum)) continue;
        for (int j = 0; j < byte->n; j++) {
            if (j == i || !uniform_cofactor(w, &byte->t[j], &other, &u) || other.n != m.n ||
                memcmp(other.f, m.f, (size_t)m.n * sizeof m.f[0]) != 0)
                continue;
            several = true;
            sum = an_add(S, sum, u);
        }
        if (!several || !sum || an_nonneg(S, sum) || an_ceil_of(S, sum) < 0) continue;
        an_require(w, an_div(S, sum, an_const(S, an_shared_factor(sum))));
        news = true;
    }
    return news;
}

typedef struct wraps {
    an_walk *w;
    bool all; /* every wrapped value can be kept from wrapping by a constraint */
} wraps;

static void check_wrap(void *ctx, const an_atom *x) {
    wraps *c = ctx;
    if (x->kind != AN_A_WRAP) return;
    const an_sym *lo = an_lower(c->w->S, &c->w->G, x->p);
    if (lo && !an_nonneg(c->w->S, lo) && an_require_strides(c->w, x->p))
        lo = an_lower(c->w->S, &c->w->G, x->p);
    if (!lo || an_ceil_of(c->w->S, lo) < 0)
        c->all = false;
    else if (!an_nonneg(c->w->S, lo))
        an_require(c->w, lo);
}

/* The index without wrapping around, with constraints that keep launches to that; itself when that
 * cannot be had. */
const an_sym *an_unwrapped(an_walk *w, const an_sym *byte) {
    const an_sym *plain = an_unwrap(w, byte, 0);
    if (plain == byte) return byte;
    wraps c = {w, true};
    for (int i = 0; i < byte->n; i++)
        for (int k = 0; k < byte->t[i].n; k++) check_wrap(&c, byte->t[i].f[k]);
    return c.all ? plain : byte;
}
