/* Purpose: features of how a kernel reaches memory. In: the accesses of the last walk. Out: named
 * formulas in the record. Estimates for cost models: classes by how the 32 work-items of a warp
 * lie to each other, sectors of 32 bytes. Does not count operations: features.c does. */
#include <stdlib.h>

#include "analyze/features_int.h"
#include "analyze/lanes.h"
#include "analyze/symtext.h"

enum { SECTOR = 32, BANKS = 32, BANK_BYTES = 4 };

/* A sum over accesses. Where it outgrows a formula, the one of simpler terms stands for it. */
typedef struct total {
    const an_sym *exact, *rough;
} total;

/* By the distance of neighbouring work-items. */
typedef enum { UNIFORM, CONTIGUOUS, SHORT, LONG, RANDOM, UNKNOWN, N_CLASSES } class;

typedef enum {
    LOAD_UNIFORM,
    LOAD_CONTIGUOUS,
    LOAD_SHORT,
    LOAD_LONG,
    LOAD_RANDOM,
    LOAD_UNKNOWN,
    STORE_UNIFORM,
    STORE_CONTIGUOUS,
    STORE_SHORT,
    STORE_LONG,
    STORE_RANDOM,
    STORE_UNKNOWN,
    LOADS,
    STORES,
    LOAD_SECTORS,
    STORE_SECTORS,
    ATOMIC_SECTORS,
    LOAD_TRAFFIC,
    STORE_TRAFFIC,
    LOAD_INVARIANT,
    LOAD_LOOP_SHORT,
    LOAD_LOOP_LONG,
    LOAD_OWN_ROWS,
    LOAD_INDIRECT,
    LOAD_INDIRECT_TWICE,
    LOAD_CHAINED,
    LOAD_NARROW,
    LOAD_WIDE,
    STORE_NARROW,
    STORE_WIDE,
    ATOMIC_SAME,
    ATOMIC_LOCAL,
    ATOMIC_LOCAL_SAME,
    LOCAL_ACCESSES,
    LOCAL_WAVES,
    PRIVATE_INDEXED,
    CONSTANT_UNIFORM,
    CONSTANT_WAVES,
    N_TOTALS
} sums;

static const char *const names[N_TOTALS] = {
    [LOAD_UNIFORM] = "load_uniform_bytes",
    [LOAD_CONTIGUOUS] = "load_contiguous_bytes",
    [LOAD_SHORT] = "load_short_bytes",
    [LOAD_LONG] = "load_long_bytes",
    [LOAD_RANDOM] = "load_random_bytes",
    [LOAD_UNKNOWN] = "load_unknown_bytes",
    [STORE_UNIFORM] = "store_uniform_bytes",
    [STORE_CONTIGUOUS] = "store_contiguous_bytes",
    [STORE_SHORT] = "store_short_bytes",
    [STORE_LONG] = "store_long_bytes",
    [STORE_RANDOM] = "store_random_bytes",
    [STORE_UNKNOWN] = "store_unknown_bytes",
    [LOADS] = "loads",
    [STORES] = "stores",
    [LOAD_SECTORS] = "load_sectors",
    [STORE_SECTORS] = "store_sectors",
    [ATOMIC_SECTORS] = "atomic_sectors",
    [LOAD_TRAFFIC] = "load_traffic",
    [STORE_TRAFFIC] = "store_traffic",
    [LOAD_INVARIANT] = "load_invariant",
    [LOAD_LOOP_SHORT] = "load_loop_short",
    [LOAD_LOOP_LONG] = "load_loop_long",
    [LOAD_OWN_ROWS] = "load_own_rows",
    [LOAD_INDIRECT] = "load_indirect",
    [LOAD_INDIRECT_TWICE] = "load_indirect_twice",
    [LOAD_CHAINED] = "load_chained",
    [LOAD_NARROW] = "load_narrow",
    [LOAD_WIDE] = "load_wide",
    [STORE_NARROW] = "store_narrow",
    [STORE_WIDE] = "store_wide",
    [ATOMIC_SAME] = "atomic_same",
    [ATOMIC_LOCAL] = "atomic_local",
    [ATOMIC_LOCAL_SAME] = "atomic_local_same",
    [LOCAL_ACCESSES] = "local_accesses",
    [LOCAL_WAVES] = "local_waves",
    [PRIVATE_INDEXED] = "private_indexed_bytes",
    [CONSTANT_UNIFORM] = "constant_uniform",
    [CONSTANT_WAVES] = "constant_waves",
};

