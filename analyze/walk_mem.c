/* Purpose: memory objects and the record of accesses with their bounds. In: byte offsets. Out:
 * extents of arguments, constraints on launches, what contents need, or a reason to skip the
 * kernel. Does not classify: pattern.c does. */
#include <stdlib.h>
#include <string.h>

#include "analyze/walk.h"
#include "common/text.h"

enum { MAX_EXTENT_SIZE = 400 };

static an_object *add_object(an_walk *w, an_okind kind, const an_decl *d, int arg) {
    an_object *o = an_arena_alloc(w->arena, sizeof *o);
    o->kind = kind;
    o->decl = d;
    o->arg = arg;
    o->size = -1;
    w->objects = lp_grow(w->objects, &w->cap_objects, w->n_objects + 1, sizeof *w->objects);
    w->objects[w->n_objects++] = o;
    return o;
}

an_object *an_object_of_arg(an_walk *w, int arg, an_space space) {
    for (size_t i = 0; i < w->n_objects; i++)
        if (w->objects[i]->kind == AN_O_ARG && w->objects[i]->arg == arg) return w->objects[i];
    an_object *o = add_object(w, AN_O_ARG, NULL, arg);
    o->space = space;
    return o;
}

an_object *an_object_null(an_walk *w) {
    for (size_t i = 0; i < w->n_objects; i++)
        if (w->objects[i]->kind == AN_O_NULL) return w->objects[i];
    return add_object(w, AN_O_NULL, NULL, -1);
}

static void add_members(an_object *set, an_object *o, bool *full) {
    for (int i = 0; i < o->n_members; i++) add_members(set, o->member[i], full);
    if (o->kind == AN_O_SET) return;
    for (int i = 0; i < set->n_members; i++)
        if (set->member[i] == o) return;
    if (set->n_members == AN_SET_MAX)
        *full = true;
    else
        set->member[set->n_members++] = o;
}

static bool has_member(const an_object *set, const an_object *o) {
    for (int i = 0; i < set->n_members; i++)
        if (set->member[i] == o) return true;
    return false;
}

static bool same_set(const an_object *a, const an_object *b) {
    if (a->kind != AN_O_SET || a->n_members != b->n_members) return false;
    for (int i = 0; i < a->n_members; i++)
        if (!has_member(b, a->member[i])) return false;
    return true;
}

an_object *an_object_set(an_walk *w, an_object *a, an_object *b) {
    an_object set = {.kind = AN_O_SET, .arg = -1, .size = -1, .space = a->space};
    bool full = false;
    add_members(&set, a, &full);
    add_members(&set, b, &full);
    if (full) return NULL;
    for (size_t i = 0; i < w->n_objects; i++)
        if (same_set(w->objects[i], &set)) return w->objects[i];
    an_object *o = add_object(w, AN_O_SET, NULL, -1);
    *o = set;
    return o;
}

/* Range of the integers in an initialiser; false when one is not a constant. */
static bool list_range(const an_node *n, int64_t *lo, int64_t *hi, bool *any) {
    if (!n) return true;
    if (n->kind == AN_LIST) {
        for (int i = 0; i < n->n; i++)
            if (!list_range(n->kid[i], lo, hi, any)) return false;
        return true;
    }
    int64_t sign = 1;
    while (n->kind == AN_CAST || (n->kind == AN_UNARY && n->op == AN_NEG)) {
        if (n->kind == AN_UNARY) sign = -sign;
        if (n->n != 1 || !n->kid[0]) return false;
        n = n->kid[0];
    }
    if (n->kind != AN_INT) return false;
    int64_t v = sign * n->value;
    if (!*any || v < *lo) *lo = v;
    if (!*any || v > *hi) *hi = v;
    *any = true;
    return true;
}

static const an_type *leaf_type(const an_type *t) {
    while (t && t->cls == AN_T_ARRAY) t = t->inner;
    return t;
}

