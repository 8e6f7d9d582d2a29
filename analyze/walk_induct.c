/* Purpose: which variables a loop changes and how they advance. In: a loop's tree, the state at its
 * entry. Out: an_induct rows. Only constant-step, constant-factor and growing counters are
 * recognised; the rest is LOST. */
#include <string.h>

#include "analyze/walk.h"

enum { MAX_VARS = 256, MAX_UPDATES = 8 };

typedef struct update {
    const an_node *node;
    bool straight; /* runs exactly once in every iteration */
    bool nested;   /* inside an inner loop */
} update;

typedef struct varinfo {
    const an_decl *var;
    update u[MAX_UPDATES];
    int n;
    bool declared; /* inside the loop: not carried from one iteration to the next */
} varinfo;

typedef struct scan {
    varinfo v[MAX_VARS];
    int n;
    bool overflow;
    bool continued; /* a `continue` was seen: what follows in the body may be skipped */
} scan;

static const an_node *strip(const an_node *n) {
    while (n && n->kind == AN_CAST && n->n == 1) n = n->kid[0];
    return n;
}

static const an_decl *assigned_var(const an_node *n) {
    const an_node *l = strip(n->kid[0]);
    if (!l || !l->decl || l->decl->slot < 0) return NULL;
    return l->kind == AN_REF || l->kind == AN_MEMBER || l->kind == AN_SWIZZLE ? l->decl : NULL;
}

/* The private struct or vector that an assignment to a part without a value of its own changes. */
static const an_decl *assigned_whole(const an_node *n) {
    const an_node *l = strip(n->kid[0]);
    while (l && l->n >= 1 &&
           (l->kind == AN_MEMBER || l->kind == AN_SWIZZLE || l->kind == AN_INDEX) && !l->arrow)
        l = strip(l->kid[0]);
    return l && l->kind == AN_REF && l->decl->slot >= 0 ? l->decl : NULL;
}

static varinfo *var_of(scan *s, const an_decl *d) {
    for (int i = 0; i < s->n; i++)
        if (s->v[i].var == d) return &s->v[i];
    if (s->n >= MAX_VARS) {
        s->overflow = true;
        return NULL;
    }
    s->v[s->n] = (varinfo){.var = d};
    return &s->v[s->n++];
}

/* The update is of something else: its form says nothing about the part. */
static void note_part(scan *s, const an_decl *part, const an_node *n) {
    varinfo *v = var_of(s, part);
    if (!v) return;
    if (v->n < MAX_UPDATES) v->u[v->n] = (update){n, false, true};
    v->n++;
}

/* Assigning a struct or vector as a whole changes its parts in a way that is not followed; so does
 * `v.xy = ...`. */
static void note_parts(scan *s, const an_decl *whole, const an_node *n) {
    for (const an_decl *p = whole->parts; p; p = p->next_part) note_part(s, p, n);
}

static void note_update(scan *s, const an_node *n, bool straight, bool nested) {
    const an_decl *d = assigned_var(n);
    const an_decl *whole = d ? d : assigned_whole(n);
    if (whole) note_parts(s, whole, n);
    for (const an_decl *p = d && d->part_of ? d->part_of->parts : NULL; p; p = p->next_part)
        if (p != d && an_overlap(p, d)) note_part(s, p, n);
    if (whole && !d && whole->type->cls == AN_T_VEC) note_part(s, whole, n);
    varinfo *v = d ? var_of(s, d) : NULL;
    if (!v) return;
    if (v->n < MAX_UPDATES) v->u[v->n] = (update){n, straight, nested};
    v->n++;
}

static void visit(scan *s, const an_node *n, bool straight, bool nested);

static void visit_kids(scan *s, const an_node *n, int from, bool straight, bool nested) {
    for (int i = from; i < n->n; i++) visit(s, n->kid[i], straight && !s->continued, nested);
}

static void visit(scan *s, const an_node *n, bool straight, bool nested) {
    if (!n) return;
    switch (n->kind) {
    case AN_ASSIGN:
    case AN_OPASSIGN:
        visit_kids(s, n, 0, straight, nested);
        note_update(s, n, straight, nested);
        return;
    case AN_UNARY:
        visit_kids(s, n, 0, straight, nested);
        if (n->op >= AN_PREINC && n->op <= AN_POSTDEC) note_update(s, n, straight, nested);
        return;
    case AN_BINARY:
        if (n->op != AN_LAND && n->op != AN_LOR) break;
        visit(s, n->kid[0], straight, nested);
        visit(s, n->kid[1], false, nested);
        return;
    case AN_IF:
    case AN_COND:
        visit(s, n->kid[0], straight, nested);
        visit_kids(s, n, 1, false, nested);
        return;
    case AN_SWITCH:
        visit_kids(s, n, 0, false, nested);
        return;
    case AN_FOR:
    case AN_WHILE:
    case AN_DO: {
        bool outer = s->continued;
        visit_kids(s, n, 0, false, true);
        s->continued = outer; /* a continue in there is the inner loop's */
        return;
    }
    case AN_CONTINUE:
        s->continued = true;
        return;
    case AN_DECL: {
        varinfo *v = n->decl->slot >= 0 ? var_of(s, n->decl) : NULL;
        if (v) v->declared = true;
        visit(s, n->decl->init, straight, nested);
        return;
    }
    default:
        break;
    }
    visit_kids(s, n, 0, straight, nested);
}

