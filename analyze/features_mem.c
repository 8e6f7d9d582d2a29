/* Purpose: features of how a kernel reaches memory. In: the accesses of the last walk. Out: named
 * formulas in the record. Estimates for cost models: classes by how the 32 work-items of a warp
 * lie to each other, sectors of 32 bytes. Does not count operations: features_work.c does. */
#include <stdlib.h>

#include "analyze/features_mem.h"
#include "analyze/symtext.h"

enum { BANKS = 32, BANK_BYTES = 4 };

/* A sum over accesses. Where it outgrows a formula, the one of simpler terms stands for it. */
typedef struct total {
    const an_sym *exact, *rough;
} total;

/* Of a work-item, and of all that get there. */
typedef struct count {
    total each, all;
} count;

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
    LOAD_BYTES,
    STORE_BYTES,
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

typedef struct mem {
    an_rec *r;
    an_symtab *S;
    count sum[N_TOTALS];
    an_touch *t;
    size_t n;
} mem;

static const an_sym *num(mem *m, int64_t v) {
    return an_const(m->S, v);
}

static const an_sym *clamp(mem *m, const an_sym *v, int64_t lo, int64_t hi) {
    return an_min(m->S, an_max(m->S, v, num(m, lo)), num(m, hi));
}

static void sum_up(mem *m, total *t, const an_sym *times, const an_sym *n, int64_t rough) {
    const an_sym *simple = an_scale(m->S, times, rough);
    int64_t c;
    bool same = t->exact == t->rough && an_is_const(n, &c) && c == rough;
    t->rough = an_add(m->S, t->rough, simple);
    t->exact = same ? t->rough : an_add(m->S, t->exact, an_mul(m->S, times, n));
    if (t->exact && an_size(t->exact) > AN_TEXT_MAX) t->exact = NULL;
}

/* Those that have a total. */
static bool of_all(sums s) {
    return s == LOAD_BYTES || s == STORE_BYTES || s == LOAD_SECTORS || s == STORE_SECTORS ||
           s == ATOMIC_SECTORS || s == LOAD_TRAFFIC || s == STORE_TRAFFIC || s == LOCAL_WAVES;
}

/* `n` an execution; `rough` stands for it where formulas get too long. */
static void add(mem *m, sums s, const an_touch *t, const an_sym *n, int64_t rough) {
    sum_up(m, &m->sum[s].each, t->mult, n, rough);
    if (of_all(s)) sum_up(m, &m->sum[s].all, t->all, n, rough);
}

static void add_const(mem *m, sums s, const an_touch *t, int64_t n) {
    add(m, s, t, num(m, n), n);
}

static const an_sym *value(const total *t) {
    return t->exact ? t->exact : t->rough;
}

/* ---- one access ------------------------------------------------------------------------------ */

/* Bytes of one step, never negative. */
static const an_sym *step_of(mem *m, const an_move *v) {
    return an_div(m->S, an_move_span(m->r->w, v), num(m, AN_WARP));
}

static const an_sym *without_constant(mem *m, const an_sym *byte, int64_t *at) {
    *at = 0;
    for (int i = 0; i < byte->n; i++)
        if (byte->t[i].n == 0) *at = byte->t[i].c;
    const an_sym *rest = an_sub(m->S, byte, num(m, *at));
    return rest ? rest : byte;
}

/* How often a work-item gets to a place, by what is likely. */
static const an_sym *runs_of(mem *m, const an_region *r) {
    const an_sym *n = num(m, 1);
    for (; r; r = r->up)
        if (r->kind == AN_R_LOOP) n = an_mul(m->S, n, r->expect ? r->expect : r->trips);
    return n && an_uniform(n) ? n : NULL;
}

static const an_region *outside(const an_region *r) {
    while (r && r->kind != AN_R_LOOP) r = r->up;
    return r ? r->up : NULL;
}

static an_touch touch_of(mem *m, const an_access *a) {
    an_walk *w = m->r->w;
    an_touch t = {.a = a, .mult = runs_of(m, a->region), .items = a->region->active.items};
    t.enters = runs_of(m, outside(a->region));
    if (!t.mult) t.mult = a->mult ? a->mult : num(m, 1);
    if (!t.items) t.items = an_base(m->S, AN_A_GSZ);
    t.all = an_mul(m->S, t.mult, t.items);
    t.lane = an_lane_move(w, a->byte);
    t.lane_step = step_of(m, &t.lane);
    if (a->loop) t.loop = an_loop_move(w, a->byte, a->loop);
    t.base = without_constant(m, a->byte, &t.at);
    return t;
}