/* One access and how it moves. */
typedef struct touch {
    const an_access *a;
    an_move lane, loop;
    const an_sym *lane_step; /* bytes between work-items, >= 0; NULL when unknown */
    const an_sym *mult;
    const an_sym *base; /* byte without its constant */
    int64_t at;         /* the constant */
} touch;

typedef struct mem {
    an_rec *r;
    an_symtab *S;
    total sum[N_TOTALS];
    touch *t;
    size_t n;
} mem;

static const an_sym *num(mem *m, int64_t v) {
    return an_const(m->S, v);
}

static const an_sym *clamp(mem *m, const an_sym *v, int64_t lo, int64_t hi) {
    return an_min(m->S, an_max(m->S, v, num(m, lo)), num(m, hi));
}

/* Adds mult * n; `rough` stands for n where formulas get too long. */
static void add(mem *m, sums s, const an_sym *mult, const an_sym *n, int64_t rough) {
    total *t = &m->sum[s];
    const an_sym *simple = an_scale(m->S, mult, rough);
    t->exact = an_add(m->S, t->exact, n ? an_mul(m->S, mult, n) : simple);
    t->rough = an_add(m->S, t->rough, simple);
    if (t->exact && an_size(t->exact) > AN_TEXT_MAX) t->exact = NULL;
}

static void add_const(mem *m, sums s, const an_sym *mult, int64_t n) {
    add(m, s, mult, num(m, n), n);
}

static const an_sym *value(const total *t) {
    return t->exact ? t->exact : t->rough;
}

/* ---- one access ------------------------------------------------------------------------------ */

/* Bytes of one step, never negative. */
static const an_sym *step_of(mem *m, const an_move *v) {
    if (!v->d) return NULL;
    const an_sym *minus = an_scale(m->S, v->d, -1);
    const an_sym *far = an_floor_of(m->S, v->d) >= 0  ? v->d
                        : an_ceil_of(m->S, v->d) <= 0 ? minus
                                                      : an_max(m->S, v->d, minus);
    return an_div(m->S, far, num(m, AN_WARP));
}

static const an_sym *without_constant(mem *m, const an_sym *byte, int64_t *at) {
    *at = 0;
    for (int i = 0; i < byte->n; i++)
        if (byte->t[i].n == 0) *at = byte->t[i].c;
    return an_sub(m->S, byte, num(m, *at));
}

static touch touch_of(mem *m, const an_access *a) {
    an_walk *w = m->r->w;
    touch t = {.a = a, .mult = a->mult ? a->mult : num(m, 1)};
    t.lane = an_lane_move(w, a->byte);
    t.lane_step = step_of(m, &t.lane);
    if (a->loop) t.loop = an_loop_move(w, a->byte, a->loop);
    t.base = without_constant(m, a->byte, &t.at);
    return t;
}

/* Sectors of 32 bytes that a warp touches when each work-item reads `width` bytes. */
static const an_sym *sectors(mem *m, const an_sym *step, int64_t width) {
    int64_t each = (width + SECTOR - 1) / SECTOR;
    return step ? clamp(m, step, each, AN_WARP * each) : num(m, AN_WARP * each);
}

/* A guess where no formula is wanted. */
static int64_t rough_of(const an_sym *v, int64_t otherwise) {
    int64_t c;
    return an_is_const(v, &c) ? c : otherwise;
}

/* 1 where neighbours are a sector or more apart, else 0: a formula where arguments decide. */
static const an_sym *apart(mem *m, const touch *t) {
    if (!t->lane_step) return num(m, 1);
    return an_min(m->S, num(m, 1), an_div(m->S, t->lane_step, num(m, SECTOR)));
}

