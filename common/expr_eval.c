/* Formulas, evaluation: runs the postfix nodes on a small stack, every operation checked.
 *
 * In: an lp_expr and a name lookup. Out: an int64, or a message with the column. What && || ?: skip
 * is not evaluated, so neither overflow nor an unknown name there is an error. */
#include "common/expr.h"

#include <stdlib.h>
#include <string.h>

#include "common/expr_node.h"
#include "common/text.h"

enum { SMALL_STACK = 64 }; /* more than any real formula needs; larger ones are allocated */

static int fail_at(const expr_node *n, lp_err *e, const char *what) {
    return lp_fail(e, "column %u: %s", n->at + 1, what);
}

/* The parser leaves every operand on the stack before its operator; the analyser, which sees only
 * this file, cannot know. */
// NOLINTBEGIN(clang-analyzer-core*)
static int eval_unary(const expr_node *n, int64_t *a, lp_err *e) {
    switch ((expr_op)n->op) {
    case EXPR_NEG:
        if (__builtin_sub_overflow((int64_t)0, *a, a)) return fail_at(n, e, "overflow in '-'");
        return 0;
    case EXPR_NOT:
        *a = !*a;
        return 0;
    case EXPR_INVERT:
        *a = ~*a;
        return 0;
    case EXPR_BOOL:
        *a = *a != 0;
        return 0;
    case EXPR_LOG2:
        if (*a < 1) return fail_at(n, e, "log2 of a number below 1");
        *a = 63 - __builtin_clzll((unsigned long long)*a);
        return 0;
    default:
        LP_BUG("node %d is not unary", n->op);
    }
}

static int eval_div(const expr_node *n, int64_t *a, int64_t b, lp_err *e) {
    if (b == 0) return fail_at(n, e, "division by zero");
    if (n->op == EXPR_MOD) {
        *a = b == -1 ? 0 : *a % b; /* INT64_MIN % -1 traps */
        return 0;
    }
    if (b == -1) {
        if (__builtin_sub_overflow((int64_t)0, *a, a)) return fail_at(n, e, "overflow in '/'");
        return 0;
    }
    *a /= b;
    return 0;
}

static int eval_shift(const expr_node *n, int64_t *a, int64_t b, lp_err *e) {
    if (b < 0 || b > 62) return fail_at(n, e, "shift outside 0..62");
    if (n->op == EXPR_SHR)
        *a = *a >= 0 ? *a >> b : ~(~*a >> b); /* rounds down, as an arithmetic shift does */
    else if (__builtin_mul_overflow(*a, INT64_C(1) << b, a))
        return fail_at(n, e, "overflow in '<<'");
    return 0;
}

/* *a = *a OP b */
static int eval_binary(const expr_node *n, int64_t *a, int64_t b, lp_err *e) {
    int64_t l = *a;
    switch ((expr_op)n->op) {
    case EXPR_MUL:
        if (__builtin_mul_overflow(l, b, a)) return fail_at(n, e, "overflow in '*'");
        return 0;
    case EXPR_ADD:
        if (__builtin_add_overflow(l, b, a)) return fail_at(n, e, "overflow in '+'");
        return 0;
    case EXPR_SUB:
        if (__builtin_sub_overflow(l, b, a)) return fail_at(n, e, "overflow in '-'");
        return 0;
    case EXPR_DIV:
    case EXPR_MOD:
        return eval_div(n, a, b, e);
    case EXPR_SHL:
    case EXPR_SHR:
        return eval_shift(n, a, b, e);
    case EXPR_LT:
        *a = l < b;
        return 0;
    case EXPR_LE:
        *a = l <= b;
        return 0;
    case EXPR_GT:
        *a = l > b;
        return 0;
    case EXPR_GE:
        *a = l >= b;
        return 0;
    case EXPR_EQ:
        *a = l == b;
        return 0;
    case EXPR_NE:
        *a = l != b;
        return 0;
    case EXPR_BIT_AND:
        *a = l & b;
        return 0;
    case EXPR_BIT_XOR:
        *a = l ^ b;
        return 0;
    case EXPR_BIT_OR:
        *a = l | b;
        return 0;
    default:
        LP_BUG("node %d is not binary", n->op);
    }
}

/* The least (or greatest) of the `count` elements at `v`, put into the first. */
static void eval_extreme(bool greatest, int64_t *v, int64_t count) {
    for (int64_t i = 1; i < count; i++) {
        if (greatest ? v[i] > v[0] : v[i] < v[0]) v[0] = v[i];
    }
}

/* The stack grows upwards from `stack`; `top` points behind its last element. */
static int run(const lp_expr *x, int64_t *stack, lp_expr_lookup look, void *ctx, lp_err *e) {
    int64_t *top = stack;
    for (size_t i = 0; i < x->n; i++) {
        const expr_node *n = &x->nodes[i];
        int rc = 0;
        switch ((expr_op)n->op) {
        case EXPR_NUMBER:
            *top++ = n->value;
            break;
        case EXPR_NAME:
            if (!look(ctx, x->names + n->value, top++))
                return lp_fail(e, "column %u: unknown name '%s'", n->at + 1, x->names + n->value);
            break;
        case EXPR_NEG:
        case EXPR_NOT:
        case EXPR_INVERT:
        case EXPR_BOOL:
        case EXPR_LOG2:
            rc = eval_unary(n, top - 1, e);
            break;
        case EXPR_MIN:
        case EXPR_MAX:
            top -= n->value - 1;
            eval_extreme(n->op == EXPR_MAX, top - 1, n->value);
            break;
        case EXPR_AND:
        case EXPR_OR:
            if ((top[-1] != 0) == (n->op == EXPR_OR)) {
                top[-1] = n->op == EXPR_OR;
                i = (size_t)n->value - 1;
            } else {
                top--;
            }
            break;
        case EXPR_JUMP_ZERO:
            if (*--top == 0) i = (size_t)n->value - 1;
            break;
        case EXPR_JUMP:
            i = (size_t)n->value - 1;
            break;
        default:
            top--;
            rc = eval_binary(n, top - 1, *top, e);
            break;
        }
        if (rc) return -1;
    }
    if (top != stack + 1) LP_BUG("a formula left %td values", top - stack);
    return 0;
}

int lp_expr_eval(const lp_expr *x, lp_expr_lookup look, void *ctx, int64_t *out, lp_err *e) {
    int64_t small[SMALL_STACK];
    int64_t *stack = x->stack <= SMALL_STACK ? small : lp_alloc((size_t)x->stack, sizeof *stack);
    int rc = run(x, stack, look, ctx, e);
    if (rc == 0) *out = stack[0];
    if (stack != small) free(stack);
    return rc;
}

// NOLINTEND(clang-analyzer-core*)

bool lp_bind_lookup(void *ctx, const char *name, int64_t *value) {
    const lp_binds *b = ctx;
    for (int i = 0; i < b->n; i++) {
        if (strcmp(b->v[i].name, name) == 0) {
            *value = b->v[i].value;
            return true;
        }
    }
    return false;
}

int lp_expr_eval_text(const char *text, const lp_binds *b, int64_t *out, lp_err *e) {
    lp_expr *x = lp_expr_parse(text, e);
    if (!x) return -1;
    lp_binds binds = b ? *b : (lp_binds){0};
    int rc = lp_expr_eval(x, lp_bind_lookup, &binds, out, e);
    lp_expr_free(x);
    return rc;
}
