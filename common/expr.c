/* Formulas, parsing: untrusted text becomes a flat array of postfix nodes (expr_node.h), with jumps
 * where && || ?: skip.
 *
 * In: text. Out: an lp_expr, or a message with the column. Folds nothing and looks no name up. The
 * text, the nesting and with them memory and stack are limited; the evaluation stack's depth is
 * known when parsing ends. */
#include "common/expr.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "common/expr_node.h"
#include "common/text.h"

enum { MAX_TEXT = 64 * 1024, MAX_NESTING = 200, MAX_CALL_ARGS = 16 };

typedef enum { TOK_END, TOK_NUMBER, TOK_NAME, TOK_OP } tok_kind;

typedef struct parser {
    const char *text;
    size_t at;       /* after the current token */
    tok_kind kind;   /* the current token */
    size_t start;    /* its first byte */
    uint64_t number; /* its value, at most 2^63 (which only a minus sign may precede) */
    lp_expr *x;
    size_t nodes_cap, names_cap, names_len;
    int nesting;
    int64_t depth; /* of the evaluation stack after the nodes so far */
    lp_err *e;
} parser;

static int fail_at(const parser *p, size_t at, const char *what) {
    return lp_fail(p->e, "column %zu: %s", at + 1, what);
}

/* ---- tokens ---- */

static bool name_byte(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

static int read_number(parser *p) {
    uint64_t v = 0;
    for (; isdigit((unsigned char)p->text[p->at]); p->at++) {
        unsigned digit = (unsigned)(p->text[p->at] - '0');
        if (__builtin_mul_overflow(v, 10U, &v) || __builtin_add_overflow(v, digit, &v) ||
            v > (uint64_t)INT64_MAX + 1)
            return fail_at(p, p->start, "number too large");
    }
    if (name_byte(p->text[p->at]) || p->text[p->at] == '.')
        return fail_at(p, p->start, "not a decimal integer");
    p->number = v;
    p->kind = TOK_NUMBER;
    return 0;
}

/* Moves to the next token. */
static int advance(parser *p) {
    while (p->text[p->at] == ' ' || p->text[p->at] == '\t') p->at++;
    p->start = p->at;
    char c = p->text[p->at];
    if (c == '\0') {
        p->kind = TOK_END;
        return 0;
    }
    if (isdigit((unsigned char)c)) return read_number(p);
    if (name_byte(c)) {
        while (name_byte(p->text[p->at])) p->at++;
        p->kind = TOK_NAME;
        return 0;
    }
    static const char *const ops[] = {"<<", ">>", "<=", ">=", "==", "!=", "&&", "||"};
    size_t len = 1;
    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++) {
        if (strncmp(p->text + p->at, ops[i], 2) == 0) len = 2;
    }
    if (len == 1 && !strchr("+-*/%<>&^|!~?:(),", c))
        return fail_at(p, p->at, "unexpected character");
    p->at += len;
    p->kind = TOK_OP;
    return 0;
}

static bool is_op(const parser *p, const char *op) {
    size_t len = p->at - p->start;
    return p->kind == TOK_OP && strlen(op) == len && memcmp(p->text + p->start, op, len) == 0;
}

static int expect(parser *p, const char *op) {
    if (is_op(p, op)) return advance(p);
    return lp_fail(p->e, "column %zu: expected '%s'", p->start + 1, op);
}

/* ---- nodes ---- */

/* Appends a node that changes the evaluation stack by `grows`; returns its index. */
static size_t emit(parser *p, expr_op op, int64_t value, size_t at, int64_t grows) {
    lp_expr *x = p->x;
    x->nodes = lp_grow(x->nodes, &p->nodes_cap, x->n + 1, sizeof *x->nodes);
    x->nodes[x->n] = (expr_node){.op = (uint8_t)op, .at = (uint32_t)at, .value = value};
    p->depth += grows;
    if (p->depth > x->stack) x->stack = p->depth;
    return x->n++;
}

/* Makes the jump at `node` lead to the next node. */
static void land(parser *p, size_t node) {
    p->x->nodes[node].value = (int64_t)p->x->n;
}

static void emit_name(parser *p, const char *s, size_t len) {
    lp_expr *x = p->x;
    size_t at = p->names_len;
    x->names = lp_grow(x->names, &p->names_cap, at + len + 1, 1);
    memcpy(x->names + at, s, len);
    x->names[at + len] = '\0';
    p->names_len = at + len + 1;
    emit(p, EXPR_NAME, (int64_t)at, (size_t)(s - p->text), 1);
}

/* ---- grammar ---- */

static int parse_expr(parser *p);

static int enter(parser *p) {
    if (++p->nesting > MAX_NESTING) return fail_at(p, p->start, "nested more than 200 levels deep");
    return 0;
}

/* The arguments of a call, the current token being the first one after the parenthesis. */
static int parse_call(parser *p, const char *name, size_t len, size_t at) {
    static const struct {
        const char *name;
        expr_op op;
        int max_args;
    } calls[] = {
        {"min", EXPR_MIN, MAX_CALL_ARGS}, {"max", EXPR_MAX, MAX_CALL_ARGS}, {"log2", EXPR_LOG2, 1}};
    size_t which = 0;
    const size_t n_calls = sizeof calls / sizeof *calls;
    while (which < n_calls &&
           (strlen(calls[which].name) != len || memcmp(calls[which].name, name, len) != 0))
        which++;
    if (which == n_calls) return fail_at(p, at, "unknown function (there are min, max and log2)");
    int n = 0;
    do {
        if (n > 0 && advance(p)) return -1;
        if (n == calls[which].max_args) return fail_at(p, p->start, "too many arguments");
        if (parse_expr(p)) return -1;
        n++;
    } while (is_op(p, ","));
    emit(p, calls[which].op, n, at, 1 - n);
    return expect(p, ")");
}

