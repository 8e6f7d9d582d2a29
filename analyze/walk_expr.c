/* Purpose: expressions: their value, their accesses, their cost. In: expression trees. Out:
 * an_value. Calls are walk_call.c. */
#include <stdlib.h>
#include <string.h>

#include "analyze/untyped.h"
#include "analyze/walk.h"

/* ---- arithmetic ------------------------------------------------------------------------------ */

static void note_uses(an_walk *w, an_op op, const an_sym *a, const an_sym *b) {
    switch (op) {
    case AN_DIVIDE:
        an_use(w, b, AN_U_DIVISOR);
        break;
    case AN_REM:
        an_use(w, b, AN_U_MODULUS);
        break;
    case AN_SHL:
    case AN_SHR:
        an_use(w, b, AN_U_SHIFT);
        break;
    case AN_BAND:
        an_use(w, b, AN_U_MASK), an_use(w, a, AN_U_MASK);
        break;
    case AN_BXOR:
        an_use(w, b, AN_U_SEED), an_use(w, a, AN_U_SEED);
        break;
    default:
        break;
    }
}

/* Shifting by a negative number is undefined: launches must not. */
static void require_shift(an_walk *w, const an_sym *by) {
    if (!w->final || an_proved_nonneg(w->S, &w->G, by)) return;
    const an_sym *lo = an_lower(w->S, &w->G, by);
    if (lo && an_ceil_of(w->S, lo) >= 0) an_require(w, lo);
}

static const an_sym *int_arith(an_walk *w, an_op op, const an_sym *a, const an_sym *b) {
    an_symtab *S = w->S;
    switch (op) {
    case AN_ADD:
        return an_add(S, a, b);
    case AN_SUB:
        return an_sub(S, a, b);
    case AN_MUL:
        return an_mul(S, a, b);
    case AN_DIVIDE:
        return an_div(S, a, b);
    case AN_REM:
        /* x % m with x < m by a guard is x. */
        if (an_proved_nonneg(S, &w->G, a) &&
            an_proved_nonneg(S, &w->G, an_sub(S, an_sub(S, b, a), an_const(S, 1))))
            return a;
        return an_mod(S, a, b);
    case AN_SHL:
        require_shift(w, b);
        return an_shl(S, a, b);
    case AN_SHR: {
        int64_t k;
        require_shift(w, b);
        if (an_is_const(b, &k) && k >= 0 && k < 62 && an_proved_nonneg(S, &w->G, a))
            return an_div(S, a, an_const(S, (int64_t)1 << k));
        return an_shr(S, a, b);
    }
    case AN_BAND:
        return an_bits(S, AN_A_AND, a, b);
    case AN_BOR:
        return an_bits(S, AN_A_OR, a, b);
    case AN_BXOR:
        return an_bits(S, AN_A_XOR, a, b);
    default:
        return NULL;
    }
}

static an_value truth_value(an_walk *w, unsigned deps) {
    return an_int(an_unknown(w->S, "a truth value", an_const(w->S, 0), an_const(w->S, 1), deps));
}

static an_value pointer_arith(an_walk *w, an_op op, an_value a, an_value b, const an_type *t) {
    an_symtab *S = w->S;
    if (a.kind == AN_V_PTR && b.kind == AN_V_PTR) {
        if (op == AN_SUB && a.obj && a.obj == b.obj) return an_int(an_sub(S, a.off, b.off));
        bool x, y;
        bool known = an_known_truth(a, &x) && an_known_truth(b, &y) && !(x && y);
        if (known && (op == AN_EQ || op == AN_NE)) /* at least one is null */
            return an_int(an_const(S, (x == y) == (op == AN_EQ)));
        return truth_value(w, AN_DEP_LOAD);
    }
    if (b.kind == AN_V_PTR) { /* i + p */
        an_value x = a;
        a = b;
        b = x;
    }
    int64_t step = !t || t->cls != AN_T_PTR ? 0 : an_is_untyped(t) ? 1 : t->inner->size;
    if (step < 1) return (an_value){.kind = AN_V_PTR};
    an_value r = {.kind = AN_V_PTR, .obj = a.obj};
    const an_sym *d = b.kind == AN_V_INT ? an_scale(S, b.i, step) : NULL;
    r.off = op == AN_SUB ? an_sub(S, a.off, d) : an_add(S, a.off, d);
    if (op != AN_ADD && op != AN_SUB) r.off = NULL;
    return r;
}

