/* Scalar values by role and domain. Input: a launch, a random stream, an argument. Output: its
 * value as text, and a name for formulas. Does not check what values must satisfy together
 * (fill.c). Distributions, before the domain of the argument narrows them:
 * - bound: around the global size: equal to it, a little less, or log-uniform in
 *   global/4 .. 2*global
 * - modulus: log-uniform 1 .. global
 * - trips: log-uniform 1 .. trips_max
 * - stride, tile: log-uniform, every second a power of two
 * - pitch: log-uniform, every second a multiple of 32
 * - offset: 0 or log-uniform up to offset_max
 * - shift: uniform 0 .. shift_max
 * - seed: uniform, 31 bits
 * - flag: 1 with flag_density
 * - coefficient: floats uniform in coefficient_min .. _max, integers uniform 0 .. int_max
 * - probability: uniform 0 .. 1
 * - unused: 1 */
#include "gen/scalar.h"

#include <stdlib.h>

#define SET_STREAMS ((uint64_t)1 << 48) /* beyond those of samples and probes */

typedef struct range {
    int64_t lo, hi;
} range;

gen_reason gen_eval(const gen_draw *d, const lp_expr *x, int64_t *out) {
    lp_binds b = {d->binds, d->n_binds};
    return lp_expr_eval(x, lp_bind_lookup, &b, out, NULL) ? GEN_OVERFLOW : GEN_OK;
}

static int64_t min64(int64_t a, int64_t b) {
    return a < b ? a : b;
}

/* The top of a range at the attempt's level of caution. */
static int64_t shrink(const gen_draw *d, int64_t lo, int64_t hi) {
    hi >>= 2 * d->level;
    if (d->level == GEN_LEVELS - 1) hi = min64(hi, lo < 1 ? 3 : lo + 3);
    return hi > lo ? hi : lo;
}

/* The role's range meets the domain; where they do not meet, the domain's nearest end. */
static range meet(range r, const gen_arg *a) {
    if (r.lo > a->hi) return (range){a->hi, a->hi};
    if (r.hi < a->lo) return (range){a->lo, a->lo};
    if (r.lo < a->lo) r.lo = a->lo;
    if (r.hi > a->hi) r.hi = a->hi;
    return r;
}

/* Log-uniform; zero, where it is allowed, gets a quarter. */
static int64_t log_pick(gen_draw *d, range r) {
    if (r.lo >= 1) return lp_pcg_log_range(d->rng, r.lo, r.hi);
    if (r.hi < 1) return lp_pcg_range(d->rng, r.lo, r.hi);
    return lp_pcg_below(d->rng, 4) == 0 ? 0 : lp_pcg_log_range(d->rng, 1, r.hi);
}

static int64_t floor_pow2(int64_t v) {
    return v < 1 ? v : (int64_t)1 << (63 - __builtin_clzll((unsigned long long)v));
}

static int64_t draw_bound(gen_draw *d, const gen_arg *a) {
    int64_t top = min64(d->c->bound_max, a->hi);
    uint32_t how = lp_pcg_below(d->rng, 100);
    int64_t less = lp_pcg_log_range(d->rng, 1, d->local);
    range around = {d->global / 4 > 0 ? d->global / 4 : 1, d->global * 2};
    if (d->level > 0) around = (range){1, shrink(d, 1, min64(around.hi, top))};
    if (around.hi > top) around.hi = top;
    if (around.lo > around.hi) around.lo = around.hi > 4 ? around.hi / 4 : 1;
    if (d->level == 0 && d->global <= top) {
        if (how < 35) around = (range){d->global, d->global};
        if (how >= 35 && how < 60 && d->global > less)
            around = (range){d->global - less, d->global - less};
    }
    return log_pick(d, meet(around, a));
}

static int64_t draw_stepped(gen_draw *d, const gen_arg *a, int64_t max, int64_t step) {
    int64_t v = log_pick(d, meet((range){1, shrink(d, 1, max)}, a));
    bool round = lp_pcg_below(d->rng, 2) == 0;
    int64_t rounded = step ? v / step * step : floor_pow2(v);
    return round && rounded >= 1 && rounded >= a->lo ? rounded : v;
}

