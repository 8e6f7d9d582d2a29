/* Purpose: features that say what a kernel does, from the regions of its walk. In: the last walk.
 * Out: names and formulas in db_kernel. A formula is a sum over regions: trips stand before what
 * they repeat, work-items before what they do. Memory is features.c's. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/features_int.h"
#include "analyze/symtext.h"
#include "common/text.h"

enum { MAX_TEXT = 6000, WARP = 32, UNIT = 256 };

/* ---- what is summed -------------------------------------------------------------------------- */

/* Rough costs of one operation of a lane, in single-precision additions. */
static const int weight_of[AN_W_N_OPS] = {
    [AN_W_FADD] = 1,          [AN_W_FMUL] = 1,       [AN_W_FMA] = 1,          [AN_W_FCMP] = 1,
    [AN_W_FDIV] = 9,          [AN_W_SQRT] = 8,       [AN_W_HALF] = 1,         [AN_W_DOUBLE] = 2,
    [AN_W_DDIV] = 30,         [AN_W_DSPECIAL] = 100, [AN_W_IADD] = 1,         [AN_W_IMUL] = 2,
    [AN_W_IDIV] = 20,         [AN_W_IDIV_CONST] = 4, [AN_W_LONG] = 2,         [AN_W_LMUL] = 6,
    [AN_W_LDIV] = 70,         [AN_W_CONVERT] = 4,    [AN_W_SPECIAL_FAST] = 4, [AN_W_SPECIAL] = 12,
    [AN_W_SPECIAL_SLOW] = 40,
};

typedef enum { BY_ITEM, BY_ITEMS, BY_LANES } per;
typedef enum { ALL, SURE, UNSURE } which; /* not under data's conditions; only under them */

typedef struct query {
    int64_t weight[AN_N_WORKS];
    per per;
    which which;
    bool most;           /* upper bounds of trips, not what is likely */
    bool chance;         /* shares of what data allow; the sum is in units of 1 / UNIT */
    const an_sym *items; /* only regions of so many work-items; NULL: all */
} query;

/* A constant and a text to be added to it. */
typedef struct sum {
    int64_t c;
    lp_text t;
    bool bad;
} sum;

static int64_t own_of(const query *q, const an_region *r, bool unsure, double p) {
    int64_t n = 0;
    if ((q->which == SURE && unsure) || (q->which == UNSURE && !unsure)) return 0;
    if (q->items && q->items != r->active.items) return 0;
    for (int c = 0; c < AN_N_WORKS; c++) n += q->weight[c] * r->n[c];
    return q->chance ? llround((double)n * p * UNIT) : n;
}

static void put(an_rec *x, lp_text *t, const an_sym *a) {
    bool one = a->n == 1 && (a->t[0].n == 0 || (a->t[0].n == 1 && a->t[0].c == 1));
    if (!one) lp_text_addc(t, '(');
    an_sym_text(t, a, x->names);
    if (!one) lp_text_addc(t, ')');
}

/* factor * inner is added to *out. */
static void add_product(an_rec *x, sum *out, const an_sym *factor, sum *inner) {
    int64_t k;
    bool constant = factor && an_is_const(factor, &k);
    out->bad |= inner->bad;
    if (!inner->t.len && (!inner->c || (constant && k == 0))) return;
    if (!factor || !an_uniform(factor) || an_size(factor) > AN_TEXT_MAX || inner->c < 0) {
        out->bad = true;
    } else if (constant && !inner->t.len) {
        out->c += k * inner->c;
    } else {
        if (out->t.len) lp_text_add(&out->t, " + ");
        put(x, &out->t, factor);
        if (!inner->t.len)
            lp_text_addf(&out->t, " * %lld", (long long)inner->c);
        else if (inner->c)
            lp_text_addf(&out->t, " * (%lld + %s)", (long long)inner->c, inner->t.s);
        else
            lp_text_addf(&out->t, " * (%s)", inner->t.s);
    }
    out->bad |= out->t.len > MAX_TEXT;
}

/* A warp takes a side when one of its work-items does. */
static double chance_of(const query *q, const an_region *r) {
    return q->per == BY_LANES ? 1 - pow(1 - r->p, WARP) : r->p;
}