/* Long strides that arguments decide may be short: their shares are formulas. */
static void add_by_step(mem *m, const touch *t, sums first) {
    int64_t c, size = t->a->size;
    if (an_is_const(t->lane_step, &c)) {
        class is = c <= size ? CONTIGUOUS : c < SECTOR ? SHORT : LONG;
        add_const(m, first + is, t->mult, size);
        return;
    }
    const an_sym *far = apart(m, t);
    const an_sym *near = an_sub(m->S, num(m, 1), far);
    add(m, first + LONG, t->mult, an_scale(m->S, far, size), size);
    add(m, first + SHORT, t->mult, an_scale(m->S, near, size), 0);
}

/* A loaded index, or one that jumps. */
static bool is_random(const touch *t) {
    int64_t c;
    bool far = t->lane_step && (!an_is_const(t->lane_step, &c) || c >= SECTOR);
    return t->lane.loaded || (t->lane.scattered && far);
}

static void add_class(mem *m, const touch *t, sums first) {
    if (!an_moves(&t->lane))
        add_const(m, first + UNIFORM, t->mult, t->a->size);
    else if (is_random(t))
        add_const(m, first + RANDOM, t->mult, t->a->size);
    else if (!t->lane_step)
        add_const(m, first + UNKNOWN, t->mult, t->a->size);
    else
        add_by_step(m, t, first);
}

/* How often the address was loaded itself, or computed from what was. */
static int indirection(const an_sym *a, int depth) {
    int most = 0;
    if (!a || depth > 8 || !(a->deps & AN_DEP_LOAD)) return 0;
    for (int i = 0; i < a->n; i++)
        for (int k = 0; k < a->t[i].n; k++) {
            const an_atom *x = a->t[i].f[k];
            bool load = x->kind == AN_A_LOAD || (x->kind == AN_A_UNKNOWN && x->from);
            int p = indirection(x->p, depth + 1), q = indirection(x->q, depth + 1);
            int n = load + (p > q ? p : q);
            if (n > most) most = n;
        }
    return most;
}

/* Each iteration finds the address of the next one in memory, or by what it found there. */
static bool chained(const touch *t) {
    const an_access *a = t->a;
    for (int i = 0; a->loop && i < a->byte->n; i++)
        for (int k = 0; k < a->byte->t[i].n; k++) {
            const an_atom *x = a->byte->t[i].f[k];
            if (x->kind == AN_A_UNKNOWN && x->serial >= a->loop->first_atom &&
                x->deps & AN_DEP_LOAD)
                return true;
        }
    return false;
}

static void add_loop(mem *m, const touch *t) {
    int64_t c, size = t->a->size;
    if (!t->a->loop) return;
    if (!an_moves(&t->loop)) {
        add_const(m, LOAD_INVARIANT, t->mult, 1);
        return;
    }
    const an_sym *step = step_of(m, &t->loop);
    bool near = an_is_const(step, &c) && c <= SECTOR && !t->loop.loaded;
    add_const(m, near ? LOAD_LOOP_SHORT : LOAD_LOOP_LONG, t->mult, size);
    if (near) add(m, LOAD_OWN_ROWS, t->mult, an_scale(m->S, apart(m, t), size), size);
}

static void add_load(mem *m, const touch *t) {
    int depth = indirection(t->a->byte, 0);
    const an_sym *n = sectors(m, t->lane_step, t->a->size);
    add_class(m, t, LOAD_UNIFORM);
    add_const(m, LOADS, t->mult, 1);
    add(m, LOAD_SECTORS, t->mult, n, rough_of(n, AN_WARP));
    add_loop(m, t);
    if (depth > 0) add_const(m, LOAD_INDIRECT, t->mult, 1);
    if (depth > 1) add_const(m, LOAD_INDIRECT_TWICE, t->mult, 1);
    if (chained(t)) add_const(m, LOAD_CHAINED, t->mult, 1);
    if (t->a->size < BANK_BYTES) add_const(m, LOAD_NARROW, t->mult, 1);
    if (t->a->size >= 16) add_const(m, LOAD_WIDE, t->mult, 1);
}

