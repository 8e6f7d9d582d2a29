/* Purpose: calls: work-item functions, integer and memory builtins by table, user functions by
 * walking their bodies. In: a call. Out: its value. Unknown builtins only evaluate their arguments.
 */
#include <string.h>

#include "analyze/walk.h"

typedef an_value (*builtin_fn)(an_walk *w, const an_node *n, const an_value *a, int n_a,
                               const char *name);

enum { MAX_CALL_DEPTH = 24 };

/* ---- work-item functions --------------------------------------------------------------------- */

static const struct {
    const char *name;
    an_akind atom;
} item_functions[] = {
    {"get_global_id", AN_A_GID},
    {"get_local_id", AN_A_LID},
    {"get_group_id", AN_A_GRP},
    {"get_local_size", AN_A_LSZ},
    {"get_global_size", AN_A_GSZ},
    {"get_num_groups", AN_A_NGRP},
    {"get_enqueued_local_size", AN_A_LSZ},
};

/* How a device cuts groups into sub-groups is not known, but for how many there can be. */
static an_value sub_group_function(an_walk *w, const char *name) {
    const an_sym *top = an_base(w->S, AN_A_LSZ), *one = an_const(w->S, 1);
    bool id = strstr(name, "_id") != NULL;
    return an_int(an_unknown(w->S, "a sub-group", id ? an_const(w->S, 0) : one,
                             id ? an_sub(w->S, top, one) : top, AN_DEP_ITEM));
}

static an_value item_function(an_walk *w, const an_node *n, const an_value *a, int n_a,
                              const char *name) {
    int64_t dim = 0;
    if (!strcmp(name, "get_work_dim")) return an_int(an_const(w->S, 1));
    if (!strcmp(name, "get_global_linear_id")) return an_int(an_base(w->S, AN_A_GID));
    if (!strcmp(name, "get_local_linear_id")) return an_int(an_base(w->S, AN_A_LID));
    if (strstr(name, "sub_group")) return sub_group_function(w, name);
    if (n_a != 1 || a[0].kind != AN_V_INT || !an_is_const(a[0].i, &dim)) {
        an_fail(w, AN_DIMS, n->off, "the dimension of %s() is not a constant", name);
        return an_none();
    }
    if (dim + 1 > w->dims) w->dims = dim > 3 ? 3 : (int)dim + 1;
    if (dim > 0) {
        an_fail(w, AN_DIMS, n->off, "%s(%lld) makes it a %d-D kernel", name, (long long)dim,
                w->dims);
        return an_int(an_const(w->S, 0));
    }
    if (!strcmp(name, "get_global_offset")) return an_int(an_const(w->S, 0));
    for (size_t i = 0; i < sizeof item_functions / sizeof *item_functions; i++)
        if (!strcmp(name, item_functions[i].name))
            return an_int(an_base(w->S, item_functions[i].atom));
    return an_none();
}

/* ---- integer builtins ------------------------------------------------------------------------ */

static bool ints(const an_node *n, const an_value *a, int n_a, int want) {
    if (n_a < want || n->type->cls != AN_T_INT) return false;
    for (int i = 0; i < want; i++)
        if (a[i].kind != AN_V_INT) return false;
    return true;
}

static an_value lost(an_walk *w, const an_node *n, const char *name) {
    (void)name;
    return an_unknown_of(w, n->type, "it is the result of a builtin function", AN_DEP_LOAD);
}

static an_value lost_or_real(an_walk *w, const an_node *n, const an_value *a, int n_a,
                             const char *name) {
    return n->type->cls == AN_T_FLOAT ? an_real_call(w, name, a, n_a, n->type) : lost(w, n, name);
}

enum { LEAST, MOST, BETWEEN };

static an_value limit(an_walk *w, int op, const an_value *a, const an_type *t) {
    (void)t;
    if (op == LEAST) return an_int(an_min(w->S, a[0].i, a[1].i));
    if (op == MOST) return an_int(an_max(w->S, a[0].i, a[1].i));
    return an_int(an_min(w->S, an_max(w->S, a[0].i, a[1].i), a[2].i));
}