an_object *an_object_of(an_walk *w, const an_decl *d) {
    for (size_t i = 0; i < w->n_objects; i++)
        if (w->objects[i]->kind != AN_O_ARG && w->objects[i]->decl == d) return w->objects[i];
    bool local = an_in_local(d);
    an_object *o = add_object(w,
                              d->kind == AN_D_CONST ? AN_O_TABLE
                              : local               ? AN_O_LOCAL
                                                    : AN_O_PRIVATE,
                              d, -1);
    o->space = d->kind == AN_D_CONST ? AN_CONSTANT : local ? AN_LOCAL : AN_PRIVATE;
    o->size = d->type->size;
    const an_type *leaf = leaf_type(d->type);
    int64_t lo = 0, hi = 0; /* elements without an initialiser are zero */
    bool any = true;
    if (o->kind == AN_O_TABLE && leaf && leaf->cls == AN_T_INT && d->init &&
        list_range(d->init, &lo, &hi, &any)) {
        o->lo = an_const(w->S, lo);
        o->hi = an_const(w->S, hi);
    }
    return o;
}

/* ---- why a bound is missing ------------------------------------------------------------------ */

typedef struct blame {
    an_walk *w;
    const an_atom *load;    /* a value from memory without a bound */
    const an_atom *unknown; /* something else without one */
    int64_t cap;
    bool place; /* of a store to an argument */
} blame;

static void find_blame(void *ctx, const an_atom *x) {
    blame *b = ctx;
    if (x->kind == AN_A_LOAD && (!x->hi || !x->lo || an_ceil_of(b->w->S, x->hi) >= INT32_MAX / 2))
        b->load = b->load ? b->load : x;
    if (x->kind == AN_A_UNKNOWN && (!x->hi || !x->lo)) b->unknown = b->unknown ? b->unknown : x;
}

static void need_index(an_arginfo *a, int64_t cap) {
    a->need_index = a->gathers = true;
    if (cap > 0 && (!a->index_cap || cap < a->index_cap)) a->index_cap = cap;
}

static void need_place(an_arginfo *a, int64_t cap) {
    (void)cap;
    a->need_index = a->scatters = true;
}

static void ask_content(void *ctx, const an_atom *x) {
    blame *b = ctx;
    an_ask(b->w, x, b->place ? need_place : need_index, b->cap);
}

static const char *arg_name(const an_walk *w, int arg) {
    if (arg >= w->n_args) arg = w->args[arg].parent;
    return w->ir->kernel->params[arg]->name;
}

static const char *object_name(const an_walk *w, const an_object *o) {
    return o->decl ? o->decl->name : arg_name(w, o->arg);
}

/* One loaded value alone, which each work-item loads once: where it puts its result. */
static bool is_place(const an_sym *byte) {
    const an_atom *x = byte->n == 1 && byte->t[0].n == 1 ? byte->t[0].f[0] : NULL;
    return x && x->kind == AN_A_LOAD && x->p && x->p->deps & AN_DEP_ITEM &&
           !(x->p->deps & AN_DEP_TRIP);
}

static void unbounded(an_walk *w, const an_object *obj, const an_sym *byte, int64_t elem,
                      an_acckind kind, uint32_t off) {
    blame b = {.w = w};
    an_each_atom(w->S, byte, find_blame, &b);
    b.cap = obj->size > 0 && elem > 0 ? obj->size / elem : 0;
    b.place = kind == AN_STORE && obj->kind == AN_O_ARG && is_place(byte);
    an_each_atom(w->S, byte, ask_content, &b);
    if (!w->final) return; /* the next pass knows the contents */
    if (b.load)
        an_fail(w, AN_INDIRECT, off, "an index of '%s' was loaded from '%s' and nothing bounds it",
                object_name(w, obj), arg_name(w, b.load->id));
    else
        an_fail(w, AN_OPAQUE, off, "an index of '%s' cannot be bounded: %s", object_name(w, obj),
                b.unknown && b.unknown->why ? b.unknown->why : "no range is known");
}