static int parse_name(parser *p) {
    size_t at = p->start;
    size_t len = p->at - at;
    if (advance(p)) return -1;
    if (!is_op(p, "(")) {
        emit_name(p, p->text + at, len);
        return 0;
    }
    if (enter(p) || advance(p) || parse_call(p, p->text + at, len, at)) return -1;
    p->nesting--;
    return 0;
}

static int parse_primary(parser *p) {
    if (p->kind == TOK_NUMBER) {
        if (p->number > INT64_MAX) return fail_at(p, p->start, "number too large");
        emit(p, EXPR_NUMBER, (int64_t)p->number, p->start, 1);
        return advance(p);
    }
    if (p->kind == TOK_NAME) return parse_name(p);
    if (!is_op(p, "(")) return fail_at(p, p->start, "expected a number, a name or '('");
    if (enter(p) || advance(p) || parse_expr(p)) return -1;
    p->nesting--;
    return expect(p, ")");
}

static int parse_unary(parser *p) {
    size_t at = p->start;
    expr_op op;
    if (is_op(p, "-"))
        op = EXPR_NEG;
    else if (is_op(p, "!"))
        op = EXPR_NOT;
    else if (is_op(p, "~"))
        op = EXPR_INVERT;
    else
        return parse_primary(p);
    if (enter(p) || advance(p)) return -1;
    if (op == EXPR_NEG && p->kind == TOK_NUMBER && p->number > INT64_MAX) {
        emit(p, EXPR_NUMBER, INT64_MIN, at, 1); /* the one number whose magnitude does not fit */
        if (advance(p)) return -1;
    } else {
        if (parse_unary(p)) return -1;
        emit(p, op, 0, at, 0);
    }
    p->nesting--;
    return 0;
}

/* Binary operators; a larger level binds tighter. */
static const struct {
    const char *text;
    expr_op op;
    int level;
} binaries[] = {
    {"||", EXPR_OR, 1},     {"&&", EXPR_AND, 2}, {"|", EXPR_BIT_OR, 3}, {"^", EXPR_BIT_XOR, 4},
    {"&", EXPR_BIT_AND, 5}, {"==", EXPR_EQ, 6},  {"!=", EXPR_NE, 6},    {"<", EXPR_LT, 7},
    {"<=", EXPR_LE, 7},     {">", EXPR_GT, 7},   {">=", EXPR_GE, 7},    {"<<", EXPR_SHL, 8},
    {">>", EXPR_SHR, 8},    {"+", EXPR_ADD, 9},  {"-", EXPR_SUB, 9},    {"*", EXPR_MUL, 10},
    {"/", EXPR_DIV, 10},    {"%", EXPR_MOD, 10},
};

/* Row of `binaries` for the current token, -1 when it is none. */
static int binary_row(const parser *p) {
    if (p->kind != TOK_OP) return -1;
    for (int i = 0; i < (int)(sizeof binaries / sizeof *binaries); i++) {
        if (is_op(p, binaries[i].text)) return i;
    }
    return -1;
}

/* Operators of `level` and tighter ones, left to right (precedence climbing). */
static int parse_binary(parser *p, int level) {
    if (parse_unary(p)) return -1;
    for (;;) {
        int row = binary_row(p);
        if (row < 0 || binaries[row].level < level) return 0;
        expr_op op = binaries[row].op;
        bool lazy = op == EXPR_AND || op == EXPR_OR;
        size_t at = p->start;
        /* A lazy operator keeps its left value and jumps, or drops it and goes on. */
        size_t jump = lazy ? emit(p, op, 0, at, -1) : 0;
        if (advance(p) || parse_binary(p, binaries[row].level + 1)) return -1;
        if (lazy) {
            emit(p, EXPR_BOOL, 0, at, 0);
            land(p, jump);
        } else {
            emit(p, op, 0, at, -1);
        }
    }
}

static int parse_expr(parser *p) {
    if (parse_binary(p, 1)) return -1;
    if (!is_op(p, "?")) return 0;
    if (enter(p)) return -1;
    size_t unless = emit(p, EXPR_JUMP_ZERO, 0, p->start, -1);
    if (advance(p) || parse_expr(p)) return -1;
    size_t end = emit(p, EXPR_JUMP, 0, p->start, -1); /* only one branch leaves its value */
    land(p, unless);
    if (expect(p, ":") || parse_expr(p)) return -1;
    land(p, end);
    p->nesting--;
    return 0;
}

lp_expr *lp_expr_parse(const char *text, lp_err *e) {
    if (strnlen(text, MAX_TEXT + 1) > MAX_TEXT) {
        lp_fail(e, "formula longer than %d bytes", MAX_TEXT);
        return NULL;
    }
    parser p = {.text = text, .x = lp_alloc(1, sizeof(lp_expr)), .e = e};
    int rc = advance(&p);
    if (rc == 0) rc = parse_expr(&p);
    if (rc == 0 && p.kind != TOK_END) rc = fail_at(&p, p.start, "expected an operator or the end");
    if (rc == 0) return p.x;
    lp_expr_free(p.x);
    return NULL;
}

void lp_expr_free(lp_expr *x) {
    if (!x) return;
    free(x->nodes);
    free(x->names);
    free(x);
}

void lp_expr_names(const lp_expr *x, void (*fn)(void *ctx, const char *name), void *ctx) {
    for (size_t i = 0; i < x->n; i++) {
        if (x->nodes[i].op == EXPR_NAME) fn(ctx, x->names + x->nodes[i].value);
    }
}
