/* Purpose: derivatives of symbolic values, by the work-item or by a loop's counter. In: a value.
 * Out: its move over a warp's width. Rules of differences: sums add, of a product one factor moves
 * while the others are at their middle. Does not know what is accessed. */
#include "analyze/lanes.h"

#include <stddef.h>

/* What values may cost that share their parts: written out they may be exponentially long. */
enum { MAX_DEPTH = 12, MAX_VISITS = 400 };

typedef struct by {
    an_walk *w;
    an_symtab *S;
    const an_loop *loop; /* NULL: by the work-item */
    int depth, visits;
} by;

static an_move move_of(by *b, const an_sym *a);
static const an_sym *typical_of(by *b, const an_sym *a);

bool an_moves(const an_move *m) {
    int64_t c;
    return m->scattered || !m->d || !an_is_const(m->d, &c) || c != 0;
}

static an_move still(by *b) {
    return (an_move){.d = an_const(b->S, 0)};
}

static an_move unknown(void) {
    return (an_move){.scattered = true};
}

static const an_sym *uniform_or_null(const an_sym *a) {
    return an_uniform(a) ? a : NULL;
}

/* max(a, -a), or the side that its sign says. */
static const an_sym *magnitude(by *b, const an_sym *a) {
    if (!a || an_floor_of(b->S, a) >= 0) return a;
    const an_sym *minus = an_scale(b->S, a, -1);
    return an_ceil_of(b->S, a) <= 0 ? minus : an_max(b->S, a, minus);
}

/* Two moves at once. What is scattered counts by its size, for it has no direction. */
static an_move both(by *b, an_move x, an_move y) {
    an_move r = {.scattered = x.scattered || y.scattered, .loaded = x.loaded || y.loaded};
    if (r.scattered) {
        x.d = magnitude(b, x.d);
        y.d = magnitude(b, y.d);
    }
    r.d = an_add(b->S, x.d, y.d);
    if (!r.d) r.scattered = true;
    return r;
}

/* ---- the middle ------------------------------------------------------------------------------ */

static const an_sym *half_of(by *b, const an_sym *a) {
    return an_div(b->S, uniform_or_null(a), an_const(b->S, 2));
}

static const an_sym *middle(by *b, const an_sym *lo, const an_sym *hi) {
    return uniform_or_null(lo) && uniform_or_null(hi) ? half_of(b, an_add(b->S, lo, hi)) : NULL;
}

/* Doubled or halved: in the middle of its steps, not of its range. */
enum { TYPICAL_ITER = 8 };

/* What integers are filled with when nothing asks for more. */
enum { FREE_MAX = 1000 };

static const an_sym *highest_of_load(by *b, const an_atom *x) {
    const an_sym *most = an_const(b->S, FREE_MAX);
    if (b->w->args[x->id].content || b->w->args[x->id].zero) return x->hi;
    return x->hi ? an_min(b->S, x->hi, most) : most;
}

static const an_sym *typical_atom(by *b, const an_atom *x) {
    an_symtab *S = b->S;
    const an_sym *p = x->p && x->kind != AN_A_LOAD ? typical_of(b, x->p) : NULL,
                 *q = x->q ? typical_of(b, x->q) : NULL;
    switch (x->kind) {
    case AN_A_GID:
        return half_of(b, an_base(S, AN_A_GSZ));
    case AN_A_LID:
        return half_of(b, an_base(S, AN_A_LSZ));
    case AN_A_GRP:
        return half_of(b, an_base(S, AN_A_NGRP));
    case AN_A_TRIP:
        return half_of(b, x->hi);
    case AN_A_ITER:
        return an_const(S, TYPICAL_ITER);
    case AN_A_LOAD:
        return middle(b, an_const(S, 0), highest_of_load(b, x));
    case AN_A_UNKNOWN:
        return x->like ? typical_of(b, x->like) : middle(b, x->lo, x->hi);
    case AN_A_WRAP:
        return p;
    case AN_A_DIV:
        return an_div(S, p, q);
    case AN_A_MOD:
        return half_of(b, q);
    case AN_A_SHL:
        return an_shl(S, p, q);
    case AN_A_SHR:
        return an_shr(S, p, q);
    case AN_A_AND:
    case AN_A_OR:
    case AN_A_XOR:
        return p && q ? an_bits(S, x->kind, p, q) : NULL;
    case AN_A_MIN:
        return an_min(S, p, q);
    case AN_A_MAX:
        return an_max(S, p, q);
    case AN_A_LOG2:
        return an_log2(S, p);
    default: /* launch sizes and arguments vary with nothing */
        return NULL;
    }
}

