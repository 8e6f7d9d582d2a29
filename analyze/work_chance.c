/* Purpose: how likely a condition that asks for data holds, when buffers hold what samples fill
 * them with: floats from 0 to 1, integers from 0 to 1000, bytes, or what the kernel prescribes. In:
 * condition trees. Out: shares. Estimates for features only; nothing may be inferred from them. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/walk.h"
#include "common/text.h"

/* Values that are spread evenly from lo to hi, about. */
typedef struct spread {
    double lo, hi;
    bool real;    /* not only integers */
    bool data;    /* loaded, or made of what was */
    bool settled; /* not computed in a way that is not followed */
} spread;

enum { MOST_DEPTH = 10, GRID = 16 };

static const double INT_TOP = 1000, BYTE_TOP = 255, BIG = 1e15;

static spread spread_of(an_walk *w, const an_node *n, int depth);

static spread of_type(const an_type *t, bool data, bool settled) {
    bool real = t && t->is_float;
    double top = real ? 1 : t && t->bits == 8 ? BYTE_TOP : INT_TOP;
    return (spread){0, top, real, data, settled};
}

/* An integer variable whose range is known better than that. Evaluating anything would make new
 * values, which come in another order then, also in the record. */
static void narrow(const an_walk *w, const an_decl *d, spread *s) {
    an_value v = d->slot >= 0 ? w->env[d->slot] : an_none();
    if (v.kind != AN_V_INT) return;
    int64_t lo = an_floor_of(w->S, v.i), hi = an_ceil_of(w->S, v.i);
    s->data = (v.i->deps & AN_DEP_LOAD) != 0;
    s->settled = true;
    if (lo > s->hi || hi < s->lo || (lo > -(1 << 30) && hi < 1 << 30 && hi - lo < s->hi - s->lo)) {
        s->lo = (double)lo;
        s->hi = (double)hi;
    }
}

static double literal(const an_walk *w, const an_node *n) {
    char digits[64];
    size_t len = n->end > n->off ? n->end - n->off : 0;
    if (len >= sizeof digits || n->end > w->ir->unit->text.len) return 1;
    memcpy(digits, lp_text_str(&w->ir->unit->text) + n->off, len);
    digits[len] = 0;
    return strtod(digits, NULL);
}

static spread of_binary(an_walk *w, const an_node *n, int depth) {
    spread a = spread_of(w, n->kid[0], depth + 1), b = spread_of(w, n->kid[1], depth + 1);
    spread r = {0, 1, a.real || b.real, a.data || b.data, a.settled && b.settled};
    double p[] = {a.lo * b.lo, a.lo * b.hi, a.hi * b.lo, a.hi * b.hi};
    switch (n->op) {
    case AN_ADD:
        r.lo = a.lo + b.lo, r.hi = a.hi + b.hi;
        break;
    case AN_SUB:
        r.lo = a.lo - b.hi, r.hi = a.hi - b.lo;
        break;
    case AN_MUL:
        r.lo = fmin(fmin(p[0], p[1]), fmin(p[2], p[3]));
        r.hi = fmax(fmax(p[0], p[1]), fmax(p[2], p[3]));
        break;
    case AN_BAND:
        r.hi = fmin(a.hi, b.hi);
        break;
    case AN_REM:
        r.hi = fmin(a.hi, fmax(b.hi - 1, 0));
        break;
    case AN_DIVIDE:
        if (b.lo <= 0) return of_type(n->type, r.data, false);
        r.lo = a.lo / b.hi, r.hi = a.hi / b.lo;
        break;
    default:
        return of_type(n->type, r.data, r.settled);
    }
    if (r.lo < -BIG || r.hi > BIG) return of_type(n->type, r.data, false);
    return r;
}

/* A variable that has the value of its declaration for good. */
static bool is_kept(const an_decl *d) {
    return d->kind == AN_D_VAR && d->init && !d->n_assigned && !d->address_taken;
}

static spread of_variable(an_walk *w, const an_node *n, int depth) {
    const an_decl *d = n->decl;
    spread s = of_type(n->type, false, true);
    if (is_kept(d) && n->type->cls != AN_T_PTR)
        s = spread_of(w, d->init, depth + 1);
    else if (d->kind == AN_D_VAR)
        s = of_type(n->type, n->type->is_float, false);
    if (!n->type->is_float) narrow(w, d, &s);
    return s;
}

