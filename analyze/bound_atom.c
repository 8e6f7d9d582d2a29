/* Purpose: bounds of one atom from its operands: ids, counters, quotients, minima, bits. In: a
 * search and an atom. Out: uniform values. Sums and guards are bound.c's. */
#include "analyze/bound_int.h"

bool an_bound_nonneg(an_search *s, const an_sym *a) {
    if (!a) return false;
    if (an_nonneg(s->S, a)) return true;
    const an_sym *l = an_uniform(a) ? NULL : an_bound_lower(s, a);
    return l && an_nonneg(s->S, l);
}

/* (2 << log2(max(p, q, 1))) - 1: what bits of p and q can make at most. */
static const an_sym *ones_above(an_search *s, const an_sym *p, const an_sym *q) {
    an_symtab *S = s->S;
    const an_sym *m = an_max(S, an_max(S, p, q), an_bound_const(s, 1));
    return an_sub(S, an_shl(S, an_bound_const(s, 2), an_log2(S, m)), an_bound_const(s, 1));
}

static const an_sym *bits_upper(an_search *s, const an_atom *x) {
    an_symtab *S = s->S;
    bool pn = an_bound_nonneg(s, x->p), qn = an_bound_nonneg(s, x->q);
    const an_sym *p = pn ? an_bound_upper(s, x->p) : NULL, *q = qn ? an_bound_upper(s, x->q) : NULL;
    if (x->kind == AN_A_AND) return p && q ? an_min(S, p, q) : p ? p : q;
    if (!p || !q) return NULL;
    return an_min(S, an_add(S, p, q), ones_above(s, p, q));
}

static const an_sym *mod_upper(an_search *s, const an_atom *x) {
    an_symtab *S = s->S;
    const an_sym *q = an_bound_upper(s, x->q);
    const an_sym *m = q && an_floor_of(S, x->q) >= 1 ? an_sub(S, q, an_bound_const(s, 1)) : NULL;
    const an_sym *p = an_bound_nonneg(s, x->p) ? an_bound_upper(s, x->p) : NULL;
    return m && p ? an_min(S, m, p) : m ? m : p;
}

static const an_sym *op_upper(an_search *s, const an_atom *x) {
    an_symtab *S = s->S;
    const an_sym *p, *q;
    switch (x->kind) {
    case AN_A_DIV:
        if (an_floor_of(S, x->q) < 1)
            return an_bound_nonneg(s, x->p) && an_bound_nonneg(s, x->q) ? an_bound_upper(s, x->p)
                                                                        : NULL;
        p = an_bound_upper(s, x->p);
        q = an_uniform(x->q) ? x->q : an_bound_lower(s, x->q);
        if (!p || !q || (!an_uniform(x->q) && !an_bound_nonneg(s, x->p))) return NULL;
        return an_div(S, p, an_floor_of(S, q) >= 1 ? q : an_bound_const(s, 1));
    case AN_A_MOD:
        return mod_upper(s, x);
    case AN_A_SHR:
        p = an_bound_upper(s, x->p);
        q = an_uniform(x->q) ? x->q : an_bound_lower(s, x->q);
        if (!p || !an_bound_nonneg(s, x->p)) return NULL;
        return q && an_nonneg(S, q) ? an_shr(S, p, q) : p;
    case AN_A_SHL:
        p = an_bound_upper(s, x->p);
        q = an_bound_upper(s, x->q);
        return p && q && an_bound_nonneg(s, x->p) && an_bound_nonneg(s, x->q) ? an_shl(S, p, q)
                                                                              : NULL;
    case AN_A_AND:
    case AN_A_OR:
    case AN_A_XOR:
        return bits_upper(s, x);
    case AN_A_MIN:
        p = an_bound_upper(s, x->p);
        q = an_bound_upper(s, x->q);
        return p && q ? an_min(S, p, q) : p ? p : q;
    case AN_A_MAX:
        p = an_bound_upper(s, x->p);
        q = an_bound_upper(s, x->q);
        return p && q ? an_max(S, p, q) : NULL;
    case AN_A_LOG2:
        p = an_bound_upper(s, x->p);
        return p ? an_log2(S, an_max(S, p, an_bound_const(s, 1))) : NULL;
    default:
        return NULL;
    }
}

