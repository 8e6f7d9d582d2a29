/* Purpose: the state of the walk: values, joins, failure. In: an_ir. Out: accesses, constraints,
 * features, what arguments need. Does not know expressions or statements: see the other walk_*.c
 * files. */
#include "analyze/walk.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/intr.h"
#include "common/text.h"

/* What one walk may cost: about three seconds, and memory. */
enum { MAX_STEPS = 1000000, MAX_WORK = 1000000, MAX_BYTES = 256 * 1024 * 1024, MAX_ATOMS = 100000 };

void an_fail(an_walk *w, an_reason r, uint32_t off, const char *fmt, ...) {
    if (w->reason != AN_OK || w->quiet) return;
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(w->detail, sizeof w->detail, fmt, ap);
    va_end(ap);
    w->reason = r;
    w->reason_off = off;
}

static bool exhausted(const an_walk *w) {
    return lp_interrupted() || w->steps > MAX_STEPS || w->S->work > MAX_WORK ||
           w->S->n_atoms > MAX_ATOMS || w->arena->used_bytes > MAX_BYTES;
}

bool an_stopped(const an_walk *w) {
    return w->reason != AN_OK || exhausted(w);
}

void an_count(an_walk *w, an_feat f, int64_t n) {
    if (w->quiet || w->dead || !w->mult || !w->feat[f]) return;
    const an_sym *sum = an_add(w->S, w->feat[f], an_scale(w->S, w->mult, n));
    w->feat[f] = sum; /* NULL from here on when it outgrew the limits: the feature is left out */
}

/* Each value remembers what was said of it: most are parts of many others. */
void an_use(an_walk *w, const an_sym *a, unsigned how) {
    how |= AN_U_ANY;
    if (w->quiet || !a || !(a->deps & AN_DEP_ARG)) return;
    an_sym *memo = (an_sym *)a;
    if (memo->use_epoch != w->S->epoch) memo->use = 0;
    memo->use_epoch = w->S->epoch;
    if ((memo->use & how) == how) return;
    memo->use |= how;
    for (int i = 0; i < a->n; i++)
        for (int k = 0; k < a->t[i].n; k++) {
            const an_atom *x = a->t[i].f[k];
            if (x->kind == AN_A_ARG) w->args[x->id].use |= how;
            /* What is said of a loaded value is said of its place only in so far as that has an
               end. */
            bool load = x->kind == AN_A_LOAD;
            an_use(w, x->p, load && how & AN_U_BOUND ? AN_U_PLACE : load ? AN_U_ANY : how);
            an_use(w, x->q, how);
        }
}

static void add_source(void *ctx, const an_atom *x) {
    uint64_t *mask = ctx;
    if (x->kind == AN_A_LOAD && x->id < 64) *mask |= UINT64_C(1) << x->id;
    if (x->kind == AN_A_UNKNOWN || x->kind == AN_A_TRIP) *mask |= x->from;
}

uint64_t an_sources(an_walk *w, const an_sym *a) {
    uint64_t mask = 0;
    if (a && a->deps & AN_DEP_VARYING) an_each_outer_atom(w->S, a, add_source, &mask);
    return mask;
}

const an_sym *an_made_of(an_walk *w, const an_sym *a, uint64_t from) {
    const an_atom *x = a ? an_as_atom(a) : NULL;
    if (x && (x->kind == AN_A_UNKNOWN || x->kind == AN_A_TRIP))
        w->S->atoms[x->serial]->from |= from;
    return a;
}

void an_ask(an_walk *w, const an_atom *x, void (*mark)(an_arginfo *a, int64_t cap), int64_t cap) {
    uint64_t from = 0;
    if (x->kind == AN_A_LOAD) mark(&w->args[x->id], cap);
    if (x->kind == AN_A_UNKNOWN || x->kind == AN_A_TRIP) from = x->from;
    for (int i = 0; from >> i && i < w->n_args + AN_MEMBERS && i < 64; i++)
        if (from >> i & 1) mark(&w->args[i], cap);
}

/* ---- values ---------------------------------------------------------------------------------- */

an_value an_none(void) {
    return (an_value){.kind = AN_V_NONE};
}

an_value an_null(an_walk *w) {
    return (an_value){.kind = AN_V_PTR, .obj = an_object_null(w), .off = an_const(w->S, 0)};
}

bool an_known_truth(an_value v, bool *truth) {
    int64_t c = 1;
    if (v.kind == AN_V_INT && !an_is_const(v.i, &c)) return false;
    if (v.kind == AN_V_PTR && (!v.obj || v.obj->kind == AN_O_SET)) return false;
    if (v.kind == AN_V_PTR) c = v.obj->kind != AN_O_NULL; /* buffers are never missing */
    *truth = c != 0;
    return v.kind != AN_V_NONE;
}