/* A comparison of two integers whose difference is a constant has one result. */
static an_value compare(an_walk *w, an_op op, an_value a, an_value b, unsigned deps) {
    int64_t d;
    if (a.kind != AN_V_INT || b.kind != AN_V_INT || op > AN_NE ||
        !an_is_const(an_sub(w->S, a.i, b.i), &d))
        return truth_value(w, deps);
    bool truth = op == AN_LT   ? d < 0
                 : op == AN_GT ? d > 0
                 : op == AN_LE ? d <= 0
                 : op == AN_GE ? d >= 0
                 : op == AN_EQ ? d == 0
                               : d != 0;
    return an_int(an_const(w->S, truth));
}

an_value an_arith(an_walk *w, an_op op, an_value a, an_value b, const an_type *t) {
    if (a.kind == AN_V_PTR || b.kind == AN_V_PTR) return pointer_arith(w, op, a, b, t);
    unsigned deps = (a.kind == AN_V_INT ? a.i->deps : AN_DEP_LOAD) |
                    (b.kind == AN_V_INT ? b.i->deps : AN_DEP_LOAD);
    if (op >= AN_LT && op <= AN_LOR) return compare(w, op, a, b, deps);
    if (an_is_int_vector(t)) return an_vector_arith(w, op, a, b, t);
    if (!t || t->cls != AN_T_INT) return an_real_arith(w, op, a, b, t);
    if (a.kind != AN_V_INT || b.kind != AN_V_INT)
        return an_unknown_of(w, t, "it is computed from something unknown", AN_DEP_LOAD);
    note_uses(w, op, a.i, b.i);
    bool bits = op == AN_BXOR || op == AN_BOR || op == AN_BAND;
    if (bits || op == AN_SHR || op == AN_DIVIDE) a.i = an_wrap_hash(w, a.i, t);
    if (bits) b.i = an_wrap_hash(w, b.i, t);
    const an_sym *r = int_arith(w, op, a.i, b.i);
    if (!r) return an_unknown_of(w, t, "the expression is beyond the inference", deps);
    bool parts = op == AN_DIVIDE || op == AN_REM || op == AN_SHR || op == AN_BAND;
    if (parts && w->loop) an_note_parts(w, r);
    return an_to_type(w, an_int(r), t);
}

/* ---- evaluation ------------------------------------------------------------------------------ */

static void count_op(an_walk *w, const an_node *n) {
    const an_type *t = n->kind == AN_BINARY && n->kid[0]->type ? n->kid[0]->type : n->type;
    if (!t) return;
    int lanes = t->cls == AN_T_VEC ? t->lanes : 1;
    an_work_op(w, n);
    if (t->is_float)
        an_count(w, AN_F_FLOP, lanes);
    else if (t->cls == AN_T_INT || t->cls == AN_T_VEC)
        an_count(w, AN_F_IOP, lanes);
}

/* Evaluates a part that only runs when `cond` is `truth`. */
static an_value eval_under(an_walk *w, const an_node *cond, bool truth, const an_node *n,
                           an_snap **after) {
    an_mark m = an_guard_mark(w);
    an_value *before = n->effects ? an_env_copy(w) : NULL;
    an_assume(w, cond, truth);
    an_work_side(w, m.n, m.unsaid, an_work_chance(w, cond, truth).p);
    w->nest++;
    an_value v = an_eval(w, n);
    w->nest--;
    *after = an_snapshot(w);
    an_guard_reset(w, m);
    if (before) memcpy(w->env, before, (size_t)w->ir->n_slots * sizeof *before);
    an_env_drop(w, before);
    return v;
}

