/* Purpose: element types of arguments that point to void. In: the casts that a walk meets. Out: the
 * type of the parameter, or why there is none. Does not bound anything: offsets are bytes in any
 * case. */
#include "analyze/untyped.h"

#include <string.h>

static const an_type byte_type = {
    .cls = AN_T_INT, .bits = 8, .size = 1, .n_elems = -1, .name = "uchar"};

bool an_is_untyped(const an_type *t) {
    return t->cls == AN_T_PTR && t->inner->cls == AN_T_VOID;
}

static bool same(const an_type *a, const an_type *b) {
    return a->cls == b->cls && a->size == b->size && strcmp(a->name, b->name) == 0;
}

void an_note_view(an_walk *w, const an_object *obj, const an_type *to) {
    while (to->cls == AN_T_ARRAY) to = to->inner;
    if (!obj || to->cls == AN_T_VOID) return;
    for (int i = 0; i < obj->n_members; i++) an_note_view(w, obj->member[i], to);
    if (obj->kind != AN_O_ARG) return;
    an_arginfo *a = &w->args[obj->arg];
    if (a->view && !same(a->view, to)) a->views_differ = true;
    a->view = to;
}

bool an_type_untyped(an_arena *arena, an_decl *param, const an_arginfo *a, const char **problem) {
    const an_type *el = a->view ? a->view : &byte_type;
    *problem = NULL;
    if (a->views_differ)
        *problem = "it is cast to several types";
    else if (el->cls == AN_T_PTR || el->size < 1)
        *problem = "it is cast to a pointer to pointers or to an unknown type";
    else if (!a->view && (a->loaded || a->stored))
        *problem = "it is accessed without a cast";
    else if (param->n_assigned) /* it would advance by bytes, not by elements */
        *problem = "it is assigned to";
    if (*problem) return false;
    an_type *t = an_arena_alloc(arena, sizeof *t);
    *t = *param->type;
    t->inner = el;
    param->type = t;
    return true;
}
