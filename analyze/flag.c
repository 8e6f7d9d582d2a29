/* Purpose: buffers whose elements are only asked whether they are set. In: the tree of a kernel.
 * Out: yes or no. A buffer that is passed on or kept in a pointer is not followed. */
#include "analyze/flag.h"

static const an_node *inner(const an_node *n) {
    while (n && n->kind == AN_CAST && n->n == 1 && n->kid[0] && n->kid[0]->type &&
           (!n->type || n->type->cls != AN_T_FLOAT))
        n = n->kid[0];
    return n;
}

static bool is_argument(const an_node *n, const an_decl *d) {
    n = inner(n);
    return n && n->kind == AN_REF && n->decl == d;
}

/* d[i] or *d. */
static bool is_element(const an_node *n, const an_decl *d) {
    n = inner(n);
    if (!n || n->n < 1) return false;
    return (n->kind == AN_INDEX || (n->kind == AN_UNARY && n->op == AN_DEREF)) &&
           is_argument(n->kid[0], d);
}

static bool is_zero_or_one(const an_node *n) {
    n = inner(n);
    return n && n->kind == AN_INT && (n->value == 0 || n->value == 1);
}

/* Which child of `n` is only asked whether it is true. */
static bool asks(const an_node *n, int kid) {
    switch (n->kind) {
    case AN_IF:
    case AN_COND:
    case AN_WHILE:
        return kid == 0;
    case AN_FOR:
    case AN_DO:
        return kid == 1;
    case AN_UNARY:
        return n->op == AN_LNOT;
    case AN_BINARY:
        if (n->op == AN_LAND || n->op == AN_LOR) return true;
        return (n->op == AN_EQ || n->op == AN_NE) && n->n == 2 && is_zero_or_one(n->kid[1 - kid]);
    default:
        return false;
    }
}

/* False when an element is used for anything else; counts those that are asked. */
static bool only_asked(const an_node *n, const an_decl *d, int *asked) {
    if (!n) return true;
    if (n->kind == AN_REF) return n->decl != d;
    if (n->kind == AN_DECL) return only_asked(n->decl->init, d, asked);
    for (int i = 0; i < n->n; i++) {
        const an_node *k = inner(n->kid[i]);
        if (asks(n, i) && is_element(k, d)) {
            ++*asked;
            if (k->kind == AN_INDEX && !only_asked(k->kid[1], d, asked)) return false;
            continue;
        }
        if (!only_asked(n->kid[i], d, asked)) return false;
    }
    return true;
}

bool an_holds_flags(const an_ir *ir, int arg) {
    const an_decl *d = ir->kernel->params[arg];
    const an_type *t = d->type;
    int asked = 0;
    return t->cls == AN_T_PTR && t->inner->cls == AN_T_INT && t->space != AN_LOCAL &&
           only_asked(ir->kernel->body, d, &asked) && asked > 0;
}