static const an_node *without_casts(const an_node *n) {
    while (n->kind == AN_CAST && n->n == 1) n = n->kid[0];
    return n;
}

/* An integer argument that is asked whether it is zero. */
static void note_flag(an_walk *w, const an_node *n, an_value v) {
    if (without_casts(n)->kind == AN_REF && v.kind == AN_V_INT) an_use(w, v.i, AN_U_FLAG);
}

static an_value eval_logic(an_walk *w, const an_node *n) {
    an_value a = an_eval(w, n->kid[0]);
    note_flag(w, n->kid[0], a);
    an_snap *right;
    bool left, all;
    bool known = an_known_truth(a, &left);
    if (known && left == (n->op == AN_LOR)) return an_int(an_const(w->S, left));
    an_value b = eval_under(w, n->kid[0], n->op == AN_LAND, n->kid[1], &right);
    note_flag(w, n->kid[1], b);
    if (n->kid[1]->effects) an_snap_drop(w, an_join_more(w, an_snapshot(w), right));
    an_snap_drop(w, right);
    an_count(w, AN_F_IOP, 1);
    an_work_add(w, AN_W_IADD, 1);
    if (known && an_known_truth(b, &all)) return an_int(an_const(w->S, all));
    unsigned deps = (a.kind == AN_V_INT ? a.i->deps : AN_DEP_LOAD) |
                    (b.kind == AN_V_INT ? b.i->deps : AN_DEP_LOAD);
    return truth_value(w, deps);
}

/* a < b ? a : b is min(a, b). */
static const an_sym *as_min_max(an_walk *w, const an_node *cond, const an_sym *yes,
                                const an_sym *no) {
    if (cond->kind != AN_BINARY || cond->op < AN_LT || cond->op > AN_GE) return NULL;
    an_value a = an_peek(w, cond->kid[0]), b = an_peek(w, cond->kid[1]);
    if (a.kind != AN_V_INT || b.kind != AN_V_INT) return NULL;
    bool less = cond->op == AN_LT || cond->op == AN_LE;
    if (a.i == yes && b.i == no) return less ? an_min(w->S, yes, no) : an_max(w->S, yes, no);
    if (a.i == no && b.i == yes) return less ? an_max(w->S, yes, no) : an_min(w->S, yes, no);
    return NULL;
}

static an_value eval_cond(an_walk *w, const an_node *n) {
    an_value c = an_eval(w, n->kid[0]);
    an_snap *yes, *no;
    an_count(w, AN_F_BRANCH, 1);
    an_work_add(w, AN_W_IADD, 1);
    if (c.kind == AN_V_INT) an_use(w, c.i, AN_U_FLAG);
    bool truth;
    if (an_known_truth(c, &truth)) return an_eval(w, n->kid[truth ? 1 : 2]);
    an_value a = eval_under(w, n->kid[0], true, n->kid[1], &yes);
    an_value b = eval_under(w, n->kid[0], false, n->kid[2], &no);
    if (n->kid[1]->effects || n->kid[2]->effects) an_join(w, yes, no);
    const an_sym *m = NULL;
    if (a.kind == AN_V_INT && b.kind == AN_V_INT) m = as_min_max(w, n->kid[0], a.i, b.i);
    w->uniform_join = c.kind == AN_V_INT && !an_divergent(c.i);
    an_value v = m ? an_int(m) : an_join_values(w, a, &yes->g, b, &no->g);
    w->uniform_join = false;
    an_snap_drop(w, yes);
    an_snap_drop(w, no);
    if (v.kind == AN_V_NONE && n->type && n->type->cls == AN_T_INT)
        return an_unknown_of(w, n->type, "one of two values", AN_DEP_LOAD);
    return v;
}