/* ---- recording ------------------------------------------------------------------------------- */

static bool multiple_of(const an_sym *a, int64_t m) {
    for (int i = 0; i < a->n; i++)
        if (a->t[i].c % m) return false;
    return true;
}

/* Elements of `elem` bytes that [0, hi + size) needs. */
static const an_sym *elements(an_walk *w, const an_sym *hi, int64_t size, int64_t elem) {
    an_symtab *S = w->S;
    if (elem < 1) elem = 1;
    if (size <= elem && multiple_of(hi, elem))
        return an_add(S, an_div(S, hi, an_const(S, elem)), an_const(S, 1));
    return an_div(S, an_add(S, hi, an_const(S, size + elem - 1)), an_const(S, elem));
}

static const an_sym *larger(an_walk *w, const an_sym *sofar, const an_sym *n) {
    const an_sym *m = n && sofar ? an_max(w->S, sofar, n) : n;
    return m && an_size(m) <= MAX_EXTENT_SIZE ? m : NULL;
}

/* [0, hi + size) is touched; `simple` is a bound of the same that may be above hi. */
static void note_extent(an_walk *w, const an_object *obj, const an_sym *hi, const an_sym *simple,
                        int64_t size, uint32_t off) {
    an_arginfo *a = &w->args[obj->arg];
    const an_type *t = w->ir->kernel->params[obj->arg]->type->inner;
    const an_sym *n = elements(w, hi, size, t->size);
    a->simple =
        larger(w, a->simple, hi == simple ? n : elements(w, simple ? simple : hi, size, t->size));
    a->extent = a->simplified ? a->simple : larger(w, a->extent, n);
    if (!a->extent) {
        a->simplified = true;
        a->extent = a->simple;
    }
    if (!a->extent)
        an_fail(w, AN_OPAQUE, off, "the extent of '%s' grew beyond what a formula may hold",
                arg_name(w, obj->arg));
}

/* Contents that are small enough may keep an index inside a fixed array. */
static void ask_fixed(an_walk *w, const an_object *obj, const an_sym *byte, const an_sym *hi,
                      int64_t size) {
    blame b = {.w = w, .cap = size > 0 ? obj->size / size : 0};
    if (an_ceil_of(w->S, an_sub(w->S, an_const(w->S, obj->size - size), hi)) < 0)
        an_each_atom(w->S, byte, ask_content, &b);
}

static bool past_end(an_walk *w, const an_object *obj, const an_sym *hi, int64_t size) {
    const an_sym *room = an_sub(w->S, an_const(w->S, obj->size - size), hi);
    return !room || !an_nonneg(w->S, room);
}

static void check_fixed(an_walk *w, const an_object *obj, const an_sym *hi, int64_t size,
                        uint32_t off) {
    const an_sym *room = an_sub(w->S, an_const(w->S, obj->size - size), hi);
    if (!room || an_ceil_of(w->S, room) < 0)
        an_fail(w, AN_OPAQUE, off, "an index reaches past the end of '%s'", object_name(w, obj));
    else
        an_require(w, room);
}

/* Of objects whose size is known. */
static void keep_inside(an_walk *w, const an_object *obj, an_access *a) {
    if (!w->final) {
        ask_fixed(w, obj, a->byte, a->hi, a->size);
        return;
    }
    if (past_end(w, obj, a->hi, a->size)) {
        const an_sym *closer = an_upper_thorough(w->S, &w->G, a->byte);
        if (closer && !past_end(w, obj, closer, a->size)) a->hi = closer;
    }
    check_fixed(w, obj, a->hi, a->size, a->off);
}

/* Something that differs between work-items is compared with something that does not. */
static bool guarded(const an_walk *w) {
    for (int i = 0; i < w->G.n; i++) {
        bool item = false, arg = false;
        const an_sym *g = w->G.g[i];
        for (int t = 0; t < g->n; t++)
            for (int k = 0; k < g->t[t].n; k++) {
                if (g->t[t].f[k]->deps & (AN_DEP_ITEM | AN_DEP_GROUP)) item = true;
                if (g->t[t].f[k]->kind == AN_A_ARG) arg = true;
            }
        if (item && arg && !w->gleft[i]) return true;
    }
    return false;
}