static an_value limited(an_walk *w, const an_node *n, const an_value *a, int n_a, const char *name,
                        int op, int want) {
    if (an_is_int_vector(n->type) && n_a >= want)
        return an_vector_map(w, n->type, limit, op, a, want);
    return ints(n, a, n_a, want) ? limit(w, op, a, n->type) : lost_or_real(w, n, a, n_a, name);
}

static an_value min_max(an_walk *w, const an_node *n, const an_value *a, int n_a,
                        const char *name) {
    return limited(w, n, a, n_a, name, name[1] == 'i' ? LEAST : MOST, 2);
}

static an_value clamp(an_walk *w, const an_node *n, const an_value *a, int n_a, const char *name) {
    return limited(w, n, a, n_a, name, BETWEEN, 3);
}

static an_value absolute(an_walk *w, const an_node *n, const an_value *a, int n_a,
                         const char *name) {
    if (!ints(n, a, n_a, 1)) return lost(w, n, name);
    if (an_proved_nonneg(w->S, &w->G, a[0].i)) return a[0];
    return an_int(an_max(w->S, a[0].i, an_scale(w->S, a[0].i, -1)));
}

static an_value mul24(an_walk *w, const an_node *n, const an_value *a, int n_a, const char *name) {
    if (!ints(n, a, n_a, 2)) return lost(w, n, name);
    an_value r = an_arith(w, AN_MUL, a[0], a[1], n->type);
    return n_a > 2 && a[2].kind == AN_V_INT ? an_arith(w, AN_ADD, r, a[2], n->type)
           : n_a > 2                        ? lost(w, n, name)
                                            : r;
}

static an_value count_bits(an_walk *w, const an_node *n, const an_value *a, int n_a,
                           const char *name) {
    (void)a, (void)n_a, (void)name;
    if (n->type->cls != AN_T_INT) return an_none();
    return an_int(an_unknown(w->S, "a bit count", an_const(w->S, 0), an_const(w->S, n->type->bits),
                             AN_DEP_LOAD));
}

static an_value convert(an_walk *w, const an_node *n, const an_value *a, int n_a,
                        const char *name) {
    if (n_a > 0 && n->type->cls == AN_T_FLOAT && a[0].kind == AN_V_INT)
        return an_real_of_int(w, a[0].i, n->type);
    an_value r = n_a > 0 ? an_real_to_int(w, a[0], n->type, name) : an_none();
    if (r.kind == AN_V_INT) return r;
    if (n_a > 0 && n->type->cls == AN_T_FLOAT) return an_to_type(w, a[0], n->type);
    if (!ints(n, a, n_a, 1)) return lost(w, n, name);
    if (strstr(name, "_sat")) { /* saturates: clamps to the type */
        r = lost(w, n, name);
        const an_atom *x = r.kind == AN_V_INT ? an_as_atom(r.i) : NULL;
        if (x && x->lo && x->hi) return an_int(an_min(w->S, an_max(w->S, a[0].i, x->lo), x->hi));
        return r;
    }
    return an_to_type(w, a[0], n->type);
}

static an_value choose(an_walk *w, const an_node *n, const an_value *a, int n_a, const char *name) {
    if (!ints(n, a, n_a, 2)) return lost(w, n, name);
    return an_join_values(w, a[0], &w->G, a[1], &w->G);
}

/* ---- memory builtins ------------------------------------------------------------------------- */

/* Digits at the end of vload4, vstore_half8_rtz, ...: the width, 1 when there are none. */
static int width_in(const char *name) {
    const char *p = strpbrk(name, "12348");
    if (!p) return 1;
    return p[0] == '1' && p[1] == '6' ? 16 : *p - '0';
}

static void access_at(an_walk *w, an_value p, const an_sym *extra, int64_t size, an_acckind kind,
                      uint32_t off) {
    const an_sym *byte = p.kind == AN_V_PTR && p.off ? an_add(w->S, p.off, extra) : NULL;
    an_record(w, p.kind == AN_V_PTR ? p.obj : NULL, byte, size, kind, off);
    if (kind == AN_LOAD || p.kind != AN_V_PTR) return;
    if (kind == AN_STORE) an_array_spoil(w, p.obj);
    an_pointed_forget(w, p.obj);
}

