/* Purpose: what arrays in private and local memory and counters hold: ranges of the integers that
 * are ever stored there. In: stores and atomic additions of a learning walk. Out: the range of a
 * load in the walks after it, whatever the order. Short arrays have a range for each element. */
#include <string.h>

#include "analyze/walk.h"

static const an_type *leaf_of(const an_type *t) {
    while (t && t->cls == AN_T_ARRAY) t = t->inner;
    return t;
}

/* The variable whose memory it is, when that is an integer array in private or local memory. */
static an_decl *array_decl(const an_walk *w, const an_object *o, const an_type **leaf) {
    const an_decl *d = o->decl;
    *leaf = NULL;
    if (o->kind == AN_O_ARG && o->space == AN_LOCAL) {
        d = w->ir->kernel->params[o->arg];
        *leaf = d->type->inner;
    } else if (d &&
               (o->kind == AN_O_LOCAL || (o->kind == AN_O_PRIVATE && d->type->cls == AN_T_ARRAY))) {
        *leaf = leaf_of(d->type); /* what is no array: see walk_pointed.c */
    }
    return *leaf && (*leaf)->cls == AN_T_INT && (*leaf)->size > 0 ? (an_decl *)d : NULL;
}

static an_cells *cells_of(an_walk *w, an_decl *d, const an_type *leaf) {
    if (d->seen) return d->seen;
    int64_t n = d->type->cls == AN_T_ARRAY ? d->type->size / leaf->size : 0;
    d->seen = an_arena_alloc(w->arena, sizeof *d->seen);
    d->seen->n = n >= 1 && n <= AN_CELLS ? (int)n : 1;
    d->seen->each = n >= 1 && n <= AN_CELLS;
    return d->seen;
}

/* The cells that an access at `off` may meet. */
static void cell_range(an_walk *w, const an_cells *c, const an_type *leaf, const an_sym *off,
                       int *from, int *to) {
    *from = 0;
    *to = c->n - 1;
    if (!c->each || !off) return;
    const an_sym *lo = an_lower(w->S, &w->G, off), *hi = an_upper(w->S, &w->G, off);
    int64_t a = lo ? an_floor_of(w->S, lo) : 0, b = hi ? an_ceil_of(w->S, hi) : AN_INF;
    if (a > 0) *from = a / leaf->size < *to ? (int)(a / leaf->size) : *to;
    if (b < (int64_t)c->n * leaf->size) *to = b > 0 ? (int)(b / leaf->size) : 0;
    if (*to < *from) *to = *from;
}

static void lose(an_walk *w, const an_object *o) {
    const an_type *leaf;
    an_decl *d = array_decl(w, o, &leaf);
    if (!d) return;
    an_cells *c = cells_of(w, d, leaf);
    for (int i = 0; i < c->n; i++) {
        c->cell[i].lost = true;
        c->cell[i].phases = ~UINT64_C(0); /* a copy may arrive later */
    }
}

void an_array_spoil(an_walk *w, const an_object *o) {
    if (!o || w->final || w->quiet) return;
    lose(w, o);
    for (int i = 0; i < o->n_members; i++) lose(w, o->member[i]);
}

static void widen(an_walk *w, an_cell *c, const an_sym *lo, const an_sym *hi) {
    if (!lo || !hi) c->lost = true;
    c->lo = c->stored ? an_min(w->S, c->lo, lo) : lo;
    c->hi = c->stored ? an_max(w->S, c->hi, hi) : hi;
    if (!c->lo || !c->hi) c->lost = true;
    c->stored = true;
}

static uint64_t this_phase(const an_walk *w) {
    return w->phase < 63 ? UINT64_C(1) << w->phase : ~UINT64_C(0) << 63;
}

static void store_into(an_walk *w, const an_object *o, const an_sym *off, an_value v,
                       const an_type *t) {
    const an_type *leaf;
    an_decl *d = array_decl(w, o, &leaf);
    int from, to;
    if (!d) return;
    if (v.kind != AN_V_INT || !t || t->cls != AN_T_INT || t->size != leaf->size) {
        lose(w, o);
        return;
    }
    an_cells *c = cells_of(w, d, leaf);
    const an_sym *lo = an_lower(w->S, &w->G, v.i), *hi = an_upper(w->S, &w->G, v.i);
    c->from |= an_sources(w, v.i);
    cell_range(w, c, leaf, off, &from, &to);
    for (int i = from; i <= to; i++) {
        widen(w, &c->cell[i], lo, hi);
        c->cell[i].phases |= this_phase(w);
    }
}

void an_array_store(an_walk *w, const an_object *o, const an_sym *off, an_value v,
                    const an_type *t) {
    if (!o || w->final || w->quiet) return;
    if (o->kind != AN_O_SET) store_into(w, o, off, v, t);
    for (int i = 0; i < o->n_members; i++) store_into(w, o->member[i], off, v, t);
}

/* The range of the cells from..to; false when it is not known. */
static bool range_of_cells(an_walk *w, const an_cells *c, int from, int to, const an_sym **lo,
                           const an_sym **hi) {
    *lo = *hi = NULL;
    for (int i = from; i <= to; i++) {
        const an_cell *x = &c->cell[i];
        if (x->lost) return false;
        if (!x->stored) continue;
        const an_sym *top = x->added ? an_add(w->S, x->hi, x->added) : x->hi;
        *lo = *lo ? an_min(w->S, *lo, x->lo) : x->lo;
        *hi = *hi ? an_max(w->S, *hi, top) : top;
        if (!*lo || !*hi) return false;
    }
    return *lo != NULL;
}