static void count_access(an_walk *w, const an_object *obj, const an_sym *byte, int64_t size,
                         an_acckind kind) {
    an_feat f = obj->space == AN_GLOBAL  ? (kind == AN_LOAD ? AN_F_LOAD_GLOBAL : AN_F_STORE_GLOBAL)
                : obj->space == AN_LOCAL ? (kind == AN_LOAD ? AN_F_LOAD_LOCAL : AN_F_STORE_LOCAL)
                : obj->space == AN_CONSTANT ? AN_F_LOAD_CONSTANT
                                            : AN_F_PRIVATE;
    an_count(w, f, size);
    if (obj->space == AN_GLOBAL) an_work_access(w, byte, size, kind == AN_LOAD);
    if (kind == AN_ATOMIC) an_count(w, AN_F_ATOMIC, 1);
}

/* Atoms in an index tell how scalar arguments were used. */
static void note_index_use(an_walk *w, const an_sym *byte) {
    for (int i = 0; i < byte->n; i++) {
        const an_term *t = &byte->t[i];
        bool varying = false;
        for (int k = 0; k < t->n; k++) varying |= (t->f[k]->deps & AN_DEP_VARYING) != 0;
        for (int k = 0; k < t->n; k++)
            if (t->f[k]->kind == AN_A_ARG)
                w->args[t->f[k]->id].use |= varying ? AN_U_STRIDE : AN_U_OFFSET;
    }
}

/* Those of variables matter to the last pass only. */
static void keep_access(an_walk *w, const an_object *obj, an_access a) {
    a.obj = obj;
    a.arg = obj->arg;
    a.guarded = guarded(w);
    a.conditional = w->unsaid > 0;
    a.dead = w->dead > 0;
    a.mult = w->mult;
    a.loop = w->around;
    a.region = w->region;
    if (obj->kind == AN_O_ARG) {
        w->acc = lp_grow(w->acc, &w->cap_acc, w->n_acc + 1, sizeof *w->acc);
        w->acc[w->n_acc++] = a;
    } else if (w->final) {
        w->own = lp_grow(w->own, &w->cap_own, w->n_own + 1, sizeof *w->own);
        w->own[w->n_own++] = a;
    }
}

static const an_sym *highest(an_walk *w, const an_sym *byte, const an_sym **simple) {
    if (w->final) return an_upper_of_all(w->S, &w->G, byte, simple);
    return *simple = an_upper(w->S, &w->G, byte);
}

