/* Purpose: the number that a uniform value has in one launch. In: a value, launch sizes, arguments.
 * Out: an integer. For choosing between bounds that are all right: proofs are symrange.c's. */
#include "analyze/symval.h"

static bool value_of(const an_sym *a, const an_point *at, int depth, int64_t *out);

/* As the formulas of the record are evaluated. */
static bool operate(an_akind kind, int64_t p, int64_t q, int64_t *out) {
    switch (kind) {
    case AN_A_DIV:
    case AN_A_MOD:
        if (q == 0 || q == -1) return false;
        *out = kind == AN_A_DIV ? p / q : p % q;
        return true;
    case AN_A_SHL:
    case AN_A_SHR:
        if (q < 0 || q > 31 || p < 0 || p > INT32_MAX) return false;
        *out = kind == AN_A_SHL ? p << q : p >> q;
        return true;
    case AN_A_AND:
        *out = p & q;
        return true;
    case AN_A_OR:
        *out = p | q;
        return true;
    case AN_A_XOR:
        *out = p ^ q;
        return true;
    case AN_A_MIN:
        *out = p < q ? p : q;
        return true;
    case AN_A_MAX:
        *out = p > q ? p : q;
        return true;
    case AN_A_LOG2:
        if (p < 1) return false;
        *out = 63 - __builtin_clzll((unsigned long long)p);
        return true;
    default:
        return false;
    }
}

static bool atom_value(const an_atom *x, const an_point *at, int depth, int64_t *out) {
    int64_t p = 0, q = 0;
    switch (x->kind) {
    case AN_A_LSZ:
        *out = at->local;
        return true;
    case AN_A_GSZ:
        *out = at->global;
        return true;
    case AN_A_NGRP:
        *out = at->global / at->local;
        return true;
    case AN_A_ARG:
        *out = x->id < at->n_args ? at->arg[x->id] : 1;
        return true;
    default:
        break;
    }
    return (!x->p || value_of(x->p, at, depth + 1, &p)) &&
           (!x->q || value_of(x->q, at, depth + 1, &q)) && operate(x->kind, p, q, out);
}

static bool value_of(const an_sym *a, const an_point *at, int depth, int64_t *out) {
    int64_t sum = 0;
    if (depth > 24) return false;
    for (int i = 0; i < a->n; i++) {
        int64_t t = a->t[i].c, f;
        for (int k = 0; k < a->t[i].n; k++)
            if (!atom_value(a->t[i].f[k], at, depth, &f) || __builtin_mul_overflow(t, f, &t))
                return false;
        if (__builtin_add_overflow(sum, t, &sum)) return false;
    }
    *out = sum;
    return true;
}

bool an_value_at(const an_sym *a, const an_point *at, int64_t *out) {
    return a && an_uniform(a) && value_of(a, at, 0, out);
}

/* Launches in which arguments are now small, now as large as the launch, now larger. */
static void choose_point(an_point *at, int n_args, uint32_t which) {
    static const int64_t local[] = {32, 64, 1, 128, 8}, groups[] = {1, 2, 3, 5, 16, 64, 200};
    uint32_t r = which * 2654435761u + 12345u;
    at->local = local[which % 5];
    at->global = at->local * groups[which % 7];
    at->n_args = n_args < AN_POINT_ARGS ? n_args : AN_POINT_ARGS;
    for (int i = 0; i < at->n_args; i++) {
        r = r * 1664525u + 1013904223u;
        int64_t some = 1 + (r >> 20) % 40, large = 1 + (r >> 12) % 5000;
        const int64_t of[] = {some,
                              at->global,
                              large,
                              at->global - some > 0 ? at->global - some : 1,
                              at->global + some,
                              1 + at->global / some,
                              at->local,
                              some % 5 + 1};
        at->arg[i] = of[(r >> 28) % 8];
    }
}

an_order an_compare_at_points(const an_symtab *S, const an_sym *a, const an_sym *b) {
    bool less = false, more = false;
    for (uint32_t i = 0; i < AN_POINTS && !(less && more); i++) {
        an_point at;
        int64_t x, y;
        choose_point(&at, S->n_args, i);
        if (!an_value_at(a, &at, &x) || !an_value_at(b, &at, &y)) continue;
        less |= x < y;
        more |= x > y;
    }
    return less && more ? AN_CROSS : less ? AN_LESS : more ? AN_MORE : AN_SAME;
}

static bool allowed(const an_point *at, const an_sym *const *constraints, size_t n) {
    int64_t v;
    for (size_t i = 0; i < n; i++)
        if (!an_value_at(constraints[i], at, &v) || v < 0) return false;
    return true;
}

bool an_negative_at_points(const an_symtab *S, const an_sym *a, const an_sym *const *constraints,
                           size_t n) {
    for (uint32_t i = 0; i < AN_MANY_POINTS; i++) {
        an_point at;
        int64_t v;
        choose_point(&at, S->n_args, i);
        if (an_value_at(a, &at, &v) && v < 0 && allowed(&at, constraints, n)) return true;
    }
    return false;
}
