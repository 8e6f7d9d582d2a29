/* Purpose: finds statements without effect. In: the tree of a kernel and its helpers. Out: `dead`
 * of its statements. Follows variables by name, not by path: a variable that one place needs is
 * needed wherever it is set. Does not change the tree, nor evaluate it.
 *
 * Method: nothing is taken to be needed but stores, atomics, barriers and returns; what they read
 * is, and what sets that, until nothing more is found (mark and sweep, as in any optimising
 * compiler: Cytron et al., 1991, section 7.1, without the paths). */
#include "analyze/live.h"

#include <stdlib.h>
#include <string.h>

#include "common/text.h"

enum { IS_NEW, IS_ZERO, IS_OTHER };

typedef struct live {
    const an_ir *ir;
    bool *var;            /* by slot: its value is needed */
    unsigned char *zero;  /* by slot: what is known of the value it begins with */
    const an_decl **fn;   /* helpers */
    unsigned char *gives; /* what is known of the result of each */
    bool *result, *acts;  /* of each: its result is needed, it stores or waits */
    size_t n_fn;
    bool changed, kernel; /* kernel: the body at hand is the kernel's */
    size_t at;            /* else that of this helper */
} live;

static bool visit(live *l, an_node *n, bool leaves);

static bool is_expr(const an_node *n) {
    return n->kind <= AN_OTHER;
}

static const an_node *bare(const an_node *n) {
    while (n->kind == AN_CAST && n->n == 1) n = n->kid[0];
    return n;
}

/* ---- zero whatever the operands ---- */

/* The same value twice: the same text, without effects between. */
static bool same(const an_node *a, const an_node *b) {
    a = bare(a);
    b = bare(b);
    if (a->kind != b->kind || a->op != b->op || a->decl != b->decl || a->value != b->value ||
        a->lane != b->lane || a->n != b->n || a->effects)
        return false;
    if (a->kind == AN_OTHER || a->kind == AN_FLOATLIT || (a->kind == AN_SWIZZLE && a->lane < 0))
        return false;
    for (int i = 0; i < a->n; i++)
        if (!a->kid[i] || !b->kid[i] || !same(a->kid[i], b->kid[i])) return false;
    return true;
}

static bool negates(const an_node *a, const an_node *b) {
    a = bare(a);
    return a->kind == AN_UNARY && a->op == AN_BNOT && same(a->kid[0], b);
}

static bool is_zero(live *l, const an_node *n);

static size_t helper(const live *l, const an_decl *d) {
    size_t i = 0;
    while (i < l->n_fn && l->fn[i] != d) i++;
    return i;
}

static bool zero_variable(live *l, const an_decl *d) {
    if (d->kind != AN_D_VAR || d->slot < 0 || d->n_assigned || d->address_taken || !d->init ||
        d->type->cls == AN_T_ARRAY || d->type->cls == AN_T_RECORD)
        return false;
    unsigned char *known = &l->zero[d->slot];
    if (*known == IS_NEW) {
        *known = IS_OTHER; /* while it is looked at */
        *known = is_zero(l, d->init) ? IS_ZERO : IS_OTHER;
    }
    return *known == IS_ZERO;
}

/* The value of the only return, at the end of a body. */
static const an_node *only_result(const an_node *body) {
    const an_node *last = body && body->kind == AN_BLOCK && body->n ? body->kid[body->n - 1] : NULL;
    for (int i = 0; last && i < body->n - 1; i++)
        if (!body->kid[i] || (!is_expr(body->kid[i]) && body->kid[i]->kind != AN_DECL)) return NULL;
    return last && last->kind == AN_RETURN && last->n ? last->kid[0] : NULL;
}

static bool zero_result(live *l, const an_decl *d) {
    size_t f = helper(l, d);
    if (f == l->n_fn) return false;
    if (l->gives[f] == IS_NEW) {
        const an_node *r = only_result(d->body);
        l->gives[f] = IS_OTHER; /* it may call itself */
        l->gives[f] = r && is_zero(l, r) ? IS_ZERO : IS_OTHER;
    }
    return l->gives[f] == IS_ZERO;
}

static bool zero_binary(live *l, const an_node *n) {
    const an_node *a = n->kid[0], *b = n->kid[1];
    switch (n->op) {
    case AN_SUB:
    case AN_BXOR:
        return same(a, b) || (is_zero(l, a) && is_zero(l, b));
    case AN_ADD:
    case AN_BOR:
        return is_zero(l, a) && is_zero(l, b);
    case AN_BAND:
        return negates(a, b) || negates(b, a) || is_zero(l, a) || is_zero(l, b);
    case AN_MUL:
        return is_zero(l, a) || is_zero(l, b);
    case AN_SHL:
    case AN_SHR:
        return is_zero(l, a);
    default:
        return false;
    }
}