/* Sectors of 32 bytes that a warp touches when each work-item reads `width` bytes. */
static const an_sym *sectors(mem *m, const an_sym *step, int64_t width) {
    int64_t each = (width + AN_SECTOR - 1) / AN_SECTOR;
    return step ? clamp(m, step, each, AN_WARP * each) : num(m, AN_WARP * each);
}

/* A guess where no formula is wanted. */
static int64_t rough_of(const an_sym *v, int64_t otherwise) {
    int64_t c;
    return an_is_const(v, &c) ? c : otherwise;
}

/* 1 where neighbours are a sector or more apart, else 0: a formula where arguments decide. */
static const an_sym *apart(mem *m, const an_touch *t) {
    if (!t->lane_step) return num(m, 1);
    return an_min(m->S, num(m, 1), an_div(m->S, t->lane_step, num(m, AN_SECTOR)));
}

/* Long strides that arguments decide may be short: their shares are formulas. */
static void add_by_step(mem *m, const an_touch *t, sums first) {
    int64_t c, size = t->a->size;
    if (an_is_const(t->lane_step, &c)) {
        class is = c <= size ? CONTIGUOUS : c < AN_SECTOR ? SHORT : LONG;
        add_const(m, first + is, t, size);
        return;
    }
    const an_sym *far = apart(m, t);
    const an_sym *near = an_sub(m->S, num(m, 1), far);
    add(m, first + LONG, t, an_scale(m->S, far, size), size);
    add(m, first + SHORT, t, an_scale(m->S, near, size), 0);
}