static void add_store(mem *m, const touch *t) {
    const an_sym *n = sectors(m, t->lane_step, t->a->size);
    add_class(m, t, STORE_UNIFORM);
    add_const(m, STORES, t->mult, 1);
    add(m, STORE_SECTORS, t->mult, n, rough_of(n, AN_WARP));
    if (t->a->size < BANK_BYTES) add_const(m, STORE_NARROW, t->mult, 1);
    if (t->a->size >= 16) add_const(m, STORE_WIDE, t->mult, 1);
}

static void add_atomic(mem *m, const touch *t) {
    const an_sym *n = sectors(m, t->lane_step, t->a->size);
    add(m, ATOMIC_SECTORS, t->mult, n, rough_of(n, AN_WARP));
    if (!an_moves(&t->lane)) add_const(m, ATOMIC_SAME, t->mult, 1);
}

/* How often a warp must go to local memory for one access: addresses of one bank wait for each
 * other. Random ones meet about four deep. */
static const an_sym *bank_waves(mem *m, const touch *t) {
    int64_t least = (t->a->size + BANK_BYTES - 1) / BANK_BYTES;
    if (!an_moves(&t->lane)) return num(m, least);
    if (t->lane.scattered) return num(m, 4 * least);
    const an_sym *words = an_div(m->S, t->lane_step, num(m, BANK_BYTES));
    const an_sym *low = an_bits(m->S, AN_A_AND, words, an_scale(m->S, words, -1));
    int64_t c;
    if (an_is_const(words, &c)) low = num(m, c & -c);
    return clamp(m, low, least, BANKS > least ? BANKS : least);
}

static void add_local(mem *m, const touch *t) {
    const an_sym *n = bank_waves(m, t);
    add_const(m, LOCAL_ACCESSES, t->mult, 1);
    add(m, LOCAL_WAVES, t->mult, n, rough_of(n, 4));
    if (t->a->kind != AN_ATOMIC) return;
    add_const(m, ATOMIC_LOCAL, t->mult, 1);
    if (!an_moves(&t->lane)) add_const(m, ATOMIC_LOCAL_SAME, t->mult, 1);
}

/* Constant memory serves one address at a time. */
static void add_constant(mem *m, const touch *t) {
    if (!an_moves(&t->lane)) {
        add_const(m, CONSTANT_UNIFORM, t->mult, 1);
        add_const(m, CONSTANT_WAVES, t->mult, 1);
        return;
    }
    const an_sym *far = t->lane.d ? an_div(m->S, step_of(m, &t->lane), num(m, 1)) : NULL;
    const an_sym *n =
        far ? clamp(m, an_div(m->S, an_scale(m->S, far, AN_WARP), num(m, t->a->size)), 1, AN_WARP)
            : num(m, AN_WARP);
    add(m, CONSTANT_WAVES, t->mult, n, rough_of(n, AN_WARP));
}

enum { UNROLLED = 32 }; /* loops of so few iterations leave constant indices, mostly */

static void find_dynamic(void *ctx, const an_atom *x) {
    int64_t c;
    bool *dynamic = ctx;
    if (x->kind == AN_A_TRIP && an_is_const(x->hi, &c) && c < UNROLLED) return;
    if (x->deps & (AN_DEP_VARYING | AN_DEP_ARG) && (!x->p || x->kind == AN_A_LOAD)) *dynamic = true;
}

/* What is indexed by something that no compiler knows cannot be kept in registers. */
static void add_private(mem *m, const touch *t) {
    bool dynamic = false;
    an_each_atom(m->S, t->a->byte, find_dynamic, &dynamic);
    if (dynamic) add_const(m, PRIVATE_INDEXED, t->mult, t->a->size);
}