/* Every work-item of a group reads the same: an element of local memory that all of them name and
 * none stores to between the barriers around this point. */
static bool same_for_group(const an_walk *w, const an_object *o, const an_cells *c, int from,
                           int to, const an_sym *off) {
    if (o->space != AN_LOCAL || an_divergent(off)) return false;
    for (int i = from; i <= to; i++)
        if (c->cell[i].phases & this_phase(w)) return false;
    return true;
}

an_value an_array_load(an_walk *w, const an_object *o, const an_sym *off, const an_type *t) {
    const an_type *leaf;
    const an_decl *d = array_decl(w, o, &leaf);
    const an_cells *c = d && w->informed ? d->known : NULL;
    const an_sym *lo, *hi;
    int from, to;
    if (!c || t->cls != AN_T_INT || t->size != leaf->size) return an_none();
    cell_range(w, c, leaf, off, &from, &to);
    unsigned deps = same_for_group(w, o, c, from, to, off) ? AN_DEP_GROUP : AN_DEP_LOAD;
    an_value v = range_of_cells(w, c, from, to, &lo, &hi)
                     ? an_int(an_unknown(w->S, "a value from an array", lo, hi, deps))
                     : an_unknown_of(w, t, "a value from an array", deps);
    if (v.kind == AN_V_INT) an_made_of(w, v.i, c->from);
    return v;
}

/* ---- counters -------------------------------------------------------------------------------- */

/* Work-items that may get here: by the range that the guards leave to an id. */
static const an_sym *ids(an_walk *w, an_akind kind) {
    const an_sym *x = an_base(w->S, kind);
    const an_sym *lo = an_lower(w->S, &w->G, x), *hi = an_upper(w->S, &w->G, x);
    return an_max(w->S, an_add(w->S, an_sub(w->S, hi, lo), an_const(w->S, 1)), an_const(w->S, 0));
}

/* How often a whole launch, or one work-group of it, gets here at most; NULL when unknown. */
static const an_sym *executions(an_walk *w, bool of_group) {
    an_symtab *S = w->S;
    const an_sym *lids = ids(w, AN_A_LID);
    if (!w->times) return NULL;
    if (of_group) return an_mul(S, w->times, lids);
    const an_sym *n = an_min(S, ids(w, AN_A_GID), an_mul(S, an_base(S, AN_A_NGRP), lids));
    n = an_min(S, n, an_mul(S, an_base(S, AN_A_LSZ), ids(w, AN_A_GRP)));
    return an_mul(S, w->times, n);
}

static void add_to_cells(an_walk *w, const an_object *o, const an_sym *off, const an_sym *sum,
                         uint64_t sources) {
    const an_type *leaf;
    an_decl *d = array_decl(w, o, &leaf);
    int from, to;
    if (!d) return;
    an_cells *c = cells_of(w, d, leaf);
    cell_range(w, c, leaf, off, &from, &to);
    c->from |= sources;
    for (int i = from; i <= to; i++) {
        an_cell *x = &c->cell[i];
        x->phases |= this_phase(w);
        x->added = x->added ? an_add(w->S, x->added, sum) : sum;
        if (!x->added) x->lost = true;
    }
}

static an_value count_in_argument(an_walk *w, int arg, const an_sym *sum, const an_sym *least) {
    an_symtab *S = w->S;
    an_arginfo *a = &w->args[arg];
    if (!w->quiet) {
        a->added = a->adds ? an_add(S, a->added, sum) : sum;
        a->adds = true;
    }
    if (!w->informed || !a->zero) return an_int(an_load(S, arg, NULL, NULL, NULL));
    return an_int(an_load(S, arg, NULL, an_const(S, 0), an_sub(S, a->total, least)));
}

an_value an_count_up(an_walk *w, an_value p, const an_sym *amount, const an_type *t) {
    an_symtab *S = w->S;
    const an_object *o = p.kind == AN_V_PTR ? p.obj : NULL;
    bool global = o && o->kind == AN_O_ARG && o->space != AN_LOCAL;
    const an_sym *least = an_lower(S, &w->G, amount), *most = an_upper(S, &w->G, amount);
    if (!o || o->kind == AN_O_SET || t->cls != AN_T_INT || t->bits != 32 ||
        !an_proved_nonneg(S, &w->G, amount)) {
        an_uncounted(w, p);
        return an_none();
    }
    const an_sym *sum = an_mul(S, executions(w, !global), most);
    if (global) return count_in_argument(w, o->arg, sum, least ? least : an_const(S, 0));
    if (!w->final && !w->quiet) add_to_cells(w, o, p.off, sum, an_sources(w, amount));
    an_value v = an_array_load(w, o, p.off, t);
    const an_atom *x = v.kind == AN_V_INT ? an_as_atom(v.i) : NULL;
    if (!x || !x->lo || !x->hi || !least) return v;
    const an_sym *old = an_unknown(S, "a counter", x->lo, an_sub(S, x->hi, least), AN_DEP_LOAD);
    return an_int(an_made_of(w, old, x->from));
}

void an_uncounted(an_walk *w, an_value p) {
    const an_object *o = p.kind == AN_V_PTR ? p.obj : NULL;
    if (!o || w->quiet) return;
    an_array_spoil(w, o);
    for (int i = 0; i < o->n_members; i++)
        if (o->member[i]->kind == AN_O_ARG) w->args[o->member[i]->arg].plain = true;
    if (o->kind == AN_O_ARG) w->args[o->arg].plain = true;
}