static int64_t draw_by_role(gen_draw *d, const gen_arg *a) {
    const lp_campaign *c = d->c;
    range r = {1, 1};
    switch (a->role) {
    case GEN_ROLE_BOUND:
        return draw_bound(d, a);
    case GEN_ROLE_STRIDE:
        return draw_stepped(d, a, c->stride_max, 0);
    case GEN_ROLE_TILE:
        return draw_stepped(d, a, c->tile_max, 0);
    case GEN_ROLE_PITCH:
        return draw_stepped(d, a, c->pitch_max, 32);
    case GEN_ROLE_TRIPS:
        r.hi = shrink(d, 1, c->trips_max);
        break;
    case GEN_ROLE_MODULUS:
        r.hi = shrink(d, 1, min64(d->global, c->bound_max));
        break;
    case GEN_ROLE_OFFSET:
        r = (range){0, shrink(d, 0, c->offset_max)};
        break;
    case GEN_ROLE_SHIFT:
        r = meet((range){0, d->level < GEN_LEVELS - 1 ? c->shift_max : 0}, a);
        return lp_pcg_range(d->rng, r.lo, r.hi);
    case GEN_ROLE_PROBABILITY: /* of an integer: as of any number */
    case GEN_ROLE_COEFFICIENT:
        r = meet((range){0, c->int_max}, a);
        return lp_pcg_range(d->rng, r.lo, r.hi);
    case GEN_ROLE_SEED:
        r = meet((range){0, INT32_MAX}, a);
        return lp_pcg_range(d->rng, r.lo, r.hi);
    case GEN_ROLE_FLAG:
        r.lo = r.hi = lp_pcg_unit(d->rng) < c->flag_density ? 1 : 0;
        break;
    case GEN_ROLE_UNUSED:
        break;
    }
    return log_pick(d, meet(r, a));
}

/* What a value must be a multiple of, for every local size that it is drawn for. */
static gen_reason factor_of(const gen_draw *d, const gen_arg *a, int64_t *factor) {
    int64_t both[2] = {1, 0};
    lp_bind *local = &d->binds[GEN_LOCAL_BIND];
    gen_reason why = gen_eval(d, a->multiple, factor);
    for (size_t i = 0; i < d->n_locals && why == GEN_OK; i++) {
        local->value = d->locals[i];
        why = gen_eval(d, a->multiple, &both[1]);
        both[0] = lp_common_multiple(both, 2);
        *factor = both[0];
    }
    local->value = d->local;
    if (why != GEN_OK) return why;
    return *factor < 1 ? GEN_DOMAIN : GEN_OK;
}

/* Moves v to the power of two or multiple that the domain asks for. */
static gen_reason fit_domain(const gen_draw *d, const gen_arg *a, int64_t *v) {
    if (a->pow2) {
        *v = *v < 1 ? 1 : floor_pow2(*v);
        while (*v < a->lo && *v <= INT64_MAX / 2) *v *= 2;
    }
    if (a->multiple) {
        int64_t m = 0;
        gen_reason why = factor_of(d, a, &m);
        if (why != GEN_OK) return why;
        int64_t low = a->lo > 1 ? a->lo : 1;
        *v = *v / m * m;
        if (*v < low && (low > INT64_MAX - m || (*v = (low + m - 1) / m * m) < low))
            return GEN_DOMAIN;
    }
    bool power = *v > 0 && (*v & (*v - 1)) == 0;
    return *v < a->lo || *v > a->hi || (a->pow2 && !power) ? GEN_DOMAIN : GEN_OK;
}

static void bind(gen_draw *d, int i, int64_t v) {
    d->arg_of[d->n_binds] = i;
    d->binds[d->n_binds++] = (lp_bind){d->k->args[i].row->name, v};
}

static gen_reason draw_integer(gen_draw *d, const gen_arg *a, int64_t *v) {
    if (a->lo > a->hi) return GEN_DOMAIN;
    if (!a->eq) {
        *v = draw_by_role(d, a);
        return fit_domain(d, a, v);
    }
    if (gen_eval(d, a->eq, v)) return GEN_OVERFLOW;
    return *v < a->lo || *v > a->hi ? GEN_DOMAIN : GEN_OK;
}