static void add_touch(mem *m, const touch *t) {
    switch (t->a->obj->space) {
    case AN_GLOBAL:
        if (t->a->kind == AN_LOAD)
            add_load(m, t);
        else if (t->a->kind == AN_STORE)
            add_store(m, t);
        else
            add_atomic(m, t);
        break;
    case AN_LOCAL:
        add_local(m, t);
        break;
    case AN_CONSTANT:
        add_constant(m, t);
        break;
    default:
        add_private(m, t);
    }
}

/* ---- what caches leave ----------------------------------------------------------------------- */

static int by_place(const void *x, const void *y) {
    const touch *a = x, *b = y;
    if (a->a->arg != b->a->arg) return a->a->arg < b->a->arg ? -1 : 1;
    bool sa = a->a->kind != AN_LOAD, sb = b->a->kind != AN_LOAD;
    if (sa != sb) return sa ? 1 : -1;
    int la = a->a->loop ? a->a->loop->id : -1, lb = b->a->loop ? b->a->loop->id : -1;
    if (la != lb) return la < lb ? -1 : 1;
    if (a->base->hash != b->base->hash) return a->base->hash < b->base->hash ? -1 : 1;
    return (a->at > b->at) - (a->at < b->at);
}

static bool same_place(const touch *a, const touch *b) {
    return a->a->arg == b->a->arg && (a->a->kind == AN_LOAD) == (b->a->kind == AN_LOAD) &&
           a->a->loop == b->a->loop && a->base == b->base;
}

/* Bytes that a warp fetches for `width` bytes of each work-item: neighbours in memory come with
 * them, those of the next iteration too; the same address in all iterations is fetched once. */
static void add_traffic(mem *m, const touch *t, int64_t width) {
    sums s = t->a->kind == AN_LOAD ? LOAD_TRAFFIC : STORE_TRAFFIC;
    const an_sym *n = sectors(m, t->lane_step, width), *mult = t->mult, *each = num(m, SECTOR);
    if (t->a->loop && !an_moves(&t->loop)) {
        if (t->a->loop->enters) mult = t->a->loop->enters;
    } else if (t->a->loop && !t->loop.loaded) {
        const an_sym *step = step_of(m, &t->loop);
        if (step) each = clamp(m, step, 1, SECTOR);
    }
    add(m, s, mult, an_mul(m->S, n, each), rough_of(n, AN_WARP) * rough_of(each, SECTOR));
}

static void add_all_traffic(mem *m) {
    qsort(m->t, m->n, sizeof *m->t, by_place);
    for (size_t i = 0, next; i < m->n; i = next) {
        const touch *t = &m->t[i];
        int64_t end = t->at + t->a->size;
        for (next = i + 1; next < m->n && same_place(t, &m->t[next]); next++) {
            const touch *u = &m->t[next];
            if (u->at > end + SECTOR) break;
            if (u->at + u->a->size > end) end = u->at + u->a->size;
        }
        if (t->a->obj->space == AN_GLOBAL) add_traffic(m, t, end - t->at);
    }
}

/* ---- totals of the launch -------------------------------------------------------------------- */

static void feature(mem *m, const char *name, const an_sym *v) {
    an_feature(m->r, name, v);
}

static const an_sym *of_launch(mem *m, const an_sym *each) {
    return an_mul(m->S, each, an_base(m->S, AN_A_GSZ));
}

static const an_sym *of_warps(mem *m, sums s) {
    return an_div(m->S, of_launch(m, value(&m->sum[s])), num(m, AN_WARP));
}

static const an_sym *bytes_of(mem *m, int arg) {
    const an_sym *n = m->r->w->args[arg].extent;
    return n ? an_scale(m->S, n, m->r->k->args[arg].elem_bytes) : NULL;
}

static const an_sym *larger(mem *m, const an_sym *a, const an_sym *b) {
    return b ? an_max(m->S, a, b) : a;
}

