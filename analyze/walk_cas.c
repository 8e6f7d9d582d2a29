/* Purpose: recognises loops that repeat an atomic compare-and-exchange until it succeeds. In: a
 * loop's tree. Out: whether it is one. Does not bound how often it runs: nothing does.
 *
 * Such a loop ends because it is lock-free: each time round it expects what the location held in
 * this iteration (loaded from there, or returned by the exchange before), so it only fails when
 * another work-item's exchange succeeded in between, and each work-item makes finitely many. A loop
 * that expects the same value for ever is a lock and not of this kind; neither is one that compares
 * floats, where NaN is unequal to itself. */
#include <string.h>

#include "analyze/walk_loop.h"

static const an_node *strip(const an_node *n) {
    while (n && n->kind == AN_CAST && n->n == 1) n = n->kid[0];
    return n;
}

/* Without conversions that may change an integer or float. */
static const an_node *strip_alike(const an_node *n) {
    while (n && n->kind == AN_CAST && n->n == 1 && n->kid[0] && n->kid[0]->type && n->type &&
           n->kid[0]->type->cls == n->type->cls && n->kid[0]->type->size == n->type->size)
        n = n->kid[0];
    return n;
}

/* as_uint(x): the bits of x. */
static bool is_bits(const an_node *n) {
    return n->kind == AN_OTHER && n->n == 1;
}

/* The variable that a chain of members and components starts at. */
static const an_decl *root_of(const an_node *n) {
    for (n = strip(n); n; n = strip(n->kid[0])) {
        if (is_bits(n)) continue;
        if (n->kind == AN_REF) return n->decl && n->decl->slot >= 0 ? n->decl : NULL;
        if ((n->kind != AN_MEMBER && n->kind != AN_SWIZZLE) || n->arrow || n->n < 1) return NULL;
    }
    return NULL;
}

/* The same part of the same variable, or its bits. */
static bool same_part(const an_node *a, const an_node *b) {
    a = strip_alike(a);
    b = strip_alike(b);
    if (!a || !b || a->kind != b->kind) return false;
    if (is_bits(a))
        return a->type && b->type && a->type->size == b->type->size &&
               same_part(a->kid[0], b->kid[0]);
    if (!root_of(a) || root_of(a) != root_of(b)) return false;
    return a->kind == AN_REF || (a->value == b->value && a->lane == b->lane && a->n == b->n &&
                                 same_part(a->kid[0], b->kid[0]));
}

static const an_node *exchange_of(const an_node *n) {
    n = strip(n);
    if (!n || n->kind != AN_CALL || n->n != 3) return NULL;
    const char *name = an_callee(n);
    return !strcmp(name, "atomic_cmpxchg") || !strcmp(name, "atom_cmpxchg") ? n : NULL;
}

/* The pointer that something is loaded through: its variable. */
static const an_decl *loaded_through(const an_node *n) {
    n = strip(n);
    while (n && is_bits(n)) n = strip(n->kid[0]);
    bool load =
        n && n->n >= 1 && (n->kind == AN_INDEX || (n->kind == AN_UNARY && n->op == AN_DEREF));
    return load ? root_of(n->kid[0]) : NULL;
}

static const an_decl *pointer_root(const an_node *n) {
    n = strip(n);
    if (n && n->kind == AN_UNARY && n->op == AN_ADDR && n->n == 1) {
        n = strip(n->kid[0]);
        return n && n->kind == AN_INDEX ? root_of(n->kid[0]) : NULL;
    }
    return n && n->kind == AN_BINARY && n->n == 2 ? root_of(n->kid[0]) : root_of(n);
}

typedef struct cas {
    const an_node *call;
    const an_node *result; /* the lvalue that keeps what it returned; NULL for none */
    const an_decl *kept;   /* or the variable that its declaration initialises */
} cas;

/* `value` is what the location held: the result of the exchange, or a load from there. */
static bool is_current(const cas *c, const an_node *value) {
    const an_decl *root = root_of(value);
    if (root && ((c->result && root == root_of(c->result)) || root == c->kept)) return true;
    const an_decl *p = loaded_through(value);
    return p && p == pointer_root(c->call->kid[0]);
}

/* The loop gives the expected value a current one. */
static bool refreshed(const cas *c, const an_node *n, const an_decl *expected) {
    if (!n) return false;
    if (n->kind == AN_ASSIGN && root_of(n->kid[0]) == expected && is_current(c, n->kid[1]))
        return true;
    if (n->kind == AN_DECL)
        return n->decl == expected && n->decl->init && is_current(c, n->decl->init);
    if (n->kind == AN_IF || n->kind == AN_FOR || n->kind == AN_WHILE || n->kind == AN_DO ||
        n->kind == AN_SWITCH)
        return false; /* not in every iteration */
    for (int i = 0; i < n->n; i++)
        if (refreshed(c, n->kid[i], expected)) return true;
    return false;
}

/* The exchange whose result stands in the condition, directly or by the variable that holds it. */
static bool find_exchange(const an_node *n, const an_node *operand, cas *c) {
    const an_node *x = strip(operand);
    if ((c->call = exchange_of(x))) return true;
    if (x && x->kind == AN_ASSIGN && (c->call = exchange_of(x->kid[1]))) {
        c->result = x->kid[0];
        return true;
    }
    if (!n || !x) return false;
    if (n->kind == AN_ASSIGN && exchange_of(n->kid[1]) && same_part(n->kid[0], x)) {
        c->call = exchange_of(n->kid[1]);
        c->result = n->kid[0];
        return true;
    }
    if (n->kind == AN_DECL && n->decl->init && exchange_of(n->decl->init) &&
        root_of(x) == n->decl && x->kind == AN_REF) {
        c->call = exchange_of(n->decl->init);
        c->kept = n->decl;
        return true;
    }
    for (int i = 0; i < n->n; i++)
        if (find_exchange(n->kid[i], operand, c)) return true;
    return false;
}

static bool repeats(const an_loop_run *r, const an_node *result, const an_node *expected) {
    cas c = {0};
    const an_decl *e = root_of(expected);
    return e && find_exchange(r->body, result, &c) && same_part(c.call->kid[1], expected) &&
           (refreshed(&c, r->body, e) || refreshed(&c, r->inc, e));
}

/* `if (result == expected) break;` among the statements of the body. */
static bool leaves_on_success(const an_loop_run *r, const an_node *n) {
    if (!n) return false;
    if (n->kind == AN_BLOCK) {
        for (int i = 0; i < n->n; i++)
            if (leaves_on_success(r, n->kid[i])) return true;
        return false;
    }
    if (n->kind != AN_IF) return false;
    const an_node *c = strip(n->kid[0]), *then = n->kid[1];
    while (then && then->kind == AN_BLOCK && then->n) then = then->kid[then->n - 1];
    return c && c->kind == AN_BINARY && c->op == AN_EQ && then &&
           (then->kind == AN_BREAK || then->kind == AN_RETURN) &&
           (repeats(r, c->kid[0], c->kid[1]) || repeats(r, c->kid[1], c->kid[0]));
}

static bool is_integer(const an_node *n) {
    return n->type && n->type->cls == AN_T_INT;
}

bool an_is_cas_loop(const an_loop_run *r) {
    const an_node *c = strip(r->cond);
    if (leaves_on_success(r, r->body)) return true;
    if (!c || c->kind != AN_BINARY || c->op != AN_NE || !is_integer(c->kid[0]) ||
        !is_integer(c->kid[1]))
        return false;
    return repeats(r, c->kid[0], c->kid[1]) || repeats(r, c->kid[1], c->kid[0]);
}