static int64_t pointee_bytes(const an_node *arg) {
    const an_type *t = arg->type;
    return t && t->cls == AN_T_PTR && t->inner && t->inner->size > 0 ? t->inner->size : 1;
}

static an_value vload_store(an_walk *w, const an_node *n, const an_value *a, int n_a,
                            const char *name) {
    bool store = name[1] == 's';
    int at = store ? 1 : 0;
    if (n_a < at + 2) return an_none();
    int width = width_in(name);
    int64_t elem = pointee_bytes(n->kid[at + 1]);
    /* vload3 steps by 3; vloada_half3 by 4 */
    int64_t step = elem * (width == 3 && strstr(name, "a_half") ? 4 : width);
    const an_sym *index = a[at].kind == AN_V_INT ? an_scale(w->S, a[at].i, step) : NULL;
    access_at(w, a[at + 1], index, elem * width, store ? AN_STORE : AN_LOAD, n->off);
    return an_none();
}

/* atomic_inc, atom_add, atomic_fetch_add_explicit, ...: 1, or which argument is the amount. */
static bool counts_up(const char *name, bool *one) {
    const char *op = strchr(name, '_') + 1;
    if (!strncmp(op, "fetch_", 6)) op += 6;
    *one = !strcmp(op, "inc");
    return *one || !strcmp(op, "add") || !strcmp(op, "add_explicit");
}

static an_value atomic(an_walk *w, const an_node *n, const an_value *a, int n_a, const char *name) {
    if (n_a < 1) return an_none();
    bool one;
    access_at(w, a[0], an_const(w->S, 0), pointee_bytes(n->kid[0]), AN_ATOMIC, n->off);
    an_work_atomic(w, n, name, a[0].kind == AN_V_PTR && a[0].obj ? a[0].obj->space : AN_GLOBAL);
    an_value v = an_none();
    if (counts_up(name, &one) && (one || (n_a > 1 && a[1].kind == AN_V_INT)))
        v = an_count_up(w, a[0], one ? an_const(w->S, 1) : a[1].i, n->type);
    else
        an_uncounted(w, a[0]);
    if (v.kind == AN_V_INT) return v;
    v = an_unknown_of(w, n->type, "it is the result of an atomic operation", AN_DEP_LOAD);
    bool global = a[0].kind == AN_V_PTR && a[0].obj && a[0].obj->kind == AN_O_ARG;
    if (global && v.kind == AN_V_INT && a[0].obj->arg < 64)
        an_made_of(w, v.i, UINT64_C(1) << a[0].obj->arg);
    return v;
}

/* Element range [0, (count - 1) * stride] from a pointer. */
static void copy_range(an_walk *w, an_value p, const an_node *arg, const an_sym *count,
                       const an_sym *stride, an_acckind kind, uint32_t off) {
    int64_t elem = pointee_bytes(arg);
    const an_sym *last = an_mul(w->S, an_sub(w->S, count, an_const(w->S, 1)), stride);
    access_at(w, p, an_const(w->S, 0), elem, kind, off);
    access_at(w, p, an_scale(w->S, last, elem), elem, kind, off);
}

static an_value async_copy(an_walk *w, const an_node *n, const an_value *a, int n_a,
                           const char *name) {
    bool strided = strstr(name, "strided") != NULL;
    if (n_a < (strided ? 5 : 4) || a[2].kind != AN_V_INT) {
        an_fail(w, AN_OPAQUE, n->off, "the length of %s() is not known", name);
        return an_none();
    }
    const an_sym *one = an_const(w->S, 1),
                 *step = strided ? (a[3].kind == AN_V_INT ? a[3].i : NULL) : one;
    bool to_local = n->kid[0]->type->cls == AN_T_PTR && n->kid[0]->type->inner &&
                    a[0].kind == AN_V_PTR && a[0].obj && a[0].obj->space == AN_LOCAL;
    copy_range(w, a[0], n->kid[0], a[2].i, to_local ? one : step, AN_STORE, n->off);
    copy_range(w, a[1], n->kid[1], a[2].i, to_local ? step : one, AN_LOAD, n->off);
    return an_none();
}

