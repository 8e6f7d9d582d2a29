/* Purpose: integers loaded from arguments: their range by the contents that were chosen, else by
 * their type. In: loads. Out: values that remember where they came from, so that contents can be
 * asked for. Integer members of structs have contents of their own, behind those of the arguments.
 * Does not choose contents: infer.c does. */
#include "analyze/walk.h"

/* The byte in its element that `off` names, the same for every element; -1 when it may differ. */
static int64_t byte_in_element(const an_sym *off, int64_t size) {
    int64_t at = 0;
    for (int i = 0; i < off->n; i++) {
        if (off->t[i].n == 0)
            at = ((off->t[i].c % size) + size) % size;
        else if (off->t[i].c % size)
            return -1;
    }
    return at;
}

static int member_of(an_walk *w, int arg, int64_t at, const an_type *t) {
    for (int i = w->n_args; i < w->n_args + AN_MEMBERS; i++) {
        an_arginfo *m = &w->args[i];
        if (!m->type) *m = (an_arginfo){.type = t, .parent = arg, .at = at};
        if (m->parent == arg && m->at == at && m->type->size == t->size &&
            m->type->is_signed == t->is_signed)
            return i;
    }
    return -1;
}

/* What a load is known by, so that two loads of one element are one value: the element's index, or
 * the byte of a part; NULL where the view is another than the buffer's own, or the kernel stores
 * there. */
static const an_sym *identity(an_walk *w, const an_arginfo *of, const an_type *el,
                              const an_sym *off, const an_type *t, bool member) {
    if (!off || of->stored || el->size < 1) return NULL;
    if (member) return off;
    if (t->size * 8 != el->bits || t->is_signed != el->is_signed || el->is_float) return NULL;
    if (el->cls == AN_T_INT) return an_div(w->S, off, an_const(w->S, el->size));
    return el->cls == AN_T_VEC ? off : NULL;
}

an_value an_argument_load(an_walk *w, const an_object *o, const an_sym *off, const an_type *t) {
    an_symtab *S = w->S;
    const an_type *el = w->ir->kernel->params[o->arg]->type->inner;
    const an_arginfo *of = &w->args[o->arg];
    an_value v = an_unknown_of(w, t, "a value from memory", AN_DEP_LOAD);
    const an_atom *x = v.kind == AN_V_INT ? an_as_atom(v.i) : NULL;
    if (!x) return an_none();
    const an_sym *lo = x->lo, *hi = x->hi;
    int64_t at =
        off && el->cls == AN_T_RECORD && el->size > 0 ? byte_in_element(off, el->size) : -1;
    int id = at >= 0 ? member_of(w, o->arg, at, t) : -1;
    const an_arginfo *a = id >= 0 ? &w->args[id] : of;
    bool whole = id >= 0 || (el->bits == t->bits && !el->is_float &&
                             (el->cls == AN_T_INT || el->cls == AN_T_VEC));
    if (w->informed && whole && (a->content || of->zero)) {
        lo = an_const(S, 0);
        hi = a->content ? an_sub(S, a->content, an_const(S, 1)) : of->total;
        if (an_is_narrow(t)) hi = an_min(S, hi, x->hi);
    }
    return an_int(an_load(S, id >= 0 ? id : o->arg, identity(w, of, el, off, t, id >= 0), lo, hi));
}
