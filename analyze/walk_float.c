/* Purpose: ranges of floating-point values, so that indices computed from them are bounded: clamps,
 * rounding, a position between two ends scaled to a number of bins. In: operands. Out: integers
 * that the value lies between. Bounds hold with rounding and with the 2.5 units in the last place
 * that a division may be wrong by; values that may be NaN become no index. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/walk.h"
#include "common/text.h"

/* Integers up to here are exact in a float. */
enum { EXACT_MAX = 1 << 24, MORE_EXACT = 4 };

typedef enum { R_OTHER, R_INT, R_LOAD, R_ADD, R_SUB, R_MUL, R_DIV } real_op;

typedef struct an_real {
    real_op op;
    const struct an_real *a, *b;
    int arg;         /* R_LOAD */
    const an_sym *i; /* R_LOAD: byte, R_INT: the value */
    bool number;     /* finite; otherwise it may be NaN, and the range is of what it is if not */
    bool below;      /* less than hi */
    uint64_t from;   /* arguments that it was made of, a mask of the first 64 */
    const an_sym *lo, *hi;           /* NULL when unknown */
    const an_sym *exact[MORE_EXACT]; /* what must not exceed EXACT_MAX for the range to hold */
    int n_exact;
} an_real;

static an_real *new_real(an_walk *w, real_op op, const an_real *a, const an_real *b) {
    an_real *r = an_arena_alloc(w->arena, sizeof *r);
    r->op = op;
    r->a = a;
    r->b = b;
    r->from = (a ? a->from : 0) | (b ? b->from : 0);
    return r;
}

static an_value value_of(const an_real *r) {
    an_value v = an_none();
    v.real = r;
    return v;
}

static bool known(const an_real *r) {
    return r && r->lo && r->hi;
}

static bool tracked(const an_type *t) {
    return t && t->cls == AN_T_FLOAT && t->bits >= 32;
}

static bool same(const an_real *x, const an_real *y) {
    if (x == y) return true;
    if (!x || !y || x->op != y->op || x->op == R_OTHER) return false;
    if (x->op == R_INT) return x->i == y->i;
    if (x->op == R_LOAD) return x->arg == y->arg && x->i && x->i == y->i;
    return same(x->a, y->a) && same(x->b, y->b);
}

static void need_exact(an_real *r, const an_sym *s) {
    if (s && an_is_const(s, NULL)) {
        int64_t c;
        an_is_const(s, &c);
        if (c <= EXACT_MAX && c >= -EXACT_MAX) return;
    }
    if (s && r->n_exact < MORE_EXACT)
        r->exact[r->n_exact++] = s;
    else
        r->lo = r->hi = NULL;
}

static void inherit(an_real *r, const an_real *a) {
    for (int i = 0; a && i < a->n_exact; i++) need_exact(r, a->exact[i]);
}

/* ---- where they come from -------------------------------------------------------------------- */

an_value an_real_argument(an_walk *w, const an_type *t) {
    if (!tracked(t)) return an_none();
    an_real *r = new_real(w, R_OTHER, NULL, NULL);
    r->number = true;
    return value_of(r);
}

/* Contents are finite, unless the kernel makes them something else. */
an_value an_real_load(an_walk *w, const an_object *o, const an_sym *off, const an_type *t) {
    if (!tracked(t)) return an_none();
    an_real *r = new_real(w, R_OTHER, NULL, NULL);
    const an_type *el =
        o && o->kind == AN_O_ARG ? w->ir->kernel->params[o->arg]->type->inner : NULL;
    if (el && o->space != AN_LOCAL && el->is_float && el->bits == t->bits &&
        !w->args[o->arg].stored) {
        r->op = R_LOAD;
        r->arg = o->arg;
        r->i = off;
        r->number = true;
        if (o->arg < 64) r->from = UINT64_C(1) << o->arg;
        if (w->args[o->arg].real) {
            r->lo = an_const(w->S, w->args[o->arg].real_lo);
            r->hi = an_const(w->S, w->args[o->arg].real_hi);
        }
    }
    return value_of(r);
}