static an_value eval_step(an_walk *w, const an_node *n) {
    an_place p = an_place_of(w, n->kid[0]);
    an_value old = an_load_place(w, p, n->off);
    an_op op = n->op == AN_PREINC || n->op == AN_POSTINC ? AN_ADD : AN_SUB;
    an_value now = an_arith(w, op, old, an_int(an_const(w->S, 1)), n->kid[0]->type);
    count_op(w, n);
    an_store_place(w, p, now, n->off);
    return n->op == AN_PREINC || n->op == AN_PREDEC ? now : old;
}

static an_value eval_unary(an_walk *w, const an_node *n) {
    an_value v;
    switch (n->op) {
    case AN_PREINC:
    case AN_PREDEC:
    case AN_POSTINC:
    case AN_POSTDEC:
        return eval_step(w, n);
    case AN_DEREF:
        return an_load_place(w, an_place_of(w, n), n->off);
    case AN_ADDR:
        return an_address_of(w, an_place_of(w, n->kid[0]));
    case AN_NEG:
        v = an_eval(w, n->kid[0]);
        count_op(w, n);
        if (v.kind == AN_V_INT) return an_to_type(w, an_int(an_scale(w->S, v.i, -1)), n->type);
        if (v.real) return an_real_negative(w, v);
        break;
    case AN_BNOT:
        v = an_eval(w, n->kid[0]);
        count_op(w, n);
        if (v.kind == AN_V_INT)
            return an_to_type(w, an_int(an_sub(w->S, an_const(w->S, -1), v.i)), n->type);
        break;
    case AN_LNOT:
        v = an_eval(w, n->kid[0]);
        count_op(w, n);
        bool truth;
        if (an_known_truth(v, &truth)) return an_int(an_const(w->S, !truth));
        return truth_value(w, v.kind == AN_V_INT ? v.i->deps : AN_DEP_LOAD);
    default: /* unary plus */
        return an_eval(w, n->kid[0]);
    }
    return an_unknown_of(w, n->type, "it is computed from something unknown", AN_DEP_LOAD);
}

/* A scalar that a loop multiplies is how far it steps. */
static void use_compared(an_walk *w, const an_sym *a, unsigned how) {
    for (int i = 0; i < a->n; i++) {
        bool steps = false;
        for (int k = 0; k < a->t[i].n; k++) steps |= a->t[i].f[k]->kind == AN_A_TRIP;
        an_use(w, an_of_term(w->S, &a->t[i]), steps ? AN_U_STRIDE : how);
    }
}

/* A floating argument on one side, something that is no constant on the other. */
static void note_threshold(an_walk *w, const an_node *n, int side) {
    const an_node *x = without_casts(n->kid[side]), *other = without_casts(n->kid[!side]);
    if (w->quiet || !w->frame || w->frame->up || x->kind != AN_REF || other->kind == AN_FLOATLIT ||
        other->kind == AN_INT)
        return;
    for (int i = 0; i < w->n_args; i++)
        if (w->ir->kernel->params[i] == x->decl && x->decl->type->cls == AN_T_FLOAT)
            w->args[i].compared++;
}

/* Comparisons with loop and work-item values make a scalar a bound; against a trip counter, the
 * loop makes it a trip count. */
static void note_compare(an_walk *w, const an_node *n, an_value a, an_value b) {
    if (n->op < AN_LT || n->op > AN_NE) return;
    for (int side = 0; side < 2 && n->op <= AN_GE; side++) note_threshold(w, n, side);
    if (a.kind != AN_V_INT || b.kind != AN_V_INT) return;
    const an_sym *between = an_sub(w->S, a.i, b.i); /* what both sides have does not count */
    unsigned d = between ? between->deps : a.i->deps | b.i->deps;
    unsigned how = d & (AN_DEP_ITEM | AN_DEP_GROUP) ? AN_U_BOUND
                   : d & AN_DEP_VARYING             ? AN_U_ANY
                                                    : AN_U_FLAG;
    use_compared(w, a.i, how);
    use_compared(w, b.i, how);
}