void an_record(an_walk *w, an_object *obj, const an_sym *byte, int64_t size, an_acckind kind,
               uint32_t off) {
    if (w->quiet || an_stopped(w)) return;
    if (!obj || !byte || obj->kind == AN_O_NULL) {
        if (w->final)
            an_fail(w, AN_OPAQUE, off, "an access through a pointer %s",
                    obj && byte ? "that may be null" : "whose target is not known");
        return;
    }
    if (obj->kind == AN_O_SET) { /* it may be any of them */
        for (int i = 0; i < obj->n_members; i++)
            an_record(w, obj->member[i], byte, size, kind, off);
        return;
    }
    if (obj->kind == AN_O_ARG) {
        if (kind != AN_LOAD) w->args[obj->arg].stored = true;
        if (kind == AN_STORE) w->args[obj->arg].plain = true;
        if (kind != AN_STORE) w->args[obj->arg].loaded = true;
        note_index_use(w, byte);
    }
    count_access(w, obj, byte, size, kind);
    const an_sym *simple, *hi = highest(w, byte, &simple), *lo = an_lower(w->S, &w->G, byte);
    if (!hi || an_floor_of(w->S, hi) >=
                   INT32_MAX / 2) { /* launches in which nothing wraps around may do */
        const an_sym *plain = an_unwrapped(w, byte);
        if (plain != byte) {
            byte = plain;
            hi = highest(w, byte, &simple);
            lo = an_lower(w->S, &w->G, byte);
        }
    }
    if (lo && !an_nonneg(w->S, lo) && an_related_nonneg(w->S, &w->G, byte)) lo = an_const(w->S, 0);
    if (lo && !an_nonneg(w->S, lo) && an_require_strides(w, byte)) {
        hi = highest(w, byte, &simple);
        lo = an_lower(w->S, &w->G, byte);
    }
    if (!hi || !lo || an_floor_of(w->S, hi) >= INT32_MAX / 2) {
        unbounded(w, obj, byte, size, kind, off);
        return;
    }
    if (an_ceil_of(w->S, lo) < 0) {
        blame b = {.w = w};
        an_each_atom(w->S, byte, ask_content,
                     &b); /* contents that are never negative may cure it */
        if (w->final)
            an_fail(w, AN_NEGATIVE, off, "an index of '%s' can be negative", object_name(w, obj));
        return;
    }
    if (!an_nonneg(w->S, lo)) an_require(w, lo);
    an_require_products(w, byte, size);
    an_require_sum(w, byte, size);
    for (int i = 0; i < w->G.n; i++) an_require_products(w, w->G.g[i], 1);
    an_access a = {.kind = kind, .off = off, .size = size, .byte = byte, .lo = lo, .hi = hi};
    if (obj->kind == AN_O_ARG)
        note_extent(w, obj, hi, simple, size, off);
    else if (obj->size >= 0)
        keep_inside(w, obj, &a);
    keep_access(w, obj, a);
}

/* ---- initialisers ---------------------------------------------------------------------------- */

static void init_elements(an_walk *w, const an_object *o, const an_node *n, int64_t *at) {
    if (!n) return;
    if (n->kind == AN_LIST) {
        for (int i = 0; i < n->n; i++) init_elements(w, o, n->kid[i], at);
        return;
    }
    an_array_store(w, o, at ? an_const(w->S, *at) : NULL, an_eval(w, n), n->type);
    if (at && n->type) *at += n->type->size;
}

static bool is_flat(const an_node *n) {
    for (int i = 0; n && i < n->n; i++)
        if (n->kid[i] && n->kid[i]->kind == AN_LIST) return false;
    return true;
}

void an_init_array(an_walk *w, const an_decl *d) {
    an_object *o = an_object_of(w, d);
    const an_type *leaf = leaf_type(d->type);
    int64_t at = 0;
    init_elements(w, o, d->init, is_flat(d->init) ? &at : NULL);
    /* What the list leaves out is zero. */
    if (!leaf || leaf->cls != AN_T_INT) return;
    if (!is_flat(d->init)) at = 0;
    for (; at < d->type->size && at < AN_CELLS * leaf->size; at += leaf->size)
        an_array_store(w, o, an_const(w->S, at), an_int(an_const(w->S, 0)), leaf);
}

/* ---- places ---------------------------------------------------------------------------------- */

static an_value loaded_value(an_walk *w, an_place p) {
    an_value v = an_unknown_of(w, p.type, "a value from memory", AN_DEP_LOAD);
    if (p.type && p.type->cls == AN_T_FLOAT) return an_real_load(w, p.obj, p.off, p.type);
    if (v.kind != AN_V_INT || !p.obj) return v;
    if (p.obj->kind == AN_O_TABLE && p.obj->hi)
        return an_int(an_unknown(w->S, "a value from a table", p.obj->lo, p.obj->hi,
                                 p.off ? p.off->deps : AN_DEP_LOAD));
    an_value pointed = an_pointed_load(w, p.obj, p.off, p.type);
    if (pointed.kind == AN_V_INT) return pointed;
    an_value known = p.obj->kind == AN_O_ARG && p.obj->space != AN_LOCAL
                         ? an_argument_load(w, p.obj, p.off, p.type)
                         : an_array_load(w, p.obj, p.off, p.type);
    return known.kind == AN_V_INT ? known : v;
}