static const an_sym *op_lower(an_search *s, const an_atom *x) {
    an_symtab *S = s->S;
    const an_sym *p, *q;
    switch (x->kind) {
    case AN_A_DIV:
        if (an_floor_of(S, x->q) < 1)
            return an_bound_nonneg(s, x->p) && an_bound_nonneg(s, x->q) ? an_bound_const(s, 0)
                                                                        : NULL;
        p = an_bound_lower(s, x->p);
        if (p && an_uniform(x->q)) return an_div(S, p, x->q);
        return an_bound_nonneg(s, x->p) ? an_bound_const(s, 0) : NULL;
    case AN_A_MOD:
        if (an_bound_nonneg(s, x->p)) return an_bound_const(s, 0);
        q = an_floor_of(S, x->q) >= 1 ? an_bound_upper(s, x->q) : NULL;
        return q ? an_sub(S, an_bound_const(s, 1), q) : NULL;
    case AN_A_SHR:
    case AN_A_SHL:
        return an_bound_nonneg(s, x->p) ? an_bound_const(s, 0) : NULL;
    case AN_A_AND:
        return an_bound_nonneg(s, x->p) || an_bound_nonneg(s, x->q) ? an_bound_const(s, 0) : NULL;
    case AN_A_OR:
    case AN_A_XOR:
        return an_bound_nonneg(s, x->p) && an_bound_nonneg(s, x->q) ? an_bound_const(s, 0) : NULL;
    case AN_A_MIN:
        p = an_bound_lower(s, x->p);
        q = an_bound_lower(s, x->q);
        return p && q ? an_min(S, p, q) : NULL;
    case AN_A_MAX:
        p = an_bound_lower(s, x->p);
        q = an_bound_lower(s, x->q);
        p = p && q ? an_max(S, p, q) : p ? p : q;
        if (x->q == an_scale(S, x->p, -1)) /* the absolute value */
            p = p ? an_max(S, p, an_bound_const(s, 0)) : an_bound_const(s, 0);
        return p;
    case AN_A_LOG2:
        return an_bound_const(s, 0);
    default:
        return NULL;
    }
}

/* What an operand is at most has nothing to do with the guards that led to its operation: all of
 * them may be used again. That reaches further and has less time left for the rest: each way finds
 * bounds that the other does not. */
static const an_sym *afresh(an_search *s, const an_atom *x,
                            const an_sym *(*bound)(an_search *s, const an_atom *x)) {
    unsigned long long used = s->used;
    int guards = s->guards;
    if (s->fresh) s->used = 0, s->guards = 0;
    const an_sym *b = bound(s, x);
    s->used = used;
    s->guards = guards;
    return b;
}

const an_sym *an_bound_atom_upper(an_search *s, const an_atom *x) {
    an_symtab *S = s->S;
    const an_sym *one = an_bound_const(s, 1);
    switch (x->kind) {
    case AN_A_GID:
        return an_sub(S, an_base(S, AN_A_GSZ), one);
    case AN_A_LID:
        return an_sub(S, an_base(S, AN_A_LSZ), one);
    case AN_A_GRP:
        return an_sub(S, an_base(S, AN_A_NGRP), one);
    case AN_A_TRIP:
    case AN_A_ITER:
    case AN_A_LOAD:
    case AN_A_WRAP:
    case AN_A_UNKNOWN:
        return x->hi ? an_bound_upper(s, x->hi) : NULL;
    default:
        return afresh(s, x, op_upper);
    }
}

const an_sym *an_bound_atom_lower(an_search *s, const an_atom *x) {
    switch (x->kind) {
    case AN_A_GID:
    case AN_A_LID:
    case AN_A_GRP:
        return an_bound_const(s, 0);
    case AN_A_TRIP:
    case AN_A_ITER:
    case AN_A_LOAD:
    case AN_A_WRAP:
    case AN_A_UNKNOWN:
        return x->lo ? an_bound_lower(s, x->lo) : NULL;
    default:
        return afresh(s, x, op_lower);
    }
}