static an_value eval_binary(an_walk *w, const an_node *n) {
    if (n->op == AN_LAND || n->op == AN_LOR) return eval_logic(w, n);
    an_value a = an_eval(w, n->kid[0]), b = an_eval(w, n->kid[1]);
    if (n->op == AN_COMMA) return b;
    count_op(w, n);
    note_compare(w, n, a, b);
    if (a.kind == AN_V_PTR && b.kind == AN_V_PTR && n->op == AN_SUB) {
        an_value d = an_arith(w, n->op, a, b, n->type);
        const an_type *t = n->kid[0]->type;
        if (d.kind == AN_V_INT && t->cls == AN_T_PTR && t->inner->size > 0)
            return an_int(an_div(w->S, d.i, an_const(w->S, t->inner->size)));
        return d;
    }
    return an_arith(w, n->op, a, b, n->type);
}

static an_value eval_opassign(an_walk *w, const an_node *n) {
    an_value b = an_eval(w, n->kid[1]);
    an_place p = an_place_of(w, n->kid[0]);
    an_value old = an_load_place(w, p, n->off);
    count_op(w, n);
    an_value v = an_arith(w, n->op, old, b, n->kid[0]->type);
    an_store_place(w, p, v, n->off);
    return v;
}

static bool is_zero(an_value v) {
    int64_t c;
    return v.kind == AN_V_INT && an_is_const(v.i, &c) && c == 0;
}

static an_value eval_cast(an_walk *w, const an_node *n) {
    const an_node *x = n->kid[0];
    if (x->type && n->type && x->type->cls == AN_T_ARRAY &&
        n->type->cls == AN_T_PTR) { /* an array decays to a pointer */
        return an_address_of(w, an_place_of(w, x));
    }
    an_value v = an_eval(w, x);
    if (!x->type || !n->type || n->type->cls == AN_T_VOID) return v;
    an_work_convert(w, x, n->type);
    if (v.kind == AN_V_INT && an_is_narrow(n->type) && an_is_narrow(x->type) &&
        n->type->bits == x->type->bits && n->type->is_signed == x->type->is_signed)
        return v; /* what is read from a variable is in its range */
    if (an_is_untyped(x->type) && n->type->cls == AN_T_PTR) an_note_view(w, v.obj, n->type->inner);
    /* as_int(float) and the like: the bits of something else */
    an_value r = an_real_to_int(w, v, n->type, "");
    if (r.kind == AN_V_INT) return r;
    if (n->type->cls == AN_T_INT && x->type->cls != AN_T_INT)
        return an_unknown_of(w, n->type, "it comes from a float or a vector", AN_DEP_LOAD);
    if (n->type->cls == AN_T_INT || n->type->cls == AN_T_PTR) {
        if (v.kind == AN_V_INT && n->type->cls == AN_T_PTR)
            return is_zero(v) ? an_null(w) : (an_value){.kind = AN_V_PTR};
        return an_to_type(w, v, n->type);
    }
    if (v.kind == AN_V_INT && an_is_int_vector(n->type)) return an_vector_of(w, v, n->type);
    if (v.kind == AN_V_INT) return an_real_of_int(w, v.i, n->type);
    if (n->type->cls == AN_T_FLOAT) return an_to_type(w, v, n->type);
    /* Reading a vector or struct changes nothing in it. */
    bool same = n->type->cls == x->type->cls && n->type->size == x->type->size &&
                n->type->is_float == x->type->is_float && n->type->bits == x->type->bits;
    return same && v.kind == AN_V_NONE ? v : an_none();
}