static bool is_zero(live *l, const an_node *n) {
    if (!n->type || n->type->is_float || n->effects ||
        (n->type->cls != AN_T_INT && n->type->cls != AN_T_VEC))
        return false;
    switch (n->kind) {
    case AN_INT:
        return n->value == 0;
    case AN_CAST:
        return n->n == 1 && n->kid[0]->type && !n->kid[0]->type->is_float && is_zero(l, n->kid[0]);
    case AN_UNARY:
        return (n->op == AN_NEG || n->op == AN_PLUS) && is_zero(l, n->kid[0]);
    case AN_BINARY:
        return zero_binary(l, n);
    case AN_COND:
        return is_zero(l, n->kid[1]) && is_zero(l, n->kid[2]);
    case AN_REF:
        return n->decl && zero_variable(l, n->decl);
    case AN_CALL:
        return zero_result(l, n->decl);
    default:
        return false;
    }
}

/* ---- what is read ---- */

static void mark(live *l, bool *what) {
    l->changed |= !*what;
    *what = true;
}

static bool needs_argument(const live *l, const an_decl *fn, int i) {
    return i >= fn->n_params || fn->params[i]->slot < 0 || l->var[fn->params[i]->slot];
}

/* The value of an expression is needed. */
static void need(live *l, const an_node *n) {
    if (!n || is_zero(l, n)) return;
    if (n->kind == AN_REF && n->decl && n->decl->slot >= 0) mark(l, &l->var[n->decl->slot]);
    size_t f = n->kind == AN_CALL ? helper(l, n->decl) : l->n_fn;
    if (f < l->n_fn) mark(l, &l->result[f]);
    for (int i = 0; i < n->n; i++)
        if (f == l->n_fn || needs_argument(l, l->fn[f], i)) need(l, n->kid[i]);
}

/* ---- what acts ---- */

/* The variable that an assignment changes, NULL when it is memory that others see. */
static const an_decl *target(const an_node *n) {
    for (;;) {
        n = bare(n);
        bool part = n->kind == AN_SWIZZLE || (n->kind == AN_MEMBER && !n->arrow) ||
                    (n->kind == AN_INDEX && bare(n->kid[0])->type &&
                     bare(n->kid[0])->type->cls != AN_T_PTR);
        if (!part) break;
        n = n->kid[0];
    }
    const an_decl *d = n->kind == AN_REF ? n->decl : NULL;
    bool own = d && d->slot >= 0 && (d->kind == AN_D_VAR || d->kind == AN_D_PARAM) &&
               d->type->space == AN_PRIVATE;
    return own || (d && d->slot >= 0 && d->type->cls == AN_T_PTR) ? d : NULL;
}

static bool builtin_acts(const char *name) {
    static const char *const acts[] = {
        "atom",      "barrier",     "work_group_",   "sub_group_", "vstore",
        "async_",    "wait_group_", "printf",        "write_",     "enqueue_kernel",
        "mem_fence", "ndrange",     "read_mem_fence"};
    for (size_t i = 0; i < sizeof acts / sizeof *acts; i++)
        if (strncmp(name, acts[i], strlen(acts[i])) == 0) return true;
    return false;
}

static bool acts(live *l, an_node *n);

static bool any_acts(live *l, an_node *n) {
    bool found = false;
    for (int i = 0; i < n->n; i++)
        if (n->kid[i]) found |= acts(l, n->kid[i]);
    return found;
}

static bool assignment_acts(live *l, an_node *n) {
    bool inside = any_acts(l, n);
    const an_decl *d = target(n->kid[0]);
    if (d && !l->var[d->slot]) return inside;
    for (int i = 0; i < n->n; i++) need(l, n->kid[i]);
    return true;
}

static bool call_acts(live *l, an_node *n) {
    bool inside = any_acts(l, n);
    size_t f = helper(l, n->decl);
    bool here = f < l->n_fn ? l->acts[f] : !n->decl || builtin_acts(an_callee(n));
    for (int i = 0; here && i < n->n; i++)
        if (f == l->n_fn || needs_argument(l, l->fn[f], i)) need(l, n->kid[i]);
    return here || inside;
}

/* Whether an expression changes something that is needed; marks what it needs for that. */
static bool acts(live *l, an_node *n) {
    bool side, step;
    switch (n->kind) {
    case AN_ASSIGN:
    case AN_OPASSIGN:
        return assignment_acts(l, n);
    case AN_UNARY:
        step = n->op >= AN_PREINC && n->op <= AN_POSTDEC;
        return step ? assignment_acts(l, n) : any_acts(l, n);
    case AN_CALL:
        return call_acts(l, n);
    case AN_COND:
        side = acts(l, n->kid[1]) | acts(l, n->kid[2]);
        if (side) need(l, n->kid[0]);
        return acts(l, n->kid[0]) | side;
    case AN_BINARY:
        if (n->op != AN_LAND && n->op != AN_LOR) return any_acts(l, n);
        side = acts(l, n->kid[1]);
        if (side) need(l, n->kid[0]);
        return acts(l, n->kid[0]) | side;
    default:
        return any_acts(l, n);
    }
}