an_value an_int(const an_sym *i) {
    return i ? (an_value){.kind = AN_V_INT, .i = i} : an_none();
}

bool an_type_range(const an_type *t, int64_t *lo, int64_t *hi) {
    if (t->cls != AN_T_INT || t->bits < 1 || t->bits > 32) return false;
    *lo = t->is_signed ? -((int64_t)1 << (t->bits - 1)) : 0;
    *hi = t->is_signed ? ((int64_t)1 << (t->bits - 1)) - 1 : ((int64_t)1 << t->bits) - 1;
    return true;
}

bool an_is_narrow(const an_type *t) {
    return t && t->cls == AN_T_INT && t->bits < 32;
}

an_value an_unknown_of(an_walk *w, const an_type *t, const char *why, unsigned deps) {
    int64_t lo, hi;
    if (!t) return an_none();
    if (t->cls == AN_T_PTR) return (an_value){.kind = AN_V_PTR};
    if (t->cls != AN_T_INT) return an_none();
    if (an_type_range(t, &lo, &hi))
        return an_int(an_unknown(w->S, why, an_const(w->S, lo), an_const(w->S, hi), deps));
    return an_int(an_unknown(w->S, why, t->is_signed ? NULL : an_const(w->S, 0), NULL, deps));
}

static bool large_coefficient(const an_sym *a, int bits) {
    int64_t limit = (int64_t)1 << (bits - 1);
    for (int i = 0; i < a->n; i++)
        if (a->t[i].c >= limit || a->t[i].c <= -limit) return true;
    return false;
}

/* A factor that wraps at `bits` or more; -1 when term t has none. */
static int wrapping_factor(const an_term *t, int bits) {
    for (int k = 0; k < t->n; k++)
        if (t->f[k]->kind == AN_A_WRAP && t->f[k]->id >= bits) return k;
    return -1;
}

/* Unsigned arithmetic is exact modulo 2^bits, so an inner wrapped value can be replaced by what it
 * wraps, if it wraps at no less. */
const an_sym *an_unwrap(an_walk *w, const an_sym *a, int bits) {
    an_symtab *S = w->S;
    for (int i = 0; i < a->n; i++) {
        int k = wrapping_factor(&a->t[i], bits);
        if (k < 0) continue;
        an_term rest = a->t[i];
        memmove(&rest.f[k], &rest.f[k + 1], (size_t)(rest.n - k - 1) * sizeof rest.f[0]);
        rest.n--;
        const an_sym *with = an_mul(S, an_of_term(S, &rest), a->t[i].f[k]->p);
        const an_sym *r = an_add(S, an_sub(S, a, an_of_term(S, &a->t[i])), with);
        return r ? an_unwrap(w, r, bits) : a;
    }
    return a;
}

/* A value that wraps around as unsigned, seen as signed: what it wraps, in launches in which that
 * has the type's range. */
static const an_sym *as_signed(an_walk *w, const an_sym *a, int bits) {
    const an_sym *p = an_unwrap(w, a, bits);
    if (p == a || bits < 1 || bits > 32) return p;
    const an_sym *lo = an_lower(w->S, &w->G, p), *hi = an_upper(w->S, &w->G, p);
    const an_sym *above = an_add(w->S, lo, an_const(w->S, (int64_t)1 << (bits - 1)));
    const an_sym *below = an_sub(w->S, an_const(w->S, ((int64_t)1 << (bits - 1)) - 1), hi);
    if (!above || !below || an_ceil_of(w->S, above) < 0 || an_ceil_of(w->S, below) < 0) return a;
    an_require(w, above);
    an_require(w, below);
    return p;
}

static const an_sym *wrapped(an_walk *w, const an_sym *a, const an_type *t) {
    int64_t lo, hi;
    bool has = an_type_range(t, &lo, &hi);
    return an_wrap(w->S, a, t->bits, an_const(w->S, 0), has ? an_const(w->S, hi) : NULL);
}

/* Factors of hashes and random generators: with them 32 bits overflow in small launches. */
enum { HASH_FACTOR = 65536 };

const an_sym *an_wrap_hash(an_walk *w, const an_sym *a, const an_type *t) {
    bool large = false;
    if (t->cls != AN_T_INT || t->is_signed || t->bits != 32) return a;
    for (int i = 0; i < a->n; i++)
        large |= a->t[i].n && (a->t[i].c >= HASH_FACTOR || a->t[i].c <= -HASH_FACTOR);
    return large ? wrapped(w, an_unwrap(w, a, t->bits), t) : a;
}