/* Trips until data end the loop: of a work-item, or of the last one of a warp. */
static const an_sym *trips_of(const an_rec *x, const query *q, const an_region *r) {
    static const double last_of_warp = 4.06; /* 1 + 1/2 + ... + 1/32 */
    if (q->most) return r->trips;
    if (!q->chance || !r->exit || !r->expect || r->stay > 0.9999) return r->expect;
    double n = 1 / (1 - r->stay);
    if (q->per == BY_LANES && r->stay > 0) n = fmax(n, last_of_warp / -log(r->stay));
    return an_min(x->S, r->expect, an_const(x->S, llround(n)));
}

static void sum_region(an_rec *x, const query *q, const an_region *r, bool unsure, double p,
                       sum *out) {
    out->c += own_of(q, r, unsure, p);
    for (const an_region *c = r->child; c && !out->bad; c = c->next) {
        bool now = unsure || c->data || c->exit;
        if (c->kind != AN_R_LOOP) {
            sum_region(x, q, c, now, p * chance_of(q, c), out);
            continue;
        }
        sum inner = {0};
        sum_region(x, q, c, now, p, &inner);
        add_product(x, out, trips_of(x, q, c), &inner);
        lp_text_free(&inner.t);
    }
}

/* ---- who does it ----------------------------------------------------------------------------- */

static const an_sym *lanes_of(an_rec *x, const an_active *a) {
    an_symtab *S = x->S;
    const an_sym *up = an_add(S, a->each, an_const(S, WARP - 1));
    const an_sym *warps = an_div(S, up, an_const(S, WARP));
    return an_scale(S, an_mul(S, a->groups, warps), WARP);
}

/* Each number of work-items once. */
typedef struct crowd {
    const an_active *v[16];
    int n;
} crowd;

static void find_crowds(crowd *k, const an_region *r) {
    bool known = false;
    for (int i = 0; i < k->n; i++) known |= k->v[i]->items == r->active.items;
    if (!known && k->n < 16) k->v[k->n++] = &r->active;
    for (const an_region *c = r->child; c; c = c->next) find_crowds(k, c);
}

static void sum_all(an_rec *x, query *q, sum *out) {
    crowd k = {0};
    if (q->per == BY_ITEM) {
        sum_region(x, q, x->w->work, false, 1, out);
        return;
    }
    find_crowds(&k, x->w->work);
    for (int i = 0; i < k.n; i++) {
        sum inner = {0};
        q->items = k.v[i]->items;
        sum_region(x, q, x->w->work, false, 1, &inner);
        add_product(x, out, q->per == BY_ITEMS ? q->items : lanes_of(x, k.v[i]), &inner);
        lp_text_free(&inner.t);
    }
}

/* ---- formulas -------------------------------------------------------------------------------- */

static void divide(lp_text *t, int by) {
    lp_text q = {0};
    lp_text_addf(&q, "(%s + %d) / %d", t->s, by - 1, by);
    lp_text_free(t);
    *t = q;
}

static void add_sum(an_rec *x, const char *name, query *q) {
    sum s = {0};
    sum_all(x, q, &s);
    if (!s.bad) {
        db_kernel *k = x->k;
        if (s.c || !s.t.len) lp_text_addf(&s.t, "%s%lld", s.t.len ? " + " : "", (long long)s.c);
        if (q->chance) divide(&s.t, UNIT);
        k->features = lp_grow(k->features, &x->cap, (size_t)k->n_features + 1, sizeof *k->features);
        k->features[k->n_features++] =
            (db_feature){.name = lp_strdup(name), .formula = lp_text_take(&s.t)};
    }
    lp_text_free(&s.t);
}

/* ---- the table ------------------------------------------------------------------------------- */