static an_value barrier(an_walk *w, const an_node *n, const an_value *a, int n_a,
                        const char *name) {
    int64_t flags;
    (void)name;
    an_barrier(w, n->off,
               n_a > 0 && a[0].kind == AN_V_INT && an_is_const(a[0].i, &flags) && flags & 1);
    return an_none();
}

static an_value nothing(an_walk *w, const an_node *n, const an_value *a, int n_a,
                        const char *name) {
    (void)w, (void)n, (void)a, (void)n_a, (void)name;
    return an_none();
}

/* Math functions; those that return a second result through a pointer store there. */
static an_value special(an_walk *w, const an_node *n, const an_value *a, int n_a,
                        const char *name) {
    an_count(w, AN_F_SPECIAL, n->type->cls == AN_T_VEC ? n->type->lanes : 1);
    for (int i = 0; i < n_a; i++)
        if (a[i].kind == AN_V_PTR && a[i].obj)
            access_at(w, a[i], an_const(w->S, 0), pointee_bytes(n->kid[i]), AN_STORE, n->off);
    return lost(w, n, name);
}

static an_value arithmetic(an_walk *w, const an_node *n, const an_value *a, int n_a,
                           const char *name) {
    int lanes = n->type->cls == AN_T_VEC ? n->type->lanes : 1;
    bool two = !strcmp(name, "fma") || !strcmp(name, "mad") || !strcmp(name, "dot") ||
               !strcmp(name, "mix");
    an_count(w, n->type->is_float ? AN_F_FLOP : AN_F_IOP, two ? 2 * lanes : lanes);
    return lost_or_real(w, n, a, n_a, name);
}

/* First match wins; '*' at the end matches any rest. */
static const struct {
    const char *name;
    builtin_fn fn;
} builtins[] = {
    {"get_*", item_function},
    {"min", min_max},
    {"max", min_max},
    {"clamp", clamp},
    {"abs", absolute},
    {"mul24", mul24},
    {"mad24", mul24},
    {"popcount", count_bits},
    {"clz", count_bits},
    {"ctz", count_bits},
    {"convert_*", convert},
    {"select", choose},
    {"vload*", vload_store},
    {"vstore*", vload_store},
    {"atomic_work_item_fence", nothing},
    {"atomic_*", atomic},
    {"atom_*", atomic},
    {"async_work_group_*", async_copy},
    {"wait_group_events", nothing},
    {"prefetch", nothing},
    {"barrier", barrier},
    {"work_group_barrier", barrier},
    {"mem_fence", nothing},
    {"read_mem_fence", nothing},
    {"write_mem_fence", nothing},
    {"printf", nothing},
    {"fma", arithmetic},
    {"mad", arithmetic},
    {"dot", arithmetic},
    {"mix", arithmetic},
    {"fmin", arithmetic},
    {"fmax", arithmetic},
    {"fabs", arithmetic},
    {"floor", arithmetic},
    {"ceil", arithmetic},
    {"step", arithmetic},
    {"sign", arithmetic},
    {"rotate", arithmetic},
    {"mul_hi", arithmetic},
    {"mad_hi", arithmetic},
    {"add_sat", arithmetic},
    {"sub_sat", arithmetic},
    {"hadd", arithmetic},
    {"rhadd", arithmetic},
    {"abs_diff", arithmetic},
    {"cross", arithmetic},
    {"any", arithmetic},
    {"all", arithmetic},
    {"is*", arithmetic},
    {"signbit", arithmetic},
    {"bitselect", arithmetic},
    {"shuffle*", arithmetic},
    {"upsample", arithmetic},
    {"copysign", arithmetic},
    {"trunc", arithmetic},
    {"rint", arithmetic},
    {"round", arithmetic},
    {"nextafter", arithmetic},
    {"maxmag", arithmetic},
    {"minmag", arithmetic},
    {"fdim", arithmetic},
    {"fast_*", special},
    {"half_*", special},
    {"native_*", special},
    {"sqrt", special},
    {"rsqrt", special},
    {"cbrt", special},
    {"exp*", special},
    {"log*", special},
    {"pow*", special},
    {"rootn", special},
    {"sin*", special},
    {"cos*", special},
    {"tan*", special},
    {"asin*", special},
    {"acos*", special},
    {"atan*", special},
    {"erf*", special},
    {"tgamma", special},
    {"lgamma*", special},
    {"hypot", special},
    {"fmod", special},
    {"remainder", special},
    {"remquo", special},
    {"frexp", special},
    {"ldexp", special},
    {"modf", special},
    {"fract", special},
    {"ilogb", special},
    {"nan", special},
    {"length", special},
    {"distance", special},
    {"normalize", special},
    {"smoothstep", special},
    {"degrees", special},
    {"radians", special},
};