static bool in_range(an_walk *w, const an_sym *a, int64_t lo, int64_t hi) {
    an_symtab *S = w->S;
    if (an_floor_of(S, a) >= lo && an_ceil_of(S, a) <= hi) return true;
    return an_proved_nonneg(S, &w->G, an_sub(S, a, an_const(S, lo))) &&
           an_proved_nonneg(S, &w->G, an_sub(S, an_const(S, hi), a));
}

an_value an_to_type(an_walk *w, an_value v, const an_type *t) {
    int64_t lo, hi;
    if (!t) return an_none();
    if (t->cls == AN_T_PTR) return v.kind == AN_V_PTR ? v : (an_value){.kind = AN_V_PTR};
    if (t->cls == AN_T_FLOAT && v.kind == AN_V_NONE)
        return (an_value){.kind = AN_V_NONE, .real = v.real};
    if (an_is_int_vector(t) && v.lane) return an_vector_of(w, v, t);
    if (t->cls != AN_T_INT)
        return an_none(); /* where a vector came from is true only until a part of it changes */
    if (v.kind != AN_V_INT)
        return an_unknown_of(w, t, "it comes from a float or a vector", AN_DEP_LOAD);
    const an_sym *a = v.i;
    if (t->bits < 32 && an_type_range(t, &lo, &hi)) {
        if (in_range(w, a, lo, hi)) return v;
        if (!t->is_signed && t->bits > 1 && an_proved_nonneg(w->S, &w->G, a))
            return an_int(an_mod(w->S, a, an_const(w->S, hi + 1)));
        return an_unknown_of(w, t, "truncated", a->deps);
    }
    if (t->bits == 32 && large_coefficient(a, 32) && !an_is_const(a, NULL))
        return an_unknown_of(w, t, "overflows 32 bits", a->deps);
    /* Signed overflow is undefined: assumed not to happen. */
    if (t->is_signed) return an_int(as_signed(w, a, t->bits));
    a = an_unwrap(w, a, t->bits);
    if (an_is_const(a, &lo) && lo < 0 && t->bits == 32)
        return an_int(an_const(w->S, lo & 0xffffffffLL));
    if (an_proved_nonneg(w->S, &w->G, a)) return an_int(a);
    return an_int(wrapped(w, a, t));
}

/* ---- joins ----------------------------------------------------------------------------------- */

an_value *an_env_copy(an_walk *w) {
    size_t n = (size_t)w->ir->n_slots;
    an_value *e =
        w->n_spare ? w->spare_envs[--w->n_spare] : an_arena_alloc(w->arena, n * sizeof *e);
    memcpy(e, w->env, n * sizeof *e);
    return e;
}

an_snap *an_snapshot(an_walk *w) {
    an_snap *s = w->spare_snaps;
    if (s)
        w->spare_snaps = s->next;
    else
        s = an_arena_alloc(w->arena, sizeof *s);
    s->env = an_env_copy(w);
    s->g = w->G;
    s->next = NULL;
    return s;
}

void an_env_drop(an_walk *w, an_value *env) {
    if (!env) return;
    w->spare_envs = lp_grow(w->spare_envs, &w->cap_spare, w->n_spare + 1, sizeof *w->spare_envs);
    w->spare_envs[w->n_spare++] = env;
}

void an_snap_drop(an_walk *w, an_snap *s) {
    if (!s) return;
    an_env_drop(w, s->env);
    s->env = NULL;
    s->next = w->spare_snaps;
    w->spare_snaps = s;
}

void an_snaps_drop(an_walk *w, an_snap *list) {
    for (an_snap *next; list; list = next) {
        next = list->next;
        an_snap_drop(w, list);
    }
}

/* Which of two joined values most work-items have, by a guess: the one that can be followed and is
 * not an edge case that is the same for all. */
static const an_sym *likelier(const an_sym *a, const an_sym *b) {
    const unsigned lost = AN_DEP_UNKNOWN | AN_DEP_LOAD;
    bool a_items = a->deps & AN_DEP_ITEM, b_items = b->deps & AN_DEP_ITEM;
    if (a_items != b_items) return a_items ? a : b;
    return b->deps & lost && !(a->deps & lost) ? a : b;
}