/* An iteration that goes on has evaluated every part of a conjunction. */
static void visit_condition(scan *s, const an_node *n) {
    while (n && n->kind == AN_CAST && n->n == 1) n = n->kid[0];
    if (n && n->kind == AN_BINARY && n->op == AN_LAND) {
        visit_condition(s, n->kid[0]);
        visit_condition(s, n->kid[1]);
        return;
    }
    visit(s, n, true, false);
}

/* No variable of the loop, no memory, no effects: the same in every iteration. */
static bool invariant(const scan *s, const an_node *n) {
    if (!n) return true;
    if (n->effects || n->kind == AN_INDEX || n->kind == AN_MEMBER || n->kind == AN_OTHER)
        return false;
    if (n->kind == AN_UNARY && n->op == AN_DEREF) return false;
    if (n->kind == AN_CALL && strncmp(an_callee(n), "get_", 4) != 0) return false;
    if (n->kind == AN_REF)
        for (int i = 0; i < s->n; i++)
            if (s->v[i].var == n->decl) return false;
    for (int i = 0; i < n->n; i++)
        if (!invariant(s, n->kid[i])) return false;
    return true;
}

static bool refers_to(const an_node *n, const an_decl *d) {
    n = strip(n);
    return n && n->decl == d &&
           (n->kind == AN_REF || n->kind == AN_MEMBER || n->kind == AN_SWIZZLE);
}

/* v OP= operand; false when the update has another form. */
static bool update_form(const an_node *n, const an_decl *d, an_op *op, const an_node **operand) {
    *operand = NULL;
    if (n->kind == AN_UNARY) {
        *op = n->op == AN_PREINC || n->op == AN_POSTINC ? AN_ADD : AN_SUB;
        return true;
    }
    if (n->kind == AN_OPASSIGN) {
        *op = n->op;
        *operand = n->kid[1];
        return true;
    }
    const an_node *r = strip(n->kid[1]);
    if (!r || r->kind != AN_BINARY || r->n != 2) return false;
    *op = r->op;
    if (refers_to(r->kid[0], d))
        *operand = r->kid[1];
    else if (refers_to(r->kid[1], d) && (r->op == AN_ADD || r->op == AN_MUL))
        *operand = r->kid[0];
    return *operand != NULL;
}

/* The constant factor by which it multiplies or divides, 0 when it does neither. */
static int64_t factor_of(an_op op, int64_t c) {
    if ((op == AN_MUL || op == AN_DIVIDE) && c >= 2) return c;
    if ((op == AN_SHL || op == AN_SHR) && c >= 1 && c < 31) return (int64_t)1 << c;
    return 0;
}

static const an_sym *step_of(an_walk *w, an_op op, const an_node *operand, const an_decl *d) {
    an_value v = operand ? an_peek(w, operand) : an_int(an_const(w->S, 1));
    if (v.kind != AN_V_INT) return NULL;
    int64_t unit = d->type->cls == AN_T_PTR && d->type->inner->size > 0 ? d->type->inner->size : 1;
    return an_scale(w->S, v.i, op == AN_SUB ? -unit : unit);
}

static void classify_single(an_walk *w, const scan *s, const varinfo *v, an_induct *out) {
    an_op op;
    const an_node *operand;
    int64_t c;
    if (!v->u[0].straight || !update_form(v->u[0].node, v->var, &op, &operand)) return;
    if (operand && !invariant(s, operand)) return;
    if (op == AN_ADD || op == AN_SUB) {
        out->step = step_of(w, op, operand, v->var);
        if (out->step) out->kind = AN_I_ADD;
        return;
    }
    an_value k = operand ? an_peek(w, operand) : an_none();
    if (k.kind != AN_V_INT || !an_is_const(k.i, &c) || v->var->type->cls != AN_T_INT) return;
    out->factor = factor_of(op, c);
    if (out->factor) out->kind = op == AN_MUL || op == AN_SHL ? AN_I_MUL : AN_I_DIV;
}