/* (int2)(a, b): a vector whose components are known. */
static an_value vector_literal(an_walk *w, const an_node *n) {
    an_value v = an_none();
    v.lane = an_arena_alloc(w->arena, AN_LANES * sizeof *v.lane);
    v.n_lanes = n->n;
    for (int i = 0; i < n->n; i++) {
        an_value x = an_to_type(w, an_eval(w, n->kid[i]), n->type->inner);
        v.lane[i] = x.kind == AN_V_INT ? x.i : NULL;
    }
    return v;
}

static bool is_vector_literal(const an_node *n) {
    const an_type *t = n->type;
    if (n->kind != AN_LIST || !t || t->cls != AN_T_VEC || t->is_float || n->n != t->lanes)
        return false;
    for (int i = 0; i < n->n; i++)
        if (!n->kid[i] || !n->kid[i]->type || n->kid[i]->type->cls != AN_T_INT) return false;
    return true;
}

/* Everything inside is evaluated for its accesses; the result has no tracked value. */
static an_value eval_parts(an_walk *w, const an_node *n) {
    if (is_vector_literal(n)) return vector_literal(w, n);
    if (n->kind == AN_OTHER && n->n == 1 && n->kid[0] && is_vector_literal(n->kid[0]))
        return vector_literal(w, n->kid[0]);
    for (int i = 0; i < n->n; i++)
        if (n->kid[i] && n->kid[i]->type) an_eval(w, n->kid[i]);
    return an_unknown_of(w, n->type, "it is built from parts", AN_DEP_LOAD);
}

an_value an_eval(an_walk *w, const an_node *n) {
    if (!n || an_stopped(w)) return an_none();
    w->steps++;
    switch (n->kind) {
    case AN_INT:
        return an_int(an_const(w->S, n->value));
    case AN_FLOATLIT:
        return an_real_literal(w, n);
    case AN_REF:
        if (n->decl->kind == AN_D_ENUM) return an_int(an_const(w->S, n->decl->value));
        if (n->decl->kind == AN_D_PARAM && n->decl->type->is_float && !w->quiet && w->frame &&
            !w->frame->up)
            for (int i = 0; i < w->n_args; i++)
                if (w->ir->kernel->params[i] == n->decl) {
                    w->args[i].use |= AN_U_FLOAT | AN_U_ANY;
                    w->args[i].refs++;
                }
        {
            an_value v = an_load_place(w, an_place_of(w, n), n->off);
            if (v.kind == AN_V_INT) an_use(w, v.i, AN_U_ANY);
            return v;
        }
    case AN_INDEX:
    case AN_MEMBER:
        return an_load_place(w, an_place_of(w, n), n->off);
    case AN_SWIZZLE: {
        an_place p = an_place_of(w, n);
        an_value v = an_load_place(w, p, n->off);
        if (n->decl) return v;
        if (p.kind == AN_P_MEM && n->lane >= 0) return an_component(w, p, n->value, n->type);
        return an_unknown_of(w, n->type, "it is a component of a vector", AN_DEP_LOAD);
    }
    case AN_UNARY:
        return eval_unary(w, n);
    case AN_BINARY:
        return eval_binary(w, n);
    case AN_ASSIGN: {
        an_value v = an_eval(w, n->kid[1]);
        an_place p = an_place_of(w, n->kid[0]);
        an_store_place(w, p, v, n->off);
        return v;
    }
    case AN_OPASSIGN:
        return eval_opassign(w, n);
    case AN_COND:
        return eval_cond(w, n);
    case AN_CALL:
        return an_call(w, n);
    case AN_CAST:
        return eval_cast(w, n);
    default:
        return eval_parts(w, n);
    }
}

an_value an_peek(an_walk *w, const an_node *n) {
    if (!n || n->effects)
        return an_unknown_of(w, n ? n->type : NULL, "it has side effects", AN_DEP_LOAD);
    w->quiet++;
    an_value v = an_eval(w, n);
    w->quiet--;
    return v;
}