static const an_sym *join_syms(an_walk *w, const an_sym *a, const an_guards *ga, const an_sym *b,
                               const an_guards *gb) {
    if (a == b) return a;
    if (!a || !b) return NULL;
    const an_sym *la = an_lower(w->S, ga, a), *lb = an_lower(w->S, gb, b);
    const an_sym *ha = an_upper(w->S, ga, a), *hb = an_upper(w->S, gb, b);
    const an_sym *either = an_unknown(
        w->S, "one of two values", an_min(w->S, la, lb), an_max(w->S, ha, hb),
        ((a->deps | b->deps) & ~(unsigned)AN_DEP_TRIP) | (w->uniform_join ? 0 : AN_DEP_LOAD));
    const an_atom *x = an_as_atom(either);
    if (x) w->S->atoms[x->serial]->like = likelier(a, b);
    return an_made_of(w, either, an_sources(w, a) | an_sources(w, b));
}

an_value an_join_values(an_walk *w, an_value a, const an_guards *ga, an_value b,
                        const an_guards *gb) {
    if (a.kind == b.kind && a.i == b.i && a.obj == b.obj && a.off == b.off && a.lane == b.lane &&
        a.real == b.real)
        return a;
    if (a.kind == AN_V_NONE && b.kind == AN_V_NONE && a.lane && b.lane)
        return an_vector_join(w, a, ga, b, gb);
    if (a.kind == AN_V_NONE && b.kind == AN_V_NONE) return an_real_join(w, a, ga, b, gb);
    if (a.kind == AN_V_INT && b.kind == AN_V_INT) return an_int(join_syms(w, a.i, ga, b.i, gb));
    if (a.kind == AN_V_PTR && b.kind == AN_V_PTR) {
        an_value v = {.kind = AN_V_PTR};
        if (a.obj && b.obj) {
            v.obj = a.obj == b.obj ? a.obj : an_object_set(w, a.obj, b.obj);
            v.off = join_syms(w, a.off, ga, b.off, gb);
        }
        return v;
    }
    /* One side never got a value: an uninitialised variable may be anything. */
    an_value lost = an_none();
    if (a.kind == AN_V_PTR || b.kind == AN_V_PTR) lost.kind = AN_V_PTR;
    return lost;
}

void an_join(an_walk *w, const an_snap *a, const an_snap *b) {
    if (!a && !b) return;
    if (!a || !b) {
        memcpy(w->env, (a ? a : b)->env, (size_t)w->ir->n_slots * sizeof *w->env);
        return;
    }
    for (int i = 0; i < w->ir->n_slots; i++)
        w->env[i] = an_join_values(w, a->env[i], &a->g, b->env[i], &b->g);
}

an_snap *an_join_more(an_walk *w, an_snap *sofar, const an_snap *more) {
    an_join(w, sofar, more);
    an_snap_drop(w, sofar);
    return an_snapshot(w);
}

/* ---- entry ----------------------------------------------------------------------------------- */

void an_walk_init(an_walk *w, an_ir *ir, an_symtab *S, an_arginfo *args, an_pass pass) {
    memset(w, 0, sizeof *w);
    w->ir = ir;
    w->S = S;
    w->arena = S->arena;
    w->args = args;
    w->n_args = ir->kernel->n_params;
    an_symtab_forget(S);
    w->final = pass == AN_PASS_FINAL;
    w->informed = pass != AN_PASS_LEARN;
    w->dims = 0;
    w->live = true;
    w->mult = w->times = an_const(S, 1);
    w->work = w->region = an_work_root(w->arena);
    w->env = an_arena_alloc(w->arena, (size_t)ir->n_slots * sizeof *w->env);
    for (int f = 0; f < AN_N_FEATURES; f++) w->feat[f] = an_const(S, 0);
}

static void bind_arguments(an_walk *w) {
    const an_decl *k = w->ir->kernel;
    for (int i = 0; i < k->n_params; i++) {
        const an_type *t = k->params[i]->type;
        an_value v;
        if (t->cls == AN_T_PTR)
            v = (an_value){.kind = AN_V_PTR,
                           .obj = an_object_of_arg(w, i, t->space),
                           .off = an_const(w->S, 0)};
        else if (t->cls == AN_T_INT)
            v = an_int(an_arg(w->S, i));
        else
            v = an_real_argument(w, t);
        w->env[k->params[i]->slot] = v;
    }
}

void an_walk_run(an_walk *w) {
    an_frame f = {.fn = w->ir->kernel};
    w->frame = &f;
    bind_arguments(w);
    an_exec(w, w->ir->kernel->body);
    w->frame = NULL;
    if (exhausted(w))
        an_fail(w, AN_UNSUPPORTED, w->ir->kernel->body->off, "the kernel is too large to analyse");
}

void an_walk_free(an_walk *w) {
    free(w->objects);
    free(w->spare_envs);
    free(w->acc);
    free(w->own);
    free(w->constraints);
}