static const an_sym *value_of_atom(by *b, const an_atom *x) {
    an_term one = {.c = 1, .n = 1, .f = {x}};
    if (!(x->deps & AN_DEP_VARYING)) return an_of_term(b->S, &one);
    if (b->depth >= MAX_DEPTH || b->visits++ >= MAX_VISITS) return NULL;
    b->depth++;
    const an_sym *v = typical_atom(b, x);
    b->depth--;
    return uniform_or_null(v);
}

/* The product of all factors but one (-1: of all). */
static const an_sym *typical_term(by *b, const an_term *t, int but) {
    const an_sym *v = an_const(b->S, t->c);
    for (int k = 0; k < t->n && v; k++)
        if (k != but) v = an_mul(b->S, v, value_of_atom(b, t->f[k]));
    return v;
}

static const an_sym *typical_of(by *b, const an_sym *a) {
    if (!a || an_uniform(a)) return a;
    const an_sym *sum = an_const(b->S, 0);
    for (int i = 0; i < a->n && sum; i++) sum = an_add(b->S, sum, typical_term(b, &a->t[i], -1));
    return sum;
}

const an_sym *an_typical(an_walk *w, const an_sym *a) {
    by b = {.w = w, .S = w->S};
    return uniform_or_null(typical_of(&b, a));
}

/* ---- moves ----------------------------------------------------------------------------------- */

/* Somewhere between two bounds. */
static an_move anywhere(by *b, const an_sym *lo, const an_sym *hi) {
    an_move r = unknown();
    if (uniform_or_null(lo) && uniform_or_null(hi)) r.d = an_sub(b->S, hi, lo);
    return r;
}

/* Values from one place are the same. Rows begin at places that grow evenly, about; others hold
 * anything. */
static an_move move_of_load(by *b, const an_atom *x) {
    an_move at = x->p ? move_of(b, x->p) : unknown();
    if (x->p ? !an_moves(&at) : b->loop && x->serial < b->loop->first_atom) return still(b);
    if (x->p && b->w->args[x->id].row_pointer)
        return (an_move){.d = an_scale(b->S, at.d, AN_MEAN_ROW), .scattered = !at.d};
    an_move r = anywhere(b, an_const(b->S, 0), highest_of_load(b, x));
    r.loaded = true;
    return r;
}

static an_move move_of_unknown(by *b, const an_atom *x) {
    bool moving = b->loop ? x->serial >= b->loop->first_atom : x->deps & AN_DEP_DIVERGENT;
    if (!moving) return still(b);
    an_move like = x->like ? move_of(b, x->like) : still(b);
    if (an_moves(&like) && like.d) return like;
    an_move r = anywhere(b, x->lo, x->hi);
    r.loaded = x->from != 0 || x->deps & AN_DEP_LOAD;
    return r;
}

/* Remainders, masks and values that wrap around stay within their limit. */
static an_move limited(by *b, an_move m, const an_sym *limit) {
    const an_sym *room = magnitude(b, uniform_or_null(limit));
    const an_sym *far = magnitude(b, m.d);
    if (!room) return m;
    if (!far) return (an_move){.d = room, .scattered = true, .loaded = m.loaded};
    const an_sym *more = an_sub(b->S, far, room);
    if (!more || an_ceil_of(b->S, more) > 0) {
        if (more && an_floor_of(b->S, more) >= 0) m.scattered = true;
        m.d = an_min(b->S, far, room);
    }
    return m;
}

static an_move divided(by *b, an_move m, const an_sym *q) {
    const an_sym *by_what = typical_of(b, q);
    if (m.d && by_what && an_floor_of(b->S, by_what) >= 0)
        m.d = uniform_or_null(an_div(b->S, m.d, by_what));
    return m;
}

static an_move shifted(by *b, an_move m, const an_atom *x) {
    const an_sym *by_what = typical_of(b, x->q), *one = an_const(b->S, 1);
    if (!by_what || !m.d) return unknown();
    if (x->kind == AN_A_SHR) return divided(b, m, an_shl(b->S, one, by_what));
    m.d = an_mul(b->S, m.d, an_shl(b->S, one, by_what));
    return m;
}