an_value an_real_literal(an_walk *w, const an_node *n) {
    if (!tracked(n->type)) return an_none();
    const char *text = lp_text_str(&w->ir->unit->text);
    char digits[64];
    size_t len = n->end > n->off ? n->end - n->off : 0;
    if (len == 0 || len >= sizeof digits || n->end > w->ir->unit->text.len) return an_none();
    memcpy(digits, text + n->off, len);
    digits[len] = 0;
    char *end;
    double v = strtod(digits, &end);
    if (end == digits || end[strspn(end, "fFlL")] || !isfinite(v) || fabs(v) > EXACT_MAX)
        return an_none();
    an_real *r = new_real(w, R_OTHER, NULL, NULL);
    r->number = true;
    r->lo = an_const(w->S, (int64_t)floor(v));
    r->hi = an_const(w->S, (int64_t)ceil(v));
    return value_of(r);
}

an_value an_real_of_int(an_walk *w, const an_sym *i, const an_type *t) {
    if (!i || !tracked(t)) return an_none();
    an_real *r = new_real(w, R_INT, NULL, NULL);
    r->i = r->lo = r->hi = i;
    r->number = true;
    need_exact(r, i);
    return value_of(r);
}

/* ---- arithmetic ------------------------------------------------------------------------------ */

static const an_real *fact_between(const an_walk *w, const an_real *a, const an_real *b,
                                   bool strict) {
    for (int i = 0; i < w->G.nf; i++)
        if ((w->G.f[i].strict || !strict) && same(w->G.f[i].a, a) && same(w->G.f[i].b, b)) return a;
    return NULL;
}

/* (u - v) / (x - v) with v <= u <= x and v < x: between 0 and 1 but for rounding. */
static bool is_position(const an_walk *w, const an_real *num, const an_real *den) {
    if (num->op != R_SUB || den->op != R_SUB || !same(num->b, den->b)) return false;
    const an_real *u = num->a, *v = num->b, *x = den->a;
    bool above = fact_between(w, v, u, false), under = fact_between(w, u, x, false);
    return above && under && (fact_between(w, v, u, true) || fact_between(w, u, x, true));
}

static bool nonneg(an_walk *w, const an_sym *a) {
    return a && an_proved_nonneg(w->S, &w->G, a);
}

/* `scale` times a position: at most scale and 2^-20 of it more. */
static bool scaled_position(an_walk *w, an_real *r, const an_real *scale) {
    an_symtab *S = w->S;
    if (scale && (!scale->number || !known(scale) || !nonneg(w, scale->lo))) return false;
    const an_sym *most = scale ? scale->hi : an_const(S, 1);
    r->number = r->below = true;
    r->lo = an_const(S, 0);
    r->hi = an_add(S, an_add(S, most, an_div(S, most, an_const(S, 1 << 20))), an_const(S, 1));
    inherit(r, scale);
    need_exact(r, most);
    return true;
}

static bool position_rule(an_walk *w, an_real *r) {
    const an_real *a = r->a, *b = r->b;
    if (r->op == R_DIV && is_position(w, a, b)) return scaled_position(w, r, NULL);
    if (r->op == R_DIV && a->op == R_MUL && is_position(w, a->b, b))
        return scaled_position(w, r, a->a);
    if (r->op == R_DIV && a->op == R_MUL && is_position(w, a->a, b))
        return scaled_position(w, r, a->b);
    if (r->op != R_MUL) return false;
    if (a->op == R_DIV && is_position(w, a->a, a->b)) return scaled_position(w, r, b);
    return b->op == R_DIV && is_position(w, b->a, b->b) && scaled_position(w, r, a);
}

/* The quotient of something that is not negative by at least 1: rounded up, and 2^-19 of it more
 * for at most three roundings. A divisor that is a quotient itself multiplies: a / (b / c). */
