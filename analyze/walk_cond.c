/* Purpose: what a condition being true or false says, as guards. In: condition trees. Out: values
 * known to be >= 0. Says nothing where it is not sure: fewer guards are always safe. */
#include "analyze/walk.h"

an_mark an_guard_mark(const an_walk *w) {
    return (an_mark){w->G.n, w->opaque_div, w->G.nf, w->unsaid, w->region};
}

void an_guard_reset(an_walk *w, an_mark m) {
    w->G.n = m.n;
    w->G.nf = m.facts;
    w->opaque_div = m.opaque;
    w->unsaid = m.unsaid;
    w->region = m.region;
}

static bool asks_for_data(const an_sym *g) {
    unsigned deps = 0;
    for (int t = 0; t < g->n; t++)
        for (int k = 0; k < g->t[t].n; k++) deps |= g->t[t].f[k]->deps;
    return (deps & AN_DEP_LOAD) != 0;
}

void an_guard_push(an_walk *w, const an_sym *g, bool divergent) {
    if (!g || asks_for_data(g)) w->unsaid++;
    if (!g || w->G.n >= AN_MAX_GUARDS) {
        if (divergent) w->opaque_div++;
        return;
    }
    w->gdiv[w->G.n] = divergent;
    w->gleft[w->G.n] = false;
    w->G.g[w->G.n++] = g;
}

/* Each guard costs time in every search for a bound: quotients by more are bits of a hash, not
 * positions. */
enum { MAX_FACT_GUARDS = 16, MAX_FACT_DIVISOR = 8, MAX_NESTED = 2 };

static void push_once(an_walk *w, const an_sym *g) {
    for (int i = 0; i < w->G.n; i++)
        if (w->G.g[i] == g) return;
    if (g && w->G.n < MAX_FACT_GUARDS) an_guard_push(w, g, false);
}

static void note_quotient(an_walk *w, const an_atom *x, const an_sym *v) {
    an_symtab *S = w->S;
    const an_sym *top = an_sub(S, x->q, an_const(S, 1));
    int64_t q;
    if (an_is_const(x->q, &q) && q > MAX_FACT_DIVISOR) return;
    if (!an_proved_nonneg(S, &w->G, x->p) || !an_proved_nonneg(S, &w->G, top)) return;
    if (x->kind == AN_A_MOD) {
        push_once(w, an_sub(S, top, v));
        return;
    }
    const an_sym *rest = an_sub(S, x->p, an_mul(S, x->q, v)); /* 0 <= p - q * (p / q) < q */
    push_once(w, rest);
    push_once(w, an_sub(S, top, rest));
}

void an_note_parts(an_walk *w, const an_sym *a) {
    an_symtab *S = w->S;
    for (int i = 0; i < a->n; i++) {
        const an_atom *x = a->t[i].n == 1 ? a->t[i].f[0] : NULL;
        if (!x || !(x->deps & AN_DEP_UNKNOWN)) continue;
        const an_sym *v = an_of_term(S, &(an_term){.c = 1, .n = 1, .f = {x}});
        if (x->kind == AN_A_DIV || x->kind == AN_A_MOD) note_quotient(w, x, v);
        if (x->kind != AN_A_AND || !an_is_const(an_sub(S, x->p, x->q), NULL))
            continue; /* x & (x - 1) */
        if (an_proved_nonneg(S, &w->G, x->p)) push_once(w, an_sub(S, x->p, v));
        if (an_proved_nonneg(S, &w->G, x->q)) push_once(w, an_sub(S, x->q, v));
    }
}

/* Loops ask for contents that bound what their conditions compare with, and each guard costs time:
 * there only operands that are the same for all work-items, or that loops outside change, count. */
static bool worth_a_guard(const an_walk *w, const an_atom *x) {
    unsigned deps = AN_DEP_LOAD | AN_DEP_UNKNOWN;
    if (w->entering) deps |= AN_DEP_ITEM | AN_DEP_GROUP;
    return x->deps & AN_DEP_VARYING && !(x->deps & deps);
}

/* What is at most a minimum is at most each of its operands; the same for maxima. */
static void push_operands(an_walk *w, const an_sym *g, bool div, int depth) {
    an_symtab *S = w->S;
    for (int i = 0; g && depth < MAX_NESTED && i < g->n; i++) {
        const an_atom *x = g->t[i].n == 1 ? g->t[i].f[0] : NULL;
        if (!x || x->kind != (g->t[i].c > 0 ? AN_A_MIN : AN_A_MAX) || !worth_a_guard(w, x))
            continue;
        const an_sym *rest = an_sub(S, g, an_of_term(S, &g->t[i]));
        for (int side = 0; side < 2; side++) {
            const an_sym *part = an_add(S, rest, an_scale(S, side ? x->q : x->p, g->t[i].c));
            an_guard_push(w, part, div);
            push_operands(w, part, div, depth + 1);
        }
        return;
    }
}

static void assume_less(an_walk *w, const an_sym *a, const an_sym *b, int64_t slack, bool div) {
    const an_sym *g = an_sub(w->S, an_sub(w->S, b, a), an_const(w->S, slack));
    an_guard_push(w, g, div);
    push_operands(w, g, div, 0);
}

static void assume_unequal(an_walk *w, const an_sym *a, const an_sym *b, bool div) {
    const an_sym *d = an_sub(w->S, a, b), *minus = an_scale(w->S, d, -1);
    if (!d || asks_for_data(d)) w->unsaid++;
    if (an_proved_nonneg(w->S, &w->G, d))
        an_guard_push(w, an_sub(w->S, d, an_const(w->S, 1)), div);
    else if (an_proved_nonneg(w->S, &w->G, minus))
        an_guard_push(w, an_sub(w->S, minus, an_const(w->S, 1)), div);
    else if (div)
        w->opaque_div++;
}