/* A mask of low bits; one that clears them (~31) limits nothing. */
static const an_sym *mask_of(by *b, const an_sym *a) {
    return an_uniform(a) && an_floor_of(b->S, a) >= 0 ? a : NULL;
}

/* Operations on two operands: mostly one of them moves. */
static an_move move_of_operation(by *b, const an_atom *x) {
    an_move p = move_of(b, x->p), q = move_of(b, x->q);
    bool q_moves = an_moves(&q);
    switch (x->kind) {
    case AN_A_DIV:
        return q_moves ? unknown() : divided(b, p, x->q);
    case AN_A_MOD:
        return q_moves ? unknown() : limited(b, p, typical_of(b, x->q));
    case AN_A_SHL:
    case AN_A_SHR:
        return q_moves ? unknown() : shifted(b, p, x);
    case AN_A_AND:
        if (!q_moves) return limited(b, p, mask_of(b, x->q));
        if (!an_moves(&p)) return limited(b, q, mask_of(b, x->p));
        break;
    default:
        break;
    }
    if (!q_moves) return p;
    if (!an_moves(&p)) return q;
    an_move r = both(b, p, q);
    r.scattered = true;
    return r;
}

static const an_sym *two_to(by *b, int bits) {
    return bits < 62 ? an_const(b->S, (int64_t)1 << bits) : NULL;
}

static an_move move_of_atom(by *b, const an_atom *x) {
    an_move step = {.d = an_const(b->S, AN_WARP)};
    if (!(x->deps & AN_DEP_VARYING)) return still(b);
    switch (x->kind) {
    case AN_A_GID:
    case AN_A_LID:
        return b->loop ? still(b) : step;
    case AN_A_GRP:
        return still(b);
    case AN_A_TRIP:
        return b->loop && b->loop->id == x->id ? step : still(b);
    case AN_A_ITER:
        if (!b->loop ? x->deps & AN_DEP_ITEM : (b->loop && b->loop->id == x->id))
            return (an_move){.d = an_const(b->S, (int64_t)TYPICAL_ITER * AN_WARP),
                             .scattered = true};
        return still(b);
    case AN_A_LOAD:
        return move_of_load(b, x);
    case AN_A_UNKNOWN:
        return move_of_unknown(b, x);
    case AN_A_WRAP:
        return limited(b, move_of(b, x->p), two_to(b, x->id));
    case AN_A_LOG2: {
        an_move m = move_of(b, x->p);
        if (an_moves(&m)) m = (an_move){.d = an_const(b->S, 5), .scattered = true};
        return m;
    }
    default:
        return move_of_operation(b, x);
    }
}

static an_move move_of_term(by *b, const an_term *t) {
    an_move sum = still(b);
    bool moved = false;
    for (int k = 0; k < t->n; k++) {
        an_move m = move_of_atom(b, t->f[k]);
        if (!an_moves(&m)) continue;
        m.d = an_mul(b->S, m.d, typical_term(b, t, k));
        if (!m.d) m.scattered = true;
        sum = moved ? both(b, sum, m) : m;
        if (moved) sum.scattered = true; /* i * i */
        moved = true;
    }
    return sum;
}

static an_move move_of(by *b, const an_sym *a) {
    an_move sum = still(b);
    if (!a) return unknown();
    if (an_uniform(a)) return sum;
    if (b->depth >= MAX_DEPTH || b->visits++ >= MAX_VISITS) return unknown();
    b->depth++;
    for (int i = 0; i < a->n; i++) sum = both(b, sum, move_of_term(b, &a->t[i]));
    b->depth--;
    return sum;
}

static an_move clean(an_move m) {
    if (m.d && !an_uniform(m.d)) m.d = NULL;
    if (!m.d) m.scattered = true;
    return m;
}

const an_sym *an_move_span(an_walk *w, const an_move *m) {
    by b = {.w = w, .S = w->S};
    return magnitude(&b, m->d);
}

an_move an_lane_move(an_walk *w, const an_sym *a) {
    by b = {.w = w, .S = w->S};
    return clean(move_of(&b, a));
}

an_move an_loop_move(an_walk *w, const an_sym *a, const an_loop *loop) {
    by b = {.w = w, .S = w->S, .loop = loop};
    return clean(move_of(&b, a));
}