static builtin_fn find_builtin(const char *name) {
    for (size_t i = 0; i < sizeof builtins / sizeof *builtins; i++) {
        size_t n = strlen(builtins[i].name);
        bool prefix = builtins[i].name[n - 1] == '*';
        if (prefix ? !strncmp(name, builtins[i].name, n - 1) : !strcmp(name, builtins[i].name))
            return builtins[i].fn;
    }
    return NULL;
}

static an_value call_builtin(an_walk *w, const an_node *n, const an_value *a) {
    const char *name = an_callee(n);
    builtin_fn fn = find_builtin(name);
    an_work_builtin(w, n, name);
    if (fn) return fn(w, n, a, n->n, name);
    for (int i = 0; i < n->n; i++) {
        if (a[i].kind != AN_V_PTR || !a[i].obj) continue;
        an_array_spoil(w, a[i].obj);
        an_pointed_forget(w, a[i].obj);
        if (a[i].obj->kind == AN_O_PRIVATE) continue;
        an_fail(w, AN_UNSUPPORTED, n->off, "%s() gets a pointer and the inference does not know it",
                *name ? name : "a function");
        return an_none();
    }
    return lost(w, n, name);
}

/* ---- user functions -------------------------------------------------------------------------- */

static bool recursive(const an_walk *w, const an_decl *fn, int *depth) {
    *depth = 0;
    for (const an_frame *f = w->frame; f; f = f->up) {
        if (f->fn == fn) return true;
        ++*depth;
    }
    return false;
}

static an_value joined_return(an_walk *w, const an_frame *f, const an_type *t) {
    if (!f->n_ret || f->ret_lost)
        return an_unknown_of(w, t, "it is returned by a helper", AN_DEP_LOAD);
    an_value v = f->ret[0].v;
    const an_guards *g = f->ret[0].g;
    for (int i = 1; i < f->n_ret; i++) {
        v = an_join_values(w, v, g, f->ret[i].v, f->ret[i].g);
        g = &w->G;
    }
    return v;
}

static an_value call_user(an_walk *w, const an_node *n, const an_value *a) {
    const an_decl *fn = n->decl;
    int depth;
    if (recursive(w, fn, &depth) || depth > MAX_CALL_DEPTH) {
        an_fail(w, AN_UNSUPPORTED, n->off, "'%s' calls itself or nests too deep", fn->name);
        return an_none();
    }
    for (int i = 0; i < fn->n_params && i < n->n; i++)
        an_store_place(
            w, (an_place){.kind = AN_P_VAR, .var = fn->params[i], .type = fn->params[i]->type},
            a[i], n->off);
    an_frame f = {.fn = fn, .up = w->frame};
    an_loop *loop = w->loop;
    an_mark m = an_guard_mark(w);
    bool live = w->live;
    an_work_add(w, AN_W_CALL, 1);
    w->frame = &f;
    w->loop = NULL;
    f.loops = loop;
    an_exec(w, fn->body);
    w->frame = f.up;
    w->loop = loop;
    w->live = live;
    an_guard_reset(w, m);
    return joined_return(w, &f, n->type);
}

an_value an_call(an_walk *w, const an_node *n) {
    an_value a[64];
    if (n->n > 64) {
        an_fail(w, AN_UNSUPPORTED, n->off, "a call with more than 64 arguments");
        return an_none();
    }
    for (int i = 0; i < n->n; i++) a[i] = an_eval(w, n->kid[i]);
    if (an_stopped(w)) return an_none();
    return n->decl && n->decl->body ? call_user(w, n, a) : call_builtin(w, n, a);
}