static void assume_compare(an_walk *w, an_op op, const an_sym *a, const an_sym *b, bool truth,
                           bool div) {
    static const an_op negated[] = {[AN_LT] = AN_GE, [AN_GE] = AN_LT, [AN_GT] = AN_LE,
                                    [AN_LE] = AN_GT, [AN_EQ] = AN_NE, [AN_NE] = AN_EQ};
    if (!truth) op = negated[op];
    switch (op) {
    case AN_LT:
        assume_less(w, a, b, 1, div);
        break;
    case AN_LE:
        assume_less(w, a, b, 0, div);
        break;
    case AN_GT:
        assume_less(w, b, a, 1, div);
        break;
    case AN_GE:
        assume_less(w, b, a, 0, div);
        break;
    case AN_EQ:
        assume_less(w, a, b, 0, div);
        assume_less(w, b, a, 0, div);
        break;
    default:
        assume_unequal(w, a, b, div);
        break;
    }
}

static bool is_compare(an_op op) {
    return op >= AN_LT && op <= AN_NE;
}

/* Both sides of && (true) and || (false) hold. */
static bool both_hold(const an_node *n, bool truth) {
    return n->kind == AN_BINARY && ((n->op == AN_LAND && truth) || (n->op == AN_LOR && !truth));
}

/* What a variable that keeps a condition says when it is tested: guards over values as they were at
 * its declaration. */
typedef struct an_fact {
    struct side {
        const an_sym *g[6];
        bool div[6];
        int n, opaque, unsaid;
    } side[2]; /* false, true */
    bool known;
} an_fact;

static void take_side(an_walk *w, const an_node *init, bool truth, struct side *s) {
    an_mark m = an_guard_mark(w);
    an_assume(w, init, truth);
    s->n = 0;
    s->opaque = w->opaque_div - m.opaque;
    s->unsaid = w->unsaid - m.unsaid;
    for (int i = m.n; i < w->G.n && s->n < 6; i++) {
        s->g[s->n] = w->G.g[i];
        s->div[s->n++] = w->gdiv[i];
    }
    an_guard_reset(w, m);
}

void an_remember_condition(an_walk *w, const an_decl *d) {
    if (!w->facts) w->facts = an_arena_alloc(w->arena, (size_t)w->ir->n_slots * sizeof *w->facts);
    const an_node *c = d->init;
    while (c && c->kind == AN_CAST && c->n == 1) c = c->kid[0];
    if (!c || c->effects || d->slot < 0 || d->n_assigned || d->address_taken ||
        d->type->cls != AN_T_INT)
        return;
    bool truth = (c->kind == AN_BINARY && c->op >= AN_LT && c->op <= AN_LOR) ||
                 (c->kind == AN_UNARY && c->op == AN_LNOT);
    if (!truth) return;
    an_fact *f = &w->facts[d->slot];
    take_side(w, c, false, &f->side[0]);
    take_side(w, c, true, &f->side[1]);
    f->known = true;
}

static bool assume_fact(an_walk *w, const an_node *cond, bool truth) {
    if (cond->kind != AN_REF || cond->decl->slot < 0 || !w->facts ||
        !w->facts[cond->decl->slot].known)
        return false;
    const struct side *s = &w->facts[cond->decl->slot].side[truth];
    for (int i = 0; i < s->n; i++) an_guard_push(w, s->g[i], s->div[i]);
    w->opaque_div += s->opaque;
    w->unsaid += s->unsaid;
    return true;
}

void an_assume(an_walk *w, const an_node *cond, bool truth) {
    while (cond && (cond->kind == AN_CAST || (cond->kind == AN_UNARY && cond->op == AN_LNOT))) {
        if (cond->kind == AN_CAST &&
            (!cond->kid[0] || !cond->kid[0]->type || cond->kid[0]->type->cls != AN_T_INT))
            break;
        if (cond->kind == AN_UNARY) truth = !truth;
        cond = cond->kid[0];
    }
    if (!cond || assume_fact(w, cond, truth)) return;
    if (both_hold(cond, truth)) {
        an_assume(w, cond->kid[0], truth);
        an_assume(w, cond->kid[1], truth);
        return;
    }
    if (cond->kind == AN_BINARY && is_compare(cond->op)) {
        an_value a = an_peek(w, cond->kid[0]), b = an_peek(w, cond->kid[1]);
        if (a.kind == AN_V_INT && b.kind == AN_V_INT) {
            assume_compare(w, cond->op, a.i, b.i, truth, an_divergent(a.i) || an_divergent(b.i));
            return;
        }
        if (a.kind == AN_V_PTR && b.kind == AN_V_PTR && a.obj && a.obj == b.obj && a.off && b.off) {
            assume_compare(w, cond->op, a.off, b.off, truth,
                           an_divergent(an_sub(w->S, a.off, b.off)));
            return;
        }
        an_real_assume(w, cond->op, a, b, truth);
        w->opaque_div++;
        w->unsaid++;
        return;
    }
    an_value v = an_peek(w, cond);
    bool known;
    if (v.kind == AN_V_PTR && an_known_truth(v, &known)) return;
    if (v.kind == AN_V_INT &&
        !(cond->kind == AN_BINARY && (cond->op == AN_LAND || cond->op == AN_LOR)))
        assume_compare(w, AN_NE, v.i, an_const(w->S, 0), truth, an_divergent(v.i));
    else {
        w->opaque_div += v.kind != AN_V_INT || an_divergent(v.i);
        w->unsaid++;
    }
}