/* Of one work-item, a class each. */
static const char *const class_names[AN_N_WORKS] = {
    [AN_W_FADD] = "f32_add",
    [AN_W_FMUL] = "f32_mul",
    [AN_W_FMA] = "f32_fma",
    [AN_W_FCMP] = "f32_compare",
    [AN_W_FDIV] = "f32_div",
    [AN_W_SQRT] = "f32_sqrt",
    [AN_W_HALF] = "f16_ops",
    [AN_W_DOUBLE] = "f64_ops",
    [AN_W_DDIV] = "f64_div",
    [AN_W_DSPECIAL] = "f64_special",
    [AN_W_IADD] = "int_add",
    [AN_W_IMUL] = "int_mul",
    [AN_W_IDIV] = "int_div",
    [AN_W_IDIV_CONST] = "int_div_const",
    [AN_W_LONG] = "long_ops",
    [AN_W_LMUL] = "long_mul",
    [AN_W_LDIV] = "long_div",
    [AN_W_CONVERT] = "conversions",
    [AN_W_SPECIAL_FAST] = "special_fast",
    [AN_W_SPECIAL] = "special_medium",
    [AN_W_SPECIAL_SLOW] = "special_slow",
    [AN_W_BRANCH_ALIKE] = "branches_uniform",
    [AN_W_BRANCH_APART] = "branches_divergent",
    [AN_W_BRANCH_DATA] = "branches_data",
    [AN_W_SWITCH] = "switches",
    [AN_W_CALL] = "calls",
    [AN_W_ENTRY] = "loop_entries",
    [AN_W_TRIP] = "trips",
    [AN_W_TRIP_INNER] = "trips_inner",
    [AN_W_TRIP_EXIT] = "trips_exit",
    [AN_W_TRIP_DATA] = "trips_data",
    [AN_W_TRIP_APART] = "trips_divergent",
    [AN_W_TRIP_HALVE] = "trips_halving",
    [AN_W_TRIP_GRID] = "trips_grid",
    [AN_W_ATOMIC_GLOBAL] = "atomics_global",
    [AN_W_ATOMIC_LOCAL] = "atomics_local",
    [AN_W_ATOMIC_USED] = "atomics_used",
    [AN_W_ATOMIC_CAS] = "atomics_cas",
    [AN_W_GATHER] = "loads_gather",
    [AN_W_CHASE] = "loads_chase",
    [AN_W_STATEMENT] = "statements",
};

/* Sums over several classes: weighted operations, or the classes listed. */
static const struct {
    const char *name;
    per per;
    which which;
    bool most, chance, ops;
    struct {
        an_work c;
        int weight;
    } of[6];
} sums[] = {
    {"ops", BY_ITEM, ALL, false, false, true, {{0}}},
    {"ops_most", BY_ITEM, ALL, true, false, true, {{0}}},
    {"ops_sure", BY_ITEM, SURE, false, false, true, {{0}}},
    {"ops_cond", BY_ITEM, UNSURE, false, false, true, {{0}}},
    {"bytes_sure", BY_ITEM, SURE, false, false, false, {{AN_W_BYTES, 1}}},
    {"bytes_cond", BY_ITEM, UNSURE, false, false, false, {{AN_W_BYTES, 1}}},
    {"trips_sure", BY_ITEM, SURE, false, false, false, {{AN_W_TRIP, 1}}},
    {"latency",
     BY_ITEM,
     ALL,
     false,
     false,
     true,
     {{AN_W_LOAD, 50},
      {AN_W_GATHER, 300},
      {AN_W_CHASE, 600},
      {AN_W_BARRIER, 40},
      {AN_W_ATOMIC_LOCAL, 60},
      {AN_W_ATOMIC_USED, 600}}},
    {"total_ops", BY_ITEMS, ALL, false, false, true, {{0}}},
    {"total_ops_sure", BY_ITEMS, SURE, false, false, true, {{0}}},
    {"total_ops_lanes", BY_LANES, ALL, false, false, true, {{0}}},
    {"total_bytes", BY_ITEMS, ALL, false, false, false, {{AN_W_BYTES, 1}}},
    {"total_bytes_sure", BY_ITEMS, SURE, false, false, false, {{AN_W_BYTES, 1}}},
    {"total_loads_dependent",
     BY_ITEMS,
     ALL,
     false,
     false,
     false,
     {{AN_W_GATHER, 1}, {AN_W_CHASE, 1}}},
    {"total_atomics_global", BY_ITEMS, ALL, false, false, false, {{AN_W_ATOMIC_GLOBAL, 1}}},
    {"total_barriers", BY_ITEMS, ALL, false, false, false, {{AN_W_BARRIER, 1}}},
    {"likely_trips", BY_ITEM, ALL, false, true, false, {{AN_W_TRIP, 1}}},
    {"likely_bytes", BY_ITEM, ALL, false, true, false, {{AN_W_BYTES, 1}}},
    {"total_likely_ops", BY_ITEMS, ALL, false, true, true, {{0}}},
    {"total_likely_lanes", BY_LANES, ALL, false, true, true, {{0}}},
    {"total_likely_bytes", BY_ITEMS, ALL, false, true, false, {{AN_W_BYTES, 1}}},
    {"total_likely_atomics", BY_ITEMS, ALL, false, true, false, {{AN_W_ATOMIC_GLOBAL, 1}}},
    {"total_likely_dependent",
     BY_ITEMS,
     ALL,
     false,
     true,
     false,
     {{AN_W_GATHER, 1}, {AN_W_CHASE, 1}}},
    {"total_trips", BY_ITEMS, ALL, false, false, false, {{AN_W_TRIP, 1}}},
};

