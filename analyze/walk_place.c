/* Purpose: where the value of an expression lives: a variable, a part of one, memory. In:
 * expression trees. Out: an_place. Does not load or store: walk_mem.c does. */
#include "analyze/walk.h"

bool an_in_local(const an_decl *d) {
    return d->type->cls != AN_T_PTR && d->type->space == AN_LOCAL;
}

static an_place no_place(const an_type *t) {
    return (an_place){.kind = AN_P_NONE, .type = t};
}

static an_place memory(an_value p, const an_sym *extra, const an_type *t, an_walk *w) {
    an_place m = {.kind = AN_P_MEM, .type = t};
    if (p.kind != AN_V_PTR) return m;
    m.obj = p.obj;
    m.off = extra ? an_add(w->S, p.off, extra) : p.off;
    return m;
}

static an_place place_of_ref(an_walk *w, const an_node *n) {
    const an_decl *d = n->decl;
    if (d->kind == AN_D_FUNC || d->kind == AN_D_ENUM) return no_place(n->type);
    if (d->kind == AN_D_CONST || d->type->cls == AN_T_ARRAY || an_in_local(d))
        return (an_place){
            .kind = AN_P_MEM, .obj = an_object_of(w, d), .off = an_const(w->S, 0), .type = d->type};
    return (an_place){.kind = AN_P_VAR, .var = d, .type = d->type};
}

static an_place place_of_index(an_walk *w, const an_node *n) {
    const an_node *base = n->kid[0], *index = n->kid[1];
    if (base->type->cls == AN_T_INT) { /* i[a] */
        const an_node *x = base;
        base = index;
        index = x;
    }
    if (base->type->cls == AN_T_VEC) { /* component of a vector by index */
        an_place p = an_place_of(w, base);
        an_eval(w, index);
        return p.kind == AN_P_MEM ? p
                                  : (an_place){.kind = AN_P_PART, .var = p.var, .type = n->type};
    }
    an_value p = an_eval(w, base), i = an_eval(w, index);
    const an_sym *off =
        i.kind == AN_V_INT && n->type->size > 0 ? an_scale(w->S, i.i, n->type->size) : NULL;
    an_place m = memory(p, NULL, n->type, w);
    m.off = an_add(w->S, m.off, off);
    if (!off && i.kind != AN_V_INT) m.off = NULL;
    return m;
}

static an_place place_of_member(an_walk *w, const an_node *n) {
    if (n->decl) return (an_place){.kind = AN_P_VAR, .var = n->decl, .type = n->type};
    const an_sym *field = an_const(w->S, n->value);
    if (n->arrow) return memory(an_eval(w, n->kid[0]), field, n->type, w);
    an_place p = an_place_of(w, n->kid[0]);
    if (p.kind == AN_P_MEM) {
        p.off = an_add(w->S, p.off, field);
        p.type = n->type;
        return p;
    }
    const an_sym *at = p.kind == AN_P_VAR ? field : p.off ? an_add(w->S, p.off, field) : NULL;
    return (an_place){.kind = AN_P_PART, .var = p.var, .off = at, .type = n->type};
}

an_place an_place_of(an_walk *w, const an_node *n) {
    if (!n) return no_place(NULL);
    switch (n->kind) {
    case AN_REF:
        return place_of_ref(w, n);
    case AN_INDEX:
        return place_of_index(w, n);
    case AN_MEMBER:
        return place_of_member(w, n);
    case AN_UNARY:
        if (n->op == AN_DEREF) return memory(an_eval(w, n->kid[0]), NULL, n->type, w);
        if (n->op == AN_PREINC || n->op == AN_PREDEC) {
            an_eval(w, n);
            return an_place_of(w, n->kid[0]);
        }
        return no_place(n->type);
    case AN_SWIZZLE: {
        if (n->decl) return (an_place){.kind = AN_P_VAR, .var = n->decl, .type = n->type};
        an_place p = an_place_of(
            w, n->kid[0]); /* a component of a vector in memory: the vector is accessed */
        return p.kind == AN_P_MEM ? p
                                  : (an_place){.kind = AN_P_PART, .var = p.var, .type = n->type};
    }
    case AN_CAST:
        return an_place_of(w, n->kid[0]);
    case AN_ASSIGN:
    case AN_OPASSIGN:
        an_eval(w, n);
        return an_place_of(w, n->kid[0]);
    case AN_OTHER: { /* a compound literal or call result used as an object */
        for (int i = 0; i < n->n; i++)
            if (n->kid[i] && n->kid[i]->type) an_eval(w, n->kid[i]);
        return (an_place){.kind = AN_P_PART, .type = n->type};
    }
    default:
        an_eval(w, n);
        return (an_place){.kind = AN_P_PART, .type = n->type};
    }
}

an_value an_address_of(an_walk *w, an_place p) {
    if (p.kind == AN_P_MEM) return (an_value){.kind = AN_V_PTR, .obj = p.obj, .off = p.off};
    if (!p.var) return (an_value){.kind = AN_V_PTR};
    return (an_value){.kind = AN_V_PTR,
                      .obj = an_object_of(w, p.var),
                      .off = p.kind == AN_P_VAR ? an_const(w->S, 0) : p.off};
}