static void add_class(mem *m, const an_touch *t, sums first) {
    if (!an_moves(&t->lane))
        add_const(m, first + UNIFORM, t, t->a->size);
    else if (an_touch_random(t))
        add_const(m, first + RANDOM, t, t->a->size);
    else if (!t->lane_step)
        add_const(m, first + UNKNOWN, t, t->a->size);
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
static bool chained(const an_touch *t) {
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

static void add_loop(mem *m, const an_touch *t) {
    int64_t c, size = t->a->size;
    if (!t->a->loop) return;
    if (!an_moves(&t->loop)) {
        add_const(m, LOAD_INVARIANT, t, 1);
        return;
    }
    const an_sym *step = step_of(m, &t->loop);
    bool near = an_is_const(step, &c) && c <= AN_SECTOR && !t->loop.loaded;
    add_const(m, near ? LOAD_LOOP_SHORT : LOAD_LOOP_LONG, t, size);
    if (near) add(m, LOAD_OWN_ROWS, t, an_scale(m->S, apart(m, t), size), size);
}

static void add_load(mem *m, const an_touch *t) {
    int depth = indirection(t->a->byte, 0);
    const an_sym *n = sectors(m, t->lane_step, t->a->size);
    add_class(m, t, LOAD_UNIFORM);
    add_const(m, LOAD_BYTES, t, t->a->size);
    add_const(m, LOADS, t, 1);
    add(m, LOAD_SECTORS, t, n, rough_of(n, AN_WARP));
    add_loop(m, t);
    if (depth > 0) add_const(m, LOAD_INDIRECT, t, 1);
    if (depth > 1) add_const(m, LOAD_INDIRECT_TWICE, t, 1);
    if (chained(t)) add_const(m, LOAD_CHAINED, t, 1);
    if (t->a->size < BANK_BYTES) add_const(m, LOAD_NARROW, t, 1);
    if (t->a->size >= 16) add_const(m, LOAD_WIDE, t, 1);
}

static void add_store(mem *m, const an_touch *t) {
    const an_sym *n = sectors(m, t->lane_step, t->a->size);
    add_class(m, t, STORE_UNIFORM);
    add_const(m, STORE_BYTES, t, t->a->size);
    add_const(m, STORES, t, 1);
    add(m, STORE_SECTORS, t, n, rough_of(n, AN_WARP));
    if (t->a->size < BANK_BYTES) add_const(m, STORE_NARROW, t, 1);
    if (t->a->size >= 16) add_const(m, STORE_WIDE, t, 1);
}

static void add_atomic(mem *m, const an_touch *t) {
    const an_sym *n = sectors(m, t->lane_step, t->a->size);
    add(m, ATOMIC_SECTORS, t, n, rough_of(n, AN_WARP));
    if (!an_moves(&t->lane)) add_const(m, ATOMIC_SAME, t, 1);
}

/* How often a warp must go to local memory for one access: addresses of one bank wait for each
 * other. Random ones meet about four deep. */
static const an_sym *bank_waves(mem *m, const an_touch *t) {
    int64_t least = (t->a->size + BANK_BYTES - 1) / BANK_BYTES;
    if (!an_moves(&t->lane)) return num(m, least);
    if (t->lane.scattered) return num(m, 4 * least);
    const an_sym *words = an_div(m->S, t->lane_step, num(m, BANK_BYTES));
    const an_sym *low = an_bits(m->S, AN_A_AND, words, an_scale(m->S, words, -1));
    int64_t c;
    if (an_is_const(words, &c)) low = num(m, c & -c);
    return clamp(m, low, least, BANKS > least ? BANKS : least);
}

static void add_local(mem *m, const an_touch *t) {
    const an_sym *n = bank_waves(m, t);
    add_const(m, LOCAL_ACCESSES, t, 1);
    add(m, LOCAL_WAVES, t, n, rough_of(n, 4));
    if (t->a->kind != AN_ATOMIC) return;
    add_const(m, ATOMIC_LOCAL, t, 1);
    if (!an_moves(&t->lane)) add_const(m, ATOMIC_LOCAL_SAME, t, 1);
}

/* Constant memory serves one address at a time. */
static void add_constant(mem *m, const an_touch *t) {
    if (!an_moves(&t->lane)) {
        add_const(m, CONSTANT_UNIFORM, t, 1);
        add_const(m, CONSTANT_WAVES, t, 1);
        return;
    }
    const an_sym *far = t->lane.d ? an_div(m->S, step_of(m, &t->lane), num(m, 1)) : NULL;
    const an_sym *n =
        far ? clamp(m, an_div(m->S, an_scale(m->S, far, AN_WARP), num(m, t->a->size)), 1, AN_WARP)
            : num(m, AN_WARP);
    add(m, CONSTANT_WAVES, t, n, rough_of(n, AN_WARP));
}

enum { UNROLLED = 32 }; /* loops of so few iterations leave constant indices, mostly */

static void find_dynamic(void *ctx, const an_atom *x) {
    int64_t c;
    bool *dynamic = ctx;
    if (x->kind == AN_A_TRIP && an_is_const(x->hi, &c) && c < UNROLLED) return;
    if (x->deps & (AN_DEP_VARYING | AN_DEP_ARG) && (!x->p || x->kind == AN_A_LOAD)) *dynamic = true;
}

/* What is indexed by something that no compiler knows cannot be kept in registers. */
static void add_private(mem *m, const an_touch *t) {
    bool dynamic = false;
    an_each_atom(m->S, t->a->byte, find_dynamic, &dynamic);
    if (dynamic) add_const(m, PRIVATE_INDEXED, t, t->a->size);
}

static void add_touch(mem *m, const an_touch *t) {
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
    const an_touch *a = x, *b = y;
    if (a->a->arg != b->a->arg) return a->a->arg < b->a->arg ? -1 : 1;
    bool sa = a->a->kind != AN_LOAD, sb = b->a->kind != AN_LOAD;
    if (sa != sb) return sa ? 1 : -1;
    int la = a->a->loop ? a->a->loop->id : -1, lb = b->a->loop ? b->a->loop->id : -1;
    if (la != lb) return la < lb ? -1 : 1;
    if (a->base->hash != b->base->hash) return a->base->hash < b->base->hash ? -1 : 1;
    return (a->at > b->at) - (a->at < b->at);
}

static bool same_place(const an_touch *a, const an_touch *b) {
    return a->a->arg == b->a->arg && (a->a->kind == AN_LOAD) == (b->a->kind == AN_LOAD) &&
           a->a->loop == b->a->loop && a->base == b->base;
}

static void run_once(mem *m, an_touch *t) {
    t->mult = t->enters;
    t->all = an_mul(m->S, t->mult, t->items);
}

/* Bytes that a warp fetches for `width` bytes of each work-item: neighbours in memory come with
 * them, those of the next iteration too, but for the first one; the same address in all iterations
 * is fetched once. */
static void add_traffic(mem *m, const an_touch *first, int64_t width) {
    an_touch t = *first;
    sums s = t.a->kind == AN_LOAD ? LOAD_TRAFFIC : STORE_TRAFFIC;
    const an_sym *n = sectors(m, t.lane_step, width), *each = num(m, AN_SECTOR), *step = NULL;
    int64_t rough = rough_of(n, AN_WARP);
    if (t.a->loop && !an_moves(&t.loop)) {
        if (t.enters) run_once(m, &t);
    } else if (t.a->loop && !t.loop.loaded) {
        step = step_of(m, &t.loop);
        if (step) each = clamp(m, step, 1, AN_SECTOR);
    }
    add(m, s, &t, an_mul(m->S, n, each), rough * rough_of(each, AN_SECTOR));
    if (!step || !t.enters) return;
    const an_sym *rest = an_sub(m->S, num(m, AN_SECTOR), each);
    run_once(m, &t);
    add(m, s, &t, an_mul(m->S, n, rest), rough * rough_of(rest, 0));
}

static void add_all_traffic(mem *m) {
    qsort(m->t, m->n, sizeof *m->t, by_place);
    for (size_t i = 0, next; i < m->n; i = next) {
        const an_touch *t = &m->t[i];
        int64_t end = t->at + t->a->size;
        for (next = i + 1; next < m->n && same_place(t, &m->t[next]); next++) {
            const an_touch *u = &m->t[next];
            if (u->at > end + AN_SECTOR) break;
            if (u->at + u->a->size > end) end = u->at + u->a->size;
        }
        if (t->a->obj->space == AN_GLOBAL) add_traffic(m, t, end - t->at);
    }
}

/* ---- totals of the launch -------------------------------------------------------------------- */

static void feature(mem *m, const char *name, const an_sym *v) {
    an_feature(m->r, name, v);
}

static const an_sym *of_launch(mem *m, sums s) {
    const count *c = &m->sum[s];
    const an_sym *all = value(&c->all);
    return all ? all : an_mul(m->S, value(&c->each), an_base(m->S, AN_A_GSZ));
}

static void add_of_warps(mem *m, const char *name, sums s) {
    an_quotient(m->r, name, of_launch(m, s), num(m, AN_WARP));
}

static void add_launch(mem *m) {
    feature(m, "total_load_bytes", of_launch(m, LOAD_BYTES));
    feature(m, "total_store_bytes", of_launch(m, STORE_BYTES));
    add_of_warps(m, "total_load_sectors", LOAD_SECTORS);
    add_of_warps(m, "total_store_sectors", STORE_SECTORS);
    add_of_warps(m, "total_atomic_sectors", ATOMIC_SECTORS);
    add_of_warps(m, "total_load_traffic", LOAD_TRAFFIC);
    add_of_warps(m, "total_store_traffic", STORE_TRAFFIC);
    add_of_warps(m, "total_local_waves", LOCAL_WAVES);
    const an_sym *read = an_max(m->S, an_footprint(m->r, false), num(m, 1));
    an_quotient(m->r, "load_reuse", of_launch(m, LOAD_BYTES), read);
}

void an_memory_features(an_rec *r) {
    an_walk *w = r->w;
    mem m = {.r = r, .S = w->S};
    const an_sym *zero = an_const(w->S, 0);
    const total none = {zero, zero};
    for (int i = 0; i < N_TOTALS; i++) m.sum[i] = (count){none, none};
    m.t = an_arena_alloc(w->arena, (w->n_acc + w->n_own + 1) * sizeof *m.t);
    for (size_t i = 0; i < w->n_acc; i++)
        if (!w->acc[i].dead) m.t[m.n++] = touch_of(&m, &w->acc[i]);
    for (size_t i = 0; i < w->n_own; i++)
        if (!w->own[i].dead) m.t[m.n++] = touch_of(&m, &w->own[i]);
    for (size_t i = 0; i < m.n; i++) add_touch(&m, &m.t[i]);
    add_all_traffic(&m);
    for (int i = 0; i < N_TOTALS; i++)
        if (names[i] && !an_feature(r, names[i], m.sum[i].each.exact))
            an_feature(r, names[i], m.sum[i].each.rough);
    add_launch(&m);
    an_reach_features(r, m.t, m.n);
}
