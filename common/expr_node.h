/* The parsed form of a formula, shared by the parser (expr.c) and the evaluator (expr_eval.c) and
 * by nobody else.
 *
 * Postfix nodes for a stack of int64. Jumps go forward only, so evaluation ends after at most `n`
 * nodes. */
#ifndef LP_EXPR_NODE_H
#define LP_EXPR_NODE_H

#include <stddef.h>
#include <stdint.h>

typedef enum {
    EXPR_NUMBER, /* pushes value */
    EXPR_NAME,   /* pushes the name at names + value */
    EXPR_NEG,
    EXPR_NOT,
    EXPR_INVERT,
    EXPR_BOOL, /* 0 stays 0, all else becomes 1 */
    EXPR_LOG2,
    EXPR_MUL,
    EXPR_DIV,
    EXPR_MOD,
    EXPR_ADD,
    EXPR_SUB,
    EXPR_SHL,
    EXPR_SHR,
    EXPR_LT,
    EXPR_LE,
    EXPR_GT,
    EXPR_GE,
    EXPR_EQ,
    EXPR_NE,
    EXPR_BIT_AND,
    EXPR_BIT_XOR,
    EXPR_BIT_OR,
    EXPR_MIN, /* of the upper `value` elements */
    EXPR_MAX,
    EXPR_AND,       /* top is 0: leaves 0 and jumps to node `value`; else drops it */
    EXPR_OR,        /* top is not 0: leaves 1 and jumps; else drops it */
    EXPR_JUMP_ZERO, /* drops the top and jumps when it was 0 */
    EXPR_JUMP,
} expr_op;

typedef struct expr_node {
    uint8_t op;
    uint32_t at; /* column in the text, from 0 */
    int64_t value;
} expr_node;

struct lp_expr {
    expr_node *nodes;
    size_t n;
    char *names;   /* NUL-terminated, one after the other */
    int64_t stack; /* largest depth that evaluation needs */
};

#endif