static spread spread_of(an_walk *w, const an_node *n, int depth) {
    if (!n || !n->type || depth > MOST_DEPTH) return of_type(n ? n->type : NULL, true, false);
    switch (n->kind) {
    case AN_INT:
        return (spread){(double)n->value, (double)n->value, false, false, true};
    case AN_FLOATLIT: {
        double v = literal(w, n);
        return (spread){v, v, true, false, true};
    }
    case AN_CAST:
        return n->n == 1 ? spread_of(w, n->kid[0], depth + 1) : of_type(n->type, true, false);
    case AN_REF:
        return of_variable(w, n, depth);
    case AN_BINARY:
        return of_binary(w, n, depth);
    case AN_INDEX:
    case AN_MEMBER:
    case AN_SWIZZLE:
        return of_type(n->type, true, true);
    case AN_UNARY:
        if (n->op == AN_NEG) {
            spread s = spread_of(w, n->kid[0], depth + 1);
            return (spread){-s.hi, -s.lo, s.real, s.data, s.settled};
        }
        return of_type(n->type, true, n->op == AN_DEREF);
    default:
        return of_type(n->type, true, false);
    }
}

static double share_below(spread a, spread b) {
    int n = 0;
    for (int i = 0; i < GRID; i++)
        for (int j = 0; j < GRID; j++) {
            double x = a.lo + (a.hi - a.lo) * (i + 0.5) / GRID;
            double y = b.lo + (b.hi - b.lo) * (j + 0.5) / GRID;
            n += x < y;
        }
    return (double)n / (GRID * GRID);
}

static double share_equal(spread a, spread b) {
    if (a.lo > b.hi || b.lo > a.hi) return 0;
    double width = fmax(a.hi - a.lo, b.hi - b.lo);
    return a.real || b.real ? 1.0 / 4096 : 1 / (width + 1);
}

static an_chance compare(an_walk *w, const an_node *n) {
    spread a = spread_of(w, n->kid[0], 0), b = spread_of(w, n->kid[1], 0);
    an_chance c = {1, a.data || b.data, a.settled && b.settled};
    switch (n->op) {
    case AN_EQ:
        c.p = share_equal(a, b);
        break;
    case AN_NE:
        c.p = 1 - share_equal(a, b);
        break;
    case AN_LT:
    case AN_LE:
        c.p = share_below(a, b);
        break;
    default:
        c.p = share_below(b, a);
    }
    return c;
}

static an_chance opposite(an_chance c) {
    if (c.data) c.p = 1 - c.p;
    return c;
}

/* What does not ask for data holds: who reaches it is counted otherwise. */
static an_chance both(an_chance a, an_chance b) {
    return (an_chance){(a.data ? a.p : 1) * (b.data ? b.p : 1), a.data || b.data,
                       (!a.data || a.settled) && (!b.data || b.settled)};
}

static an_chance chance(an_walk *w, const an_node *n, bool truth, int depth) {
    while (n && n->n == 1 && (n->kind == AN_CAST || (n->kind == AN_UNARY && n->op == AN_LNOT))) {
        if (n->kind == AN_UNARY) truth = !truth;
        n = n->kid[0];
    }
    if (!n || depth > MOST_DEPTH) return (an_chance){0.5, true, false};
    if (n->kind == AN_REF && is_kept(n->decl)) return chance(w, n->decl->init, truth, depth + 1);
    if (n->kind == AN_BINARY && (n->op == AN_LAND || n->op == AN_LOR)) {
        bool all = (n->op == AN_LAND) == truth; /* or not all */
        an_chance c = both(chance(w, n->kid[0], all == truth, depth + 1),
                           chance(w, n->kid[1], all == truth, depth + 1));
        return all ? c : opposite(c);
    }
    if (n->kind == AN_BINARY && n->op >= AN_LT && n->op <= AN_NE) {
        an_chance c = compare(w, n);
        return truth ? c : opposite(c);
    }
    spread s = spread_of(w, n, 0), zero = {0, 0, false, false, true};
    an_chance c = {1 - share_equal(s, zero), s.data, s.settled};
    return truth ? c : opposite(c);
}

an_chance an_work_chance(an_walk *w, const an_node *cond, bool truth) {
    if (w->quiet || !w->final || !cond || cond->effects) return (an_chance){0.5, true, false};
    return chance(w, cond, truth, 0);
}

double an_work_stay(an_chance c) {
    return !c.data ? 1 : c.settled ? c.p : 15.0 / 16; /* computed values change slowly */
}
