/* Purpose: operations that are not polynomials: division, remainder, minimum, shifts, bits. In:
 * operands. Out: simplified values, or an atom that stands for the operation. Only uses what holds
 * for every launch. */
#include "analyze/sym_int.h"

/* Splits a into q * quotient + rest, term by term, where q is one monomial. */
static bool divide_terms(an_symtab *S, const an_sym *a, const an_sym *q, const an_sym **quotient,
                         const an_sym **rest) {
    if (q->n != 1) return false;
    an_terms quo = {0}, rem = {0};
    const an_term *d = &q->t[0];
    for (int i = 0; i < a->n; i++) {
        an_term t = a->t[i];
        bool divides = true;
        for (int k = 0; k < d->n && divides; k++) {
            int at = an_sym_find_factor(&t, d->f[k]);
            if (at < 0 && d->f[k]->kind == AN_A_LSZ &&
                (at = an_sym_find_factor(&t, S->atoms[AN_A_GSZ])) >= 0) {
                an_sym_drop_factor(&t, at); /* GSZ / LSZ is NGRP */
                divides = an_sym_add_factor(&t, S->atoms[AN_A_NGRP]);
                continue;
            }
            if (at < 0)
                divides = false;
            else
                an_sym_drop_factor(&t, at);
        }
        if (divides && t.c % d->c == 0) {
            t.c /= d->c;
            an_sym_put_term(&quo, &t);
        } else if (divides && d->n == 0 && t.n == 0) { /* a constant above the divisor */
            an_term w = {.c = t.c / d->c};
            if (t.c % d->c < 0) w.c--;
            an_sym_put_term(&quo, &w);
            t.c -= w.c * d->c;
            an_sym_put_term(&rem, &t);
        } else {
            an_sym_put_term(&rem, &a->t[i]);
        }
    }
    if (quo.bad || rem.bad) return false;
    *quotient = an_sym_intern(S, quo.t, quo.n);
    *rest = an_sym_intern(S, rem.t, rem.n);
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
            return an_add(S, quo, an_sym_of_atom(S, an_sym_intern_atom(S, AN_A_DIV, 0, rest, b)));
        }
    }
    if (an_nonneg(S, a) && an_ceil_of(S, an_sub(S, a, b)) < 0) return an_const(S, 0);
    const an_atom *inner = an_as_atom(a); /* (p / m) / n is p / (m*n) */
    if (inner && inner->kind == AN_A_DIV && an_floor_of(S, b) >= 1 &&
        an_floor_of(S, inner->q) >= 1) {
        const an_sym *m = an_mul(S, inner->q, b);
        if (m) return an_div(S, inner->p, m);
    }
    return an_sym_of_atom(S, an_sym_intern_atom(S, AN_A_DIV, 0, a, b));
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
    return an_sym_of_atom(S, an_sym_intern_atom(S, AN_A_MOD, 0, a, b));
}

int64_t an_gcd(int64_t g, int64_t c) {
    int64_t x = c < 0 ? -c : c;
    while (x) {
        int64_t r = g % x;
        g = x;
        x = r;
    }
    return g;
}

static int64_t gcd_of(int64_t g, const an_sym *a) {
    for (int i = 0; i < a->n; i++) g = an_gcd(g, a->t[i].c);
    return g;
}

static const an_sym *shared_terms(an_symtab *S, const an_sym *a, const an_sym *b) {
    an_terms p = {0};
    for (int i = 0; i < a->n; i++)
        for (int j = 0; j < b->n; j++)
            if (a->t[i].c == b->t[j].c && an_sym_cmp_factors(&a->t[i], &b->t[j]) == 0)
                an_sym_put_term(&p, &a->t[i]);
    return an_sym_intern(S, p.t, p.n);
}

/* Canonical: what both have in common stands outside, an_terms first, then the common factor. */
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
    return an_sym_of_atom(S, an_sym_intern_atom(S, kind, 0, a, b));
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
    return an_sym_of_atom(S, an_sym_intern_atom(S, AN_A_SHL, 0, a, b));
}

const an_sym *an_shr(an_symtab *S, const an_sym *a, const an_sym *b) {
    int64_t k, x;
    if (!a || !b) return NULL;
    if (an_is_const(b, &k) && (k < 0 || k > 62)) return NULL;
    if (an_is_const(b, &k) && an_is_const(a, &x)) return an_const(S, x >> k);
    if (an_is_const(b, &k) && an_nonneg(S, a)) return an_div(S, a, an_const(S, (int64_t)1 << k));
    return an_sym_of_atom(S, an_sym_intern_atom(S, AN_A_SHR, 0, a, b));
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
    return an_sym_of_atom(S, an_sym_intern_atom(S, kind, 0, a, b));
}

const an_sym *an_log2(an_symtab *S, const an_sym *a) {
    int64_t x;
    if (!a) return NULL;
    if (an_is_const(a, &x) && x >= 1)
        return an_const(S, 63 - __builtin_clzll((unsigned long long)x));
    return an_sym_of_atom(S, an_sym_intern_atom(S, AN_A_LOG2, 0, a, NULL));
}