static void quotient_rule(an_walk *w, an_real *r) {
    an_symtab *S = w->S;
    const an_real *b = r->b;
    const an_sym *top = an_upper(S, &w->G, r->a->hi), *one = an_const(S, 1);
    if (b->op == R_DIV && known(b->a) && known(b->b) && b->a->number && b->b->number &&
        an_floor_of(S, an_lower(S, &w->G, b->b->lo)) >= 1) {
        top = an_mul(S, top, an_upper(S, &w->G, b->b->hi));
        inherit(r, b->b);
        b = b->a;
    }
    const an_sym *least = an_lower(S, &w->G, b->lo);
    if (!nonneg(w, r->a->lo) || !top || !least || an_floor_of(S, least) < 1) return;
    const an_sym *q = an_div(S, an_add(S, top, an_sub(S, least, one)), least);
    r->lo = an_const(S, 0);
    r->hi = an_add(S, an_add(S, q, an_div(S, q, an_const(S, 1 << 19))), one);
    r->below = true;
    need_exact(r, q);
}

/* Sums, differences, products and quotients of bounded numbers, whose ends stay exact. */
static void interval_rule(an_walk *w, an_real *r) {
    an_symtab *S = w->S;
    const an_real *a = r->a, *b = r->b;
    if (!known(a) || !known(b) || !a->number || !b->number) return;
    if (r->op == R_ADD) {
        r->lo = an_add(S, a->lo, b->lo);
        r->hi = an_add(S, a->hi, b->hi);
    } else if (r->op == R_SUB) {
        r->lo = an_sub(S, a->lo, b->hi);
        r->hi = an_sub(S, a->hi, b->lo);
    } else if (r->op == R_MUL && nonneg(w, a->lo) && nonneg(w, b->lo)) {
        r->lo = an_mul(S, a->lo, b->lo);
        r->hi = an_mul(S, a->hi, b->hi);
    } else if (r->op == R_DIV) {
        quotient_rule(w, r);
    }
    if (!known(r)) return;
    r->number = true;
    inherit(r, a);
    inherit(r, b);
    need_exact(r, r->lo);
    need_exact(r, r->hi);
}

an_value an_real_arith(an_walk *w, an_op op, an_value a, an_value b, const an_type *t) {
    static const real_op ops[] = {
        [AN_ADD] = R_ADD, [AN_SUB] = R_SUB, [AN_MUL] = R_MUL, [AN_DIVIDE] = R_DIV};
    if (!tracked(t) || !a.real || !b.real || op < AN_ADD || op > AN_DIVIDE) return an_none();
    an_real *r = new_real(w, ops[op], a.real, b.real);
    if (!position_rule(w, r)) interval_rule(w, r);
    return value_of(r);
}

an_value an_real_negative(an_walk *w, an_value a) {
    const an_real *x = a.real;
    if (!x) return an_none();
    an_real *r = new_real(w, R_OTHER, NULL, NULL);
    r->from = x->from;
    r->number = x->number;
    if (x->lo) r->hi = an_scale(w->S, x->lo, -1);
    if (x->hi) r->lo = an_scale(w->S, x->hi, -1);
    inherit(r, x);
    return value_of(r);
}

/* ---- functions ------------------------------------------------------------------------------- */

static an_real negated(const an_walk *w, const an_real *x) {
    an_real r = *x;
    r.below = false;
    r.hi = x->lo ? an_scale(w->S, x->lo, -1) : NULL;
    r.lo = x->hi ? an_scale(w->S, x->hi, -1) : NULL;
    return r;
}

/* fmin: where one operand is NaN, the other one is the result. */
static void least(an_walk *w, an_real *r, const an_real *a, const an_real *b) {
    an_symtab *S = w->S;
    r->number = a->number || b->number;
    if (a->number && b->number && a->hi && b->hi)
        r->hi = an_min(S, a->hi, b->hi);
    else if (a->number && a->hi)
        r->hi = a->hi;
    else if (b->number && b->hi)
        r->hi = b->hi;
    else if (a->hi && b->hi)
        r->hi = an_max(S, a->hi, b->hi);
    r->lo = a->lo && b->lo ? an_min(S, a->lo, b->lo) : NULL;
    r->below = a->number && b->number && a->below && b->below;
    inherit(r, a);
    inherit(r, b);
}