static void add_sums(an_rec *x) {
    for (int c = 0; c < AN_N_WORKS; c++) {
        query q = {0};
        q.weight[c] = 1;
        if (class_names[c]) add_sum(x, class_names[c], &q);
    }
    for (size_t i = 0; i < sizeof sums / sizeof *sums; i++) {
        query q = {.per = sums[i].per,
                   .which = sums[i].which,
                   .most = sums[i].most,
                   .chance = sums[i].chance};
        for (int c = 0; c < AN_W_N_OPS && sums[i].ops; c++) q.weight[c] = weight_of[c];
        for (int j = 0; j < 6; j++)
            if (sums[i].of[j].weight) q.weight[sums[i].of[j].c] = sums[i].of[j].weight;
        add_sum(x, sums[i].name, &q);
    }
}

/* ---- single values --------------------------------------------------------------------------- */

static bool touches(const an_region *r) {
    if (r->n[AN_W_BYTES]) return true;
    for (const an_region *c = r->child; c; c = c->next)
        if (touches(c)) return true;
    return false;
}

/* The smallest region around all accesses to global memory. */
static const an_region *where_memory_is_used(const an_region *r) {
    const an_region *only = NULL;
    for (const an_region *c = r->child; c && !r->n[AN_W_BYTES]; c = c->next) {
        if (!touches(c)) continue;
        if (only) return r;
        only = c;
    }
    return only ? where_memory_is_used(only) : r;
}

typedef struct shape {
    int depth, loops, branches;
    const an_sym *longest; /* trips of one loop */
    int64_t ops;           /* in the text */
} shape;

static void look(an_rec *x, const an_region *r, int depth, shape *s) {
    s->depth = depth > s->depth ? depth : s->depth;
    for (int c = 0; c < AN_W_N_OPS; c++) s->ops += r->n[c];
    s->ops += r->n[AN_W_LOAD] + r->n[AN_W_STATEMENT];
    s->branches += r->kind == AN_R_SIDE;
    for (const an_region *c = r->child; c; c = c->next) {
        bool loop = c->kind == AN_R_LOOP && c->n[AN_W_TRIP];
        if (loop) s->loops++;
        if (loop && c->expect) {
            const an_sym *m = an_max(x->S, s->longest, c->expect);
            if (m && an_size(m) < AN_TEXT_MAX) s->longest = m;
        }
        look(x, c, depth + loop, s);
    }
}

static int64_t variables_in(const an_walk *w, bool arrays) {
    int64_t n = 0;
    for (size_t i = 0; i < w->ir->n_decls; i++) {
        const an_decl *d = w->ir->decls[i];
        bool array = d->type && d->type->cls == AN_T_ARRAY;
        bool own = (d->kind == AN_D_VAR || (d->kind == AN_D_PARAM && !array)) && !an_in_local(d) &&
                   !d->part_of && d->type && d->type->size > 0;
        if (own && array == arrays) n += d->type->size;
    }
    return n;
}

static void add_values(an_rec *x) {
    an_symtab *S = x->S;
    shape s = {.longest = an_const(S, 0)};
    const an_region *used = where_memory_is_used(x->w->work);
    look(x, x->w->work, 0, &s);
    an_feature(x, "active_items", used->active.items);
    an_feature(x, "active_lanes", lanes_of(x, &used->active));
    an_feature(x, "active_groups", used->active.groups);
    an_feature(x, "trips_longest", s.longest);
    an_feature(x, "loop_depth", an_const(S, s.depth));
    an_feature(x, "loops", an_const(S, s.loops));
    an_feature(x, "branch_sides", an_const(S, s.branches));
    an_feature(x, "code_size", an_const(S, s.ops));
    an_feature(x, "scalar_bytes", an_const(S, variables_in(x->w, false)));
    an_feature(x, "private_array_bytes", an_const(S, variables_in(x->w, true)));
}

void an_work_features(an_rec *x) {
    add_sums(x);
    add_values(x);
}