/* The buffers: what is read and written of them, and where random accesses go. */
static void add_targets(mem *m) {
    const an_sym *read = num(m, 0), *written = num(m, 0), *most[3] = {read, read, read};
    an_walk *w = m->r->w;
    for (int i = 0; i < w->n_args; i++) {
        const an_type *t = w->ir->kernel->params[i]->type;
        if (t->cls != AN_T_PTR || t->space != AN_GLOBAL) continue;
        const an_sym *n = bytes_of(m, i);
        if (w->args[i].loaded) read = an_add(m->S, read, n);
        if (w->args[i].stored) written = an_add(m->S, written, n);
    }
    for (size_t i = 0; i < m->n; i++) {
        const touch *t = &m->t[i];
        if (t->a->obj->space != AN_GLOBAL) continue;
        const an_sym **best = &most[t->a->kind];
        if (t->a->kind == AN_ATOMIC || is_random(t) || !t->lane_step)
            *best = larger(m, *best, bytes_of(m, t->a->arg));
    }
    feature(m, "read_footprint", read);
    feature(m, "write_footprint", written);
    feature(m, "random_load_target", most[AN_LOAD]);
    feature(m, "random_store_target", most[AN_STORE]);
    feature(m, "atomic_target", most[AN_ATOMIC]);
    feature(
        m, "load_reuse",
        an_div(m->S, of_launch(m, m->r->w->feat[AN_F_LOAD_GLOBAL]), an_max(m->S, read, num(m, 1))));
}

/* Atomic operations of a launch for each address that they may go to; in local memory, of a
 * group. */
static void add_contention(mem *m) {
    const an_sym *global = num(m, 0), *local = global;
    for (size_t i = 0; i < m->n; i++) {
        const touch *t = &m->t[i];
        if (t->a->kind != AN_ATOMIC) continue;
        bool of_group = t->a->obj->space == AN_LOCAL;
        const an_sym *room = an_add(m->S, an_sub(m->S, t->a->hi, t->a->lo), num(m, t->a->size));
        const an_sym *targets =
            an_max(m->S, an_div(m->S, room, num(m, t->a->size > 0 ? t->a->size : 1)), num(m, 1));
        const an_sym *n = an_mul(m->S, t->mult, an_base(m->S, of_group ? AN_A_LSZ : AN_A_GSZ));
        const an_sym **sum = of_group ? &local : &global;
        *sum = larger(m, *sum, an_div(m->S, n, targets));
    }
    feature(m, "atomic_contention", global);
    feature(m, "atomic_local_contention", local);
}

static void add_launch(mem *m) {
    an_walk *w = m->r->w;
    feature(m, "total_load_bytes", of_launch(m, w->feat[AN_F_LOAD_GLOBAL]));
    feature(m, "total_store_bytes", of_launch(m, w->feat[AN_F_STORE_GLOBAL]));
    feature(m, "total_load_sectors", of_warps(m, LOAD_SECTORS));
    feature(m, "total_store_sectors", of_warps(m, STORE_SECTORS));
    feature(m, "total_load_traffic", of_warps(m, LOAD_TRAFFIC));
    feature(m, "total_store_traffic", of_warps(m, STORE_TRAFFIC));
    feature(m, "total_local_waves", of_warps(m, LOCAL_WAVES));
    feature(m, "total_atomics", of_launch(m, w->feat[AN_F_ATOMIC]));
}

void an_memory_features(an_rec *r) {
    an_walk *w = r->w;
    mem m = {.r = r, .S = w->S};
    for (int i = 0; i < N_TOTALS; i++) m.sum[i].exact = m.sum[i].rough = an_const(w->S, 0);
    m.t = an_arena_alloc(w->arena, (w->n_acc + w->n_own + 1) * sizeof *m.t);
    for (size_t i = 0; i < w->n_acc; i++) m.t[m.n++] = touch_of(&m, &w->acc[i]);
    for (size_t i = 0; i < w->n_own; i++) m.t[m.n++] = touch_of(&m, &w->own[i]);
    for (size_t i = 0; i < m.n; i++) add_touch(&m, &m.t[i]);
    add_all_traffic(&m);
    for (int i = 0; i < N_TOTALS; i++)
        if (!an_feature(r, names[i], m.sum[i].exact)) an_feature(r, names[i], m.sum[i].rough);
    add_targets(&m);
    add_contention(&m);
    add_launch(&m);
}