/* fmax(a, b) is -fmin(-a, -b). */
static void greatest(an_walk *w, an_real *r, const an_real *a, const an_real *b) {
    an_real x = negated(w, a), y = negated(w, b), m = {.op = R_OTHER};
    least(w, &m, &x, &y);
    *r = negated(w, &m);
    r->below = a->number && b->number && a->below && b->below;
}

static void absolute(an_walk *w, an_real *r, const an_real *x) {
    an_real minus = negated(w, x), top = {.op = R_OTHER};
    greatest(w, &top, x, &minus);
    *r = top;
    r->lo = an_const(w->S, 0);
    r->number = x->number;
    if (!known(x)) r->hi = NULL;
}

static bool ends_in_order(an_walk *w, const an_real *lo, const an_real *hi) {
    return lo->number && hi->number && lo->hi && hi->lo && nonneg(w, an_sub(w->S, hi->lo, lo->hi));
}

an_value an_real_call(an_walk *w, const char *name, const an_value *a, int n_a, const an_type *t) {
    static const char *const keep[] = {"floor", "ceil", "trunc", "rint", "round"};
    if (!tracked(t) || n_a < 1 || !a[0].real) return an_none();
    an_real *r = new_real(w, R_OTHER, NULL, NULL);
    uint64_t from = 0;
    for (int i = 0; i < n_a; i++) from |= a[i].real ? a[i].real->from : 0;
    for (size_t i = 0; i < sizeof keep / sizeof *keep; i++) {
        if (strcmp(name, keep[i]) != 0) continue;
        *r = *a[0].real; /* the ends are integers */
        r->op = R_OTHER;
        r->below = r->below && (i == 0 || i == 2);
        r->from = from;
        return value_of(r);
    }
    if (!strcmp(name, "fabs")) {
        absolute(w, r, a[0].real);
        r->from = from;
        return value_of(r);
    }
    for (int i = 1; i < n_a; i++)
        if (!a[i].real) return an_none();
    bool strict = n_a == 2 && (!strcmp(name, "min") || !strcmp(name, "max"));
    if (strict && (!a[0].real->number || !a[1].real->number)) return an_none();
    if (n_a == 2 && (!strcmp(name, "fmin") || !strcmp(name, "min"))) {
        least(w, r, a[0].real, a[1].real);
    } else if (n_a == 2 && (!strcmp(name, "fmax") || !strcmp(name, "max"))) {
        greatest(w, r, a[0].real, a[1].real);
    } else if (n_a == 3 && !strcmp(name, "clamp") && ends_in_order(w, a[1].real, a[2].real)) {
        an_real low = {.op = R_OTHER}; /* fmin(fmax(x, least), most) by its definition */
        greatest(w, &low, a[0].real, a[1].real);
        least(w, r, &low, a[2].real);
    } else if (n_a == 3 && (!strcmp(name, "mad") || !strcmp(name, "fma"))) {
        an_value product = an_real_arith(w, AN_MUL, a[0], a[1], t);
        return an_real_arith(w, AN_ADD, product, a[2], t);
    } else {
        return an_none();
    }
    r->from = from;
    return value_of(r);
}

/* ---- facts and results ----------------------------------------------------------------------- */

static void push_fact(an_walk *w, const an_real *a, const an_real *b, bool strict) {
    if (w->G.nf < AN_MAX_FACTS) w->G.f[w->G.nf++] = (an_rfact){a, b, strict};
}

void an_real_assume(an_walk *w, an_op op, an_value a, an_value b, bool truth) {
    const an_real *x = a.real, *y = b.real;
    if (!x || !y || op < AN_LT || op > AN_GE) return;
    /* That a comparison is false says something of numbers only. */
    if (!truth && (!x->number || !y->number)) return;
    bool less = op == AN_LT || op == AN_LE, strict = op == AN_LT || op == AN_GT;
    if (!truth) {
        less = !less;
        strict = !strict;
    }
    push_fact(w, less ? x : y, less ? y : x, strict);
}