static void draw_float(gen_draw *d, const gen_arg *a, lp_text *value) {
    double span = d->c->coefficient_max - d->c->coefficient_min;
    double part = span * ((double)(lp_pcg_next(d->rng) >> 8) * 0x1p-24);
    double x = d->c->coefficient_min + part;
    if (a->role == GEN_ROLE_FLAG) x = lp_pcg_unit(d->rng) < d->c->flag_density ? 1 : 0;
    if (a->role == GEN_ROLE_PROBABILITY) x = lp_pcg_unit(d->rng);
    if (a->role == GEN_ROLE_UNUSED) x = 1;
    if (a->lo > a->type.lo && x < (double)a->lo) x = (double)a->lo;
    if (a->hi < a->type.hi && x > (double)a->hi) x = (double)a->hi;
    if (a->type.bits == 64)
        lp_text_addf(value, "%.17g", x);
    else
        lp_text_addf(value, "%.9g", (double)(float)x);
}

static gen_reason draw_lanes(gen_draw *d, int i, lp_text *value) {
    const gen_arg *a = &d->k->args[i];
    for (int lane = 0; lane < a->type.lanes; lane++) {
        int64_t v = 0;
        if (lane > 0) lp_text_addc(value, ',');
        if (a->type.floating) {
            draw_float(d, a, value);
            continue;
        }
        gen_reason why = draw_integer(d, a, &v);
        if (why != GEN_OK) return why;
        lp_text_addf(value, "%lld", (long long)v);
        if (a->type.lanes == 1) bind(d, i, v);
    }
    return GEN_OK;
}

/* A set of scalars is drawn anew for each launch, always from the same stream: only what depends on
 * the launch, and caution, changes. */
gen_reason gen_draw_scalar(gen_draw *d, int i, lp_text *value) {
    if (d->set == 0 || d->k->args[i].role == GEN_ROLE_BOUND) return draw_lanes(d, i, value);
    lp_pcg own, *launch = d->rng;
    uint64_t seed = gen_stream_seed(d->c->seed, d->k->key, SET_STREAMS + (uint64_t)d->set);
    lp_pcg_seed(&own, seed, lp_mix64(seed + (uint64_t)i));
    d->rng = &own;
    gen_reason why = draw_lanes(d, i, value);
    d->rng = launch;
    return why;
}

gen_reason gen_naive_scalar(gen_draw *d, int i, lp_text *value) {
    const gen_arg *a = &d->k->args[i];
    int64_t v = min64(d->global, a->type.hi);
    for (int lane = 0; lane < a->type.lanes; lane++)
        lp_text_addf(value, "%s%lld", lane ? "," : "", (long long)v);
    if (!a->type.floating && a->type.lanes == 1) bind(d, i, v);
    return GEN_OK;
}

gen_reason gen_follow_scalar(gen_draw *d, int i, const char *from, lp_text *value) {
    const gen_arg *a = &d->k->args[i];
    bool naive = d->c->strategy == LP_STRATEGY_NAIVE;
    long long v = 0;
    if (a->eq && !a->type.floating && !naive) return draw_lanes(d, i, value); /* nothing random */
    lp_text_add(value, from);
    if (a->type.floating || a->type.lanes != 1 || !lp_parse_i64(from, &v)) return GEN_OK;
    int64_t fitted = v;
    bind(d, i, v);
    if (naive || !a->multiple) return GEN_OK;
    gen_reason why = fit_domain(d, a, &fitted);
    return why == GEN_OK && fitted != v ? GEN_DOMAIN : why;
}

gen_reason gen_rebind_scalar(gen_draw *d, int i, int64_t v, lp_text *value) {
    const gen_arg *a = &d->k->args[i]; /* drawn before: its domain is not empty */
    if (v < a->lo) v = a->lo;
    if (v > min64(a->hi, d->c->bound_max)) v = min64(a->hi, d->c->bound_max);
    gen_reason why = fit_domain(d, a, &v);
    for (int b = 0; b < d->n_binds; b++)
        if (d->arg_of[b] == i) d->binds[b].value = v;
    lp_text_clear(value);
    lp_text_addf(value, "%lld", (long long)v);
    return why;
}
