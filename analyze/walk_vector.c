/* Purpose: integer vectors, component by component: what is known of each is kept through literals,
 * variables, arithmetic and the builtins that limit. In: values and types. Out: values with
 * components. Components that have names of their own in the kernel are variables (walk_mem.c). */
#include <string.h>

#include "analyze/walk.h"

bool an_is_int_vector(const an_type *t) {
    return t && t->cls == AN_T_VEC && !t->is_float && t->lanes <= AN_LANES && t->inner;
}

static an_value with_lanes(an_walk *w, const an_sym *const *lane, int n) {
    bool any = false;
    for (int i = 0; i < n; i++) any |= lane[i] != NULL;
    if (!any) return an_none();
    an_value v = an_none();
    v.lane = an_arena_alloc(w->arena, AN_LANES * sizeof *v.lane);
    v.n_lanes = n;
    memcpy(v.lane, lane, (size_t)n * sizeof *v.lane);
    return v;
}

/* Component `i` of a value of type `t`, or of a scalar that all components get; NULL when unknown.
 */
static const an_sym *lane_of(an_walk *w, an_value v, int i, const an_type *t) {
    if (v.kind == AN_V_INT) return an_to_type(w, v, t->inner).i;
    if (v.kind != AN_V_NONE) return NULL;
    if (v.lane) return i < v.n_lanes ? v.lane[i] : NULL;
    if (!v.obj || !v.off) return NULL;
    an_place from = {.kind = AN_P_MEM, .obj = v.obj, .off = v.off};
    an_value x = an_component(w, from, i * t->inner->size, t->inner);
    return x.kind == AN_V_INT ? x.i : NULL;
}

an_value an_vector_of(an_walk *w, an_value v, const an_type *t) {
    const an_sym *lane[AN_LANES];
    for (int i = 0; i < t->lanes; i++) lane[i] = lane_of(w, v, i, t);
    return with_lanes(w, lane, t->lanes);
}

an_value an_vector_read(an_walk *w, const an_decl *d) {
    const an_sym *lane[AN_LANES] = {0};
    const an_value *whole = &w->env[d->slot];
    int n = d->type->lanes;
    for (int i = 0; whole->lane && i < n && i < whole->n_lanes; i++) lane[i] = whole->lane[i];
    for (const an_decl *p = d->parts; p; p = p->next_part) {
        int64_t i = p->type->size > 0 ? p->part_off / p->type->size : 0;
        const an_value *v = &w->env[p->slot];
        if (i >= 0 && i < n) lane[i] = v->kind == AN_V_INT ? v->i : NULL;
    }
    return with_lanes(w, lane, n);
}

an_value an_vector_map(an_walk *w, const an_type *t, an_lane_fn fn, int op, const an_value *a,
                       int n_a) {
    const an_sym *lane[AN_LANES];
    for (int i = 0; i < t->lanes; i++) {
        an_value x[3] = {{0}};
        bool known = true;
        for (int k = 0; k < n_a && k < 3; k++) {
            x[k] = an_int(lane_of(w, a[k], i, t));
            known &= x[k].kind == AN_V_INT;
        }
        an_value r = known ? fn(w, op, x, t->inner) : an_none();
        lane[i] = r.kind == AN_V_INT ? r.i : NULL;
    }
    return with_lanes(w, lane, t->lanes);
}

static an_value arith(an_walk *w, int op, const an_value *a, const an_type *t) {
    return an_arith(w, (an_op)op, a[0], a[1], t);
}

an_value an_vector_arith(an_walk *w, an_op op, an_value a, an_value b, const an_type *t) {
    const an_value both[] = {a, b};
    return an_vector_map(w, t, arith, op, both, 2);
}

an_value an_vector_join(an_walk *w, an_value a, const an_guards *ga, an_value b,
                        const an_guards *gb) {
    const an_sym *lane[AN_LANES] = {0};
    for (int i = 0; i < a.n_lanes && i < b.n_lanes; i++) {
        an_value v = an_none();
        if (a.lane[i] && b.lane[i])
            v = an_join_values(w, an_int(a.lane[i]), ga, an_int(b.lane[i]), gb);
        lane[i] = v.kind == AN_V_INT ? v.i : NULL;
    }
    return with_lanes(w, lane, a.n_lanes == b.n_lanes ? a.n_lanes : 0);
}