/* 0 or 1, whatever the variables in it are. */
static bool is_truth(const an_node *n) {
    n = strip(n);
    return n && ((n->kind == AN_BINARY && n->op >= AN_LT && n->op <= AN_LOR) ||
                 (n->kind == AN_UNARY && n->op == AN_LNOT));
}

/* How much an update adds at most; NULL when it may do something else. */
static const an_sym *growth_of(an_walk *w, const scan *s, const varinfo *v, const update *u) {
    an_op op;
    const an_node *operand;
    if (u->nested || !update_form(u->node, v->var, &op, &operand)) return NULL;
    bool truth = op == AN_ADD && is_truth(operand);
    if ((op != AN_ADD && op != AN_SUB) || (operand && !truth && !invariant(s, operand)))
        return NULL;
    const an_sym *step = truth ? an_const(w->S, 1) : step_of(w, op, operand, v->var);
    const an_sym *hi = step ? an_upper(w->S, &w->G, step) : NULL;
    return an_proved_nonneg(w->S, &w->G, step) ? hi : NULL;
}

/* The most that the updates in `n` add together: of two branches one is taken. */
static const an_sym *growth_in(an_walk *w, const an_node *n, const varinfo *v,
                               const an_sym *const *step) {
    const an_sym *sum = an_const(w->S, 0);
    if (!n) return sum;
    for (int i = 0; i < v->n; i++)
        if (v->u[i].node == n) return step[i];
    bool choice = n->kind == AN_IF || n->kind == AN_COND;
    for (int i = 0; i < (choice ? 1 : n->n); i++)
        sum = an_add(w->S, sum, growth_in(w, n->kid[i], v, step));
    if (n->kind == AN_DECL && n->decl->init)
        sum = an_add(w->S, sum, growth_in(w, n->decl->init, v, step));
    if (!choice) return sum;
    const an_sym *yes = growth_in(w, n->kid[1], v, step);
    return an_add(w->S, sum, an_max(w->S, yes, growth_in(w, n->n > 2 ? n->kid[2] : NULL, v, step)));
}

/* Every update adds something that is never negative. */
static void classify_growing(an_walk *w, const scan *s, const varinfo *v, const an_node *loop,
                             an_induct *out) {
    const an_sym *step[MAX_UPDATES];
    if (v->n > MAX_UPDATES || v->var->type->cls != AN_T_INT) return;
    for (int i = 0; i < v->n; i++)
        if (!(step[i] = growth_of(w, s, v, &v->u[i]))) return;
    out->step = growth_in(w, loop, v, step);
    if (out->step) out->kind = AN_I_GROW;
}

static bool adds_only(const varinfo *v) {
    an_op op;
    const an_node *operand;
    for (int i = 0; i < v->n && v->n <= MAX_UPDATES; i++)
        if (!update_form(v->u[i].node, v->var, &op, &operand) || (op != AN_ADD && op != AN_SUB))
            return false;
    return v->n <= MAX_UPDATES;
}

int an_find_inducts(an_walk *w, const an_node *loop, an_induct **out) {
    scan *s = an_arena_alloc(w->arena, sizeof *s);
    const an_node *body = loop->kind == AN_FOR     ? loop->kid[3]
                          : loop->kind == AN_WHILE ? loop->kid[1]
                                                   : loop->kid[0];
    const an_node *cond = loop->kind == AN_FOR     ? loop->kid[1]
                          : loop->kind == AN_WHILE ? loop->kid[0]
                                                   : loop->kid[1];
    visit_condition(s, cond);
    visit(s, body, true, false);
    s->continued = false; /* the increment of a for loop always runs */
    if (loop->kind == AN_FOR) visit(s, loop->kid[2], true, false);
    if (s->overflow) {
        an_fail(w, AN_UNSUPPORTED, loop->off, "a loop that changes more than %d variables",
                MAX_VARS);
        return 0;
    }
    an_induct *v = an_arena_alloc(w->arena, (size_t)(s->n ? s->n : 1) * sizeof *v);
    int n = 0;
    for (int i = 0; i < s->n; i++) {
        if (s->v[i].declared || !s->v[i].n || s->v[i].var->address_taken) continue;
        an_induct *x = &v[n++];
        x->var = s->v[i].var;
        x->init = w->env[x->var->slot];
        if (s->v[i].n == 1) classify_single(w, s, &s->v[i], x);
        if (x->kind == AN_I_LOST && x->init.kind == AN_V_INT)
            classify_growing(w, s, &s->v[i], loop, x);
        if (x->kind != AN_I_LOST && x->init.kind == AN_V_NONE) x->kind = AN_I_LOST;
        x->additive = adds_only(&s->v[i]);
    }
    *out = v;
    return n;
}