typedef struct ends {
    const an_sym *lo, *hi;
    const an_real *exact[2]; /* whose conditions the ends stand on besides its own */
} ends;

/* Uniform ends under the guards; what is compared with something bounded is bounded by that. */
static ends ends_of(an_walk *w, const an_guards *G, const an_real *x) {
    ends e = {.lo = x->lo ? an_lower(w->S, G, x->lo) : NULL,
              .hi = x->hi ? an_upper(w->S, G, x->hi) : NULL};
    for (int i = 0; i < G->nf; i++) {
        const an_rfact *f = &G->f[i];
        if (!e.hi && same(f->a, x) && f->b->hi) {
            e.hi = an_upper(w->S, G, f->b->hi);
            e.exact[0] = f->b;
        }
        if (!e.lo && same(f->b, x) && f->a->lo) {
            e.lo = an_lower(w->S, G, f->a->lo);
            e.exact[1] = f->a;
        }
    }
    return e;
}

an_value an_real_join(an_walk *w, an_value a, const an_guards *ga, an_value b,
                      const an_guards *gb) {
    if (!a.real || !b.real) return an_none();
    if (same(a.real, b.real)) return a;
    ends x = ends_of(w, ga, a.real), y = ends_of(w, gb, b.real);
    an_real *r = new_real(w, R_OTHER, NULL, NULL);
    r->from = a.real->from | b.real->from;
    r->number = a.real->number && b.real->number;
    if (x.lo && y.lo) r->lo = an_min(w->S, x.lo, y.lo);
    if (x.hi && y.hi) r->hi = an_max(w->S, x.hi, y.hi);
    inherit(r, a.real);
    inherit(r, b.real);
    for (int i = 0; i < 2; i++) {
        inherit(r, x.exact[i]);
        inherit(r, y.exact[i]);
    }
    return value_of(r);
}

/* Rounding towards zero and down never reach an end that the value stays below. */
static bool rounds_down(const char *name) {
    return !strstr(name, "_rte") && !strstr(name, "_rtp");
}

static bool require_exact(an_walk *w, const an_real *r) {
    const an_sym *limit = an_const(w->S, EXACT_MAX);
    for (int i = 0; r && i < r->n_exact; i++) {
        const an_sym *lo = an_lower(w->S, &w->G, r->exact[i]);
        const an_sym *hi = an_upper(w->S, &w->G, r->exact[i]);
        if (!lo || !hi || an_ceil_of(w->S, an_add(w->S, lo, limit)) < 0 ||
            an_ceil_of(w->S, an_sub(w->S, limit, hi)) < 0)
            return false;
        an_require(w, an_add(w->S, lo, limit));
        an_require(w, an_sub(w->S, limit, hi));
    }
    return true;
}

static void ask_reals(an_walk *w, const an_real *r) {
    for (int i = 0; r && i < w->n_args && i < 64; i++)
        if (r->from >> i & 1) w->args[i].need_real = true;
}

static an_value to_int(an_walk *w, const an_real *r, const an_type *t, const char *name) {
    an_symtab *S = w->S;
    if (!r || !r->number || t->cls != AN_T_INT || t->bits < 32) return an_none();
    ends e = ends_of(w, &w->G, r);
    if (!e.lo || !e.hi || (!t->is_signed && !an_nonneg(S, e.lo))) return an_none();
    if (!require_exact(w, r) || !require_exact(w, e.exact[0]) || !require_exact(w, e.exact[1]))
        return an_none();
    bool below = r->below && !e.exact[0] && rounds_down(name) &&
                 an_nonneg(S, an_sub(S, e.hi, an_const(S, 1)));
    return an_int(an_unknown(S, "from a float", e.lo,
                             below ? an_sub(S, e.hi, an_const(S, 1)) : e.hi, AN_DEP_LOAD));
}

an_value an_real_to_int(an_walk *w, an_value v, const an_type *t, const char *name) {
    an_value i = to_int(w, v.real, t, name);
    if (i.kind == AN_V_NONE) ask_reals(w, v.real); /* other contents may bound it */
    return i;
}