an_value an_component(an_walk *w, an_place p, int64_t off, const an_type *t) {
    an_place part = {
        .kind = AN_P_MEM, .obj = p.obj, .off = an_add(w->S, p.off, an_const(w->S, off)), .type = t};
    return part.obj && part.off ? loaded_value(w, part)
                                : an_unknown_of(w, t, "a value from memory", AN_DEP_LOAD);
}

void an_set_parts(an_walk *w, const an_decl *whole, an_value v) {
    for (const an_decl *p = whole->parts; p; p = p->next_part) {
        int64_t lane = p->type->size > 0 ? p->part_off / p->type->size : 0;
        if (v.lane && whole->type->cls == AN_T_VEC && lane < v.n_lanes && v.lane[lane]) {
            w->env[p->slot] = an_int(v.lane[lane]);
            continue;
        }
        an_place from = {.kind = AN_P_MEM, .obj = v.kind == AN_V_NONE ? v.obj : NULL, .off = v.off};
        w->env[p->slot] = an_component(w, from, p->part_off, p->type);
    }
}

an_value an_load_place(an_walk *w, an_place p, uint32_t off) {
    switch (p.kind) {
    case AN_P_VAR:
        if (!an_follows_address(p.var) || p.var->slot < 0 ||
            (p.var->part_of && p.var->part_of->address_taken))
            return an_unknown_of(w, p.type, "its address is taken", AN_DEP_LOAD);
        {
            an_value v = w->env[p.var->slot];
            if (an_is_int_vector(p.var->type)) return an_vector_read(w, p.var);
            if (v.kind != AN_V_NONE || v.real) return v;
            return an_unknown_of(w, p.type, "it has no value yet", AN_DEP_LOAD);
        }
    case AN_P_MEM:
        an_record(w, p.obj, p.off, p.type->size, AN_LOAD, off);
        if (p.type->cls == AN_T_VEC || p.type->cls == AN_T_RECORD)
            return (an_value){.kind = AN_V_NONE, .obj = p.obj, .off = p.off};
        return loaded_value(w, p);
    default:
        return an_unknown_of(w, p.type, "it is part of a private object", AN_DEP_LOAD);
    }
}

bool an_overlap(const an_decl *a, const an_decl *b) {
    return a->part_off < b->part_off + b->type->size && b->part_off < a->part_off + a->type->size;
}

/* The other members of a union that share bytes with a part that was stored. */
static void forget_overlaps(an_walk *w, const an_decl *part) {
    for (const an_decl *p = part->part_of ? part->part_of->parts : NULL; p; p = p->next_part)
        if (p != part && an_overlap(p, part)) w->env[p->slot] = an_none();
}

void an_store_place(an_walk *w, an_place p, an_value v, uint32_t off) {
    switch (p.kind) {
    case AN_P_VAR:
        if (p.var->slot >= 0 && an_follows_address(p.var))
            w->env[p.var->slot] = an_to_type(w, v, p.type);
        an_set_parts(w, p.var, v);
        forget_overlaps(w, p.var);
        break;
    case AN_P_MEM:
        an_record(w, p.obj, p.off, p.type->size, AN_STORE, off);
        an_array_store(w, p.obj, p.off, v, p.type);
        an_pointed_store(w, p.obj, p.off, v, p.type);
        break;
    case AN_P_PART:
        if (!p.var) break;
        if (p.var->slot >= 0 && p.var->type->cls == AN_T_VEC) w->env[p.var->slot] = an_none();
        an_set_parts(w, p.var, an_none()); /* several components, or by a variable index */
        break;
    case AN_P_NONE:
        if (w->final)
            an_fail(w, AN_UNSUPPORTED, off,
                    "an assignment to something the inference does not know");
        break;
    }
}