static bool visit_decl(live *l, const an_node *n) {
    const an_decl *d = n->decl;
    bool found = d->init && acts(l, d->init);
    bool needed = d->slot < 0 || l->var[d->slot] || d->type->space == AN_LOCAL;
    if (needed && d->init) need(l, d->init);
    return found || needed;
}

static bool visit_return(live *l, an_node *n) {
    bool found = n->n && acts(l, n->kid[0]);
    if (l->kernel) return true;
    if (l->result[l->at] && n->n) need(l, n->kid[0]);
    return found || l->result[l->at] || l->acts[l->at];
}

/* Conditions and what they decide on: the condition is needed when something of it is. Leaving a
 * loop is a deed when the loop is needed. */
static bool visit_control(live *l, an_node *n, bool leaves) {
    bool loop = n->kind == AN_FOR || n->kind == AN_WHILE || n->kind == AN_DO;
    int cond = n->kind == AN_FOR || n->kind == AN_DO ? 1 : 0;
    bool inner = loop || n->kind == AN_SWITCH ? !n->dead : leaves, found = false;
    for (int i = 0; i < n->n; i++)
        if (i != cond && n->kid[i] && !(n->kind == AN_FOR && i == 0))
            found |= visit(l, n->kid[i], inner);
    if (found && n->kid[cond]) need(l, n->kid[cond]);
    if (n->kid[cond]) found |= acts(l, n->kid[cond]);
    if (n->kind == AN_FOR && n->kid[0]) (void)visit(l, n->kid[0], inner);
    return found;
}

static bool visit_kids(live *l, an_node *n, bool leaves) {
    bool found = false;
    for (int i = 0; i < n->n; i++)
        if (n->kid[i]) found |= visit(l, n->kid[i], leaves);
    return found;
}

/* Whether a statement is needed. `leaves`: the loop or switch around it is. */
static bool visit(live *l, an_node *n, bool leaves) {
    bool found;
    switch (n->kind) {
    case AN_BLOCK:
    case AN_CASE:
    case AN_DEFAULT:
        found = visit_kids(l, n, leaves);
        break;
    case AN_DECL:
        found = visit_decl(l, n);
        break;
    case AN_IF:
    case AN_SWITCH:
    case AN_FOR:
    case AN_WHILE:
    case AN_DO:
        found = visit_control(l, n, leaves);
        break;
    case AN_BREAK:
    case AN_CONTINUE:
        found = leaves;
        break;
    case AN_RETURN:
        found = visit_return(l, n);
        break;
    case AN_EMPTY:
        found = false;
        break;
    case AN_UNKNOWN_STMT:
        found = true;
        break;
    default:
        found = acts(l, n);
    }
    if (found && n->dead) {
        n->dead = false;
        l->changed = true;
    }
    return found;
}

static void all_dead(an_node *n) {
    n->dead = true;
    for (int i = 0; i < n->n; i++)
        if (n->kid[i]) all_dead(n->kid[i]);
}

static void prepare(live *l, an_ir *ir) {
    l->var = lp_alloc((size_t)ir->n_slots + 1, sizeof *l->var);
    l->zero = lp_alloc((size_t)ir->n_slots + 1, sizeof *l->zero);
    l->fn = lp_alloc(ir->n_decls + 1, sizeof *l->fn);
    l->gives = lp_alloc(ir->n_decls + 1, sizeof *l->gives);
    l->result = lp_alloc(ir->n_decls + 1, sizeof *l->result);
    l->acts = lp_alloc(ir->n_decls + 1, sizeof *l->acts);
    for (size_t i = 0; i < ir->n_decls; i++) {
        an_decl *d = ir->decls[i];
        if (d->kind == AN_D_FUNC && d->body) all_dead(d->body);
        if (d->kind == AN_D_FUNC && d->body && d != ir->kernel) l->fn[l->n_fn++] = d;
        if (d->slot >= 0 && d->address_taken) l->var[d->slot] = true;
    }
}

void an_live_mark(an_ir *ir) {
    live l = {.ir = ir};
    prepare(&l, ir);
    do {
        l.changed = false;
        l.kernel = true;
        (void)visit(&l, ir->kernel->body, false);
        l.kernel = false;
        for (l.at = 0; l.at < l.n_fn; l.at++)
            if (visit(&l, l.fn[l.at]->body, false) && !l.acts[l.at] && !l.result[l.at])
                mark(&l, &l.acts[l.at]);
    } while (l.changed);
    free(l.var);
    free(l.zero);
    free(l.fn);
    free(l.gives);
    free(l.result);
    free(l.acts);
}
