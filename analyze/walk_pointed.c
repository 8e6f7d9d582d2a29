/* Purpose: integer variables whose address is taken: what a pointer to one stores is its value. In:
 * stores and loads through pointers. Out: values in the environment. What cannot be told apart, and
 * what a loop may change by pointers, is unknown. */
#include "analyze/walk.h"

bool an_follows_address(const an_decl *d) {
    return !d->address_taken || (d->type->cls == AN_T_INT && !d->part_of);
}

/* The variable that the pointer's target is as a whole; NULL when it is something else. */
static const an_decl *whole_variable(const an_object *o, const an_sym *off, const an_type *t) {
    int64_t at;
    if (!o || o->kind != AN_O_PRIVATE || !o->decl || o->decl->slot < 0 || !off) return NULL;
    bool same = t && t->cls == AN_T_INT && o->decl->type->cls == AN_T_INT &&
                t->size == o->decl->type->size && an_is_const(off, &at) && at == 0;
    return same && an_follows_address(o->decl) ? o->decl : NULL;
}

an_value an_pointed_load(an_walk *w, const an_object *o, const an_sym *off, const an_type *t) {
    const an_decl *d = whole_variable(o, off, t);
    return d ? an_to_type(w, w->env[d->slot], t) : an_none();
}

void an_pointed_forget(an_walk *w, const an_object *o) {
    if (!o) return;
    for (int i = 0; i < o->n_members; i++) an_pointed_forget(w, o->member[i]);
    if (o->kind == AN_O_PRIVATE && o->decl && o->decl->slot >= 0) w->env[o->decl->slot] = an_none();
}

void an_pointed_store(an_walk *w, const an_object *o, const an_sym *off, an_value v,
                      const an_type *t) {
    const an_decl *d = whole_variable(o, off, t);
    if (d)
        w->env[d->slot] = an_to_type(w, v, d->type);
    else
        an_pointed_forget(w, o);
}

/* A store through a pointer, or a call that gets a pointer. */
static bool stores_by_pointer(const an_node *n) {
    if (!n) return false;
    if (n->kind == AN_CALL)
        for (int i = 0; i < n->n; i++)
            if (n->kid[i] && n->kid[i]->type && n->kid[i]->type->cls == AN_T_PTR) return true;
    bool assigns = n->kind == AN_ASSIGN || n->kind == AN_OPASSIGN ||
                   (n->kind == AN_UNARY && n->op >= AN_PREINC && n->op <= AN_POSTDEC);
    if (assigns && n->kid[0] && n->kid[0]->kind != AN_REF) return true;
    if (n->kind == AN_DECL && stores_by_pointer(n->decl->init)) return true;
    for (int i = 0; i < n->n; i++)
        if (stores_by_pointer(n->kid[i])) return true;
    return false;
}

void an_pointed_enter_loop(an_walk *w, const an_node *loop) {
    bool stores = false, looked = false;
    for (size_t i = 0; i < w->ir->n_decls; i++) {
        const an_decl *d = w->ir->decls[i];
        if (!d->address_taken || d->slot < 0 || !an_follows_address(d)) continue;
        if (!looked) stores = stores_by_pointer(loop);
        looked = true;
        if (stores || d->n_assigned) w->env[d->slot] = an_none();
    }
}
