/* Values of #if and #elif lines: C integer constant expressions in 64 bits, with C's rule that
 * unsigned wins.
 *
 * In: the line's tokens, macros not yet expanded. Out: true or false. Names that are no macros are
 * 0. */
#include <stdlib.h>
#include <string.h>

#include "analyze/pp.h"

typedef struct value {
    int64_t v; /* bits; read as uint64_t when is_unsigned */
    bool is_unsigned;
} value;

typedef struct cond {
    pp *p;
    const pp_tok *at; /* the directive, for messages at the line's end */
    pp_tok t;         /* next token */
    int depth;
    int skip; /* inside what && || ?: do not evaluate: division by zero is no error there */
} cond;

static int advance(cond *c) {
    return pp_next(c->p, &c->t);
}

static int bad(cond *c, const char *what) {
    const pp_tok *t = c->t.kind == PP_EOF ? c->at : &c->t;
    return pp_fail(c->p, t, "#if: %s", what);
}

/* ---- operands ----------------------------------------------------------------------------------
 */

static int read_number(cond *c, value *out) {
    char text[72], *end;
    if (c->t.len >= sizeof text) return bad(c, "number too long");
    memcpy(text, c->t.s, c->t.len);
    text[c->t.len] = 0;
    bool binary = text[0] == '0' && (text[1] == 'b' || text[1] == 'B');
    unsigned long long v = strtoull(text + (binary ? 2 : 0), &end, binary ? 2 : 0);
    out->is_unsigned = false;
    for (; *end; end++) {
        if (*end == 'u' || *end == 'U')
            out->is_unsigned = true;
        else if (*end != 'l' && *end != 'L')
            return bad(c, "an integer is expected");
    }
    out->is_unsigned |= v > INT64_MAX;
    out->v = (int64_t)v;
    return advance(c);
}

static int read_char(cond *c, value *out) {
    static const char from[] = "abfnrtv0\\'\"?", to[] = "\a\b\f\n\r\t\v\0\\'\"?";
    const char *s = c->t.s, *esc = NULL;
    bool escaped = c->t.len == 4 && s[1] == '\\' && (esc = memchr(from, s[2], sizeof from - 1));
    if (c->t.len != 3 && !escaped) return bad(c, "unknown character constant");
    *out = (value){.v = escaped ? to[esc - from] : s[1]};
    return advance(c);
}

static int read_ternary(cond *c, value *out);

static int read_primary(cond *c, value *out) {
    *out = (value){0};
    if (c->t.kind == PP_NUM) return read_number(c, out);
    if (c->t.kind == PP_CHR) return read_char(c, out);
    if (c->t.kind == PP_IDENT) {
        pp_provided(&c->t, &out->v, &out->is_unsigned);
        return advance(c);
    }
    if (!pp_is(&c->t, "("))
        return bad(c,
                   c->t.kind == PP_EOF ? "the expression ends too early" : "a value is expected");
    if (advance(c) || read_ternary(c, out)) return -1;
    return pp_is(&c->t, ")") ? advance(c) : bad(c, "a closing parenthesis is missing");
}

static int read_unary(cond *c, value *out) {
    char op = c->t.kind == PP_PUNCT && c->t.len == 1 ? c->t.s[0] : 0;
    if (op != '-' && op != '+' && op != '!' && op != '~') return read_primary(c, out);
    if (++c->depth > c->p->opt->max_nesting) return bad(c, "nested too deeply");
    if (advance(c) || read_unary(c, out)) return -1;
    c->depth--;
    if (op == '!')
        *out = (value){.v = !out->v};
    else if (op == '~')
        out->v = ~out->v;
    else if (op == '-')
        out->v = (int64_t)(0 - (uint64_t)out->v);
    return 0;
}

/* ---- operators ---------------------------------------------------------------------------------
 */

typedef enum {
    OP_NONE,
    OP_OR,
    OP_AND,
    OP_BOR,
    OP_XOR,
    OP_BAND,
    OP_EQ,
    OP_NE,
    OP_LT,
    OP_GT,
    OP_LE,
    OP_GE,
    OP_SHL,
    OP_SHR,
    OP_ADD,
    OP_SUB,
    OP_MUL,
    OP_DIV,
    OP_MOD
} op_kind;

static const struct op {
    const char *text;
    op_kind kind;
    int prec;
} ops[] = {{"||", OP_OR, 1},  {"&&", OP_AND, 2}, {"|", OP_BOR, 3}, {"^", OP_XOR, 4},
           {"&", OP_BAND, 5}, {"==", OP_EQ, 6},  {"!=", OP_NE, 6}, {"<", OP_LT, 7},
           {">", OP_GT, 7},   {"<=", OP_LE, 7},  {">=", OP_GE, 7}, {"<<", OP_SHL, 8},
           {">>", OP_SHR, 8}, {"+", OP_ADD, 9},  {"-", OP_SUB, 9}, {"*", OP_MUL, 10},
           {"/", OP_DIV, 10}, {"%", OP_MOD, 10}};

static const struct op *find_op(const pp_tok *t) {
    for (size_t i = 0; t->kind == PP_PUNCT && i < sizeof ops / sizeof *ops; i++)
        if (pp_is(t, ops[i].text)) return &ops[i];
    return NULL;
}

static int64_t divide(op_kind op, value a, value b, bool is_unsigned) {
    if (is_unsigned) {
        uint64_t x = (uint64_t)a.v, y = (uint64_t)b.v;
        return (int64_t)(op == OP_DIV ? x / y : x % y);
    }
    if (b.v == -1) /* INT64_MIN / -1 wraps */
        return op == OP_DIV ? (int64_t)(0 - (uint64_t)a.v) : 0;
    return op == OP_DIV ? a.v / b.v : a.v % b.v;
}

static int64_t shift(op_kind op, value a, value b) {
    unsigned n = (uint64_t)b.v > 63 ? 64 : (unsigned)b.v;
    if (op == OP_SHL) return n > 63 ? 0 : (int64_t)((uint64_t)a.v << n);
    if (a.is_unsigned) return n > 63 ? 0 : (int64_t)((uint64_t)a.v >> n);
    uint64_t bits = a.v < 0 ? ~(uint64_t)a.v : (uint64_t)a.v;
    bits = n > 63 ? 0 : bits >> n;
    return (int64_t)(a.v < 0 ? ~bits : bits);
}

static bool less(value a, value b, bool is_unsigned) {
    return is_unsigned ? (uint64_t)a.v < (uint64_t)b.v : a.v < b.v;
}

static value apply(op_kind op, value a, value b) {
    bool u = a.is_unsigned || b.is_unsigned;
    uint64_t x = (uint64_t)a.v, y = (uint64_t)b.v;
    switch (op) {
    case OP_OR:
        return (value){.v = a.v || b.v};
    case OP_AND:
        return (value){.v = a.v && b.v};
    case OP_EQ:
        return (value){.v = a.v == b.v};
    case OP_NE:
        return (value){.v = a.v != b.v};
    case OP_LT:
        return (value){.v = less(a, b, u)};
    case OP_GT:
        return (value){.v = less(b, a, u)};
    case OP_LE:
        return (value){.v = !less(b, a, u)};
    case OP_GE:
        return (value){.v = !less(a, b, u)};
    case OP_SHL:
    case OP_SHR:
        return (value){shift(op, a, b), a.is_unsigned};
    case OP_BOR:
        return (value){(int64_t)(x | y), u};
    case OP_XOR:
        return (value){(int64_t)(x ^ y), u};
    case OP_BAND:
        return (value){(int64_t)(x & y), u};
    case OP_ADD:
        return (value){(int64_t)(x + y), u};
    case OP_SUB:
        return (value){(int64_t)(x - y), u};
    case OP_MUL:
        return (value){(int64_t)(x * y), u};
    case OP_DIV:
    case OP_MOD:
        return (value){divide(op, a, b, u), u};
    case OP_NONE:
        break;
    }
    LP_BUG("operator %d", (int)op);
}

/* Operators of at least `min_prec`, left to right. */
static int read_binary(cond *c, int min_prec, value *out) {
    if (read_unary(c, out)) return -1;
    for (;;) {
        const struct op *op = find_op(&c->t);
        value b = {0};
        if (!op || op->prec < min_prec) return 0;
        bool lazy = (op->kind == OP_AND && !out->v) || (op->kind == OP_OR && out->v);
        c->skip += lazy;
        if (advance(c) || read_binary(c, op->prec + 1, &b)) return -1;
        c->skip -= lazy;
        if ((op->kind == OP_DIV || op->kind == OP_MOD) && b.v == 0) {
            if (!c->skip) return bad(c, "division by zero");
            b.v = 1;
        }
        *out = apply(op->kind, *out, b);
    }
}

static int read_ternary(cond *c, value *out) {
    value a = {0}, b = {0};
    if (++c->depth > c->p->opt->max_nesting) return bad(c, "nested too deeply");
    if (read_binary(c, 1, out)) return -1;
    if (pp_is(&c->t, "?")) {
        bool yes = out->v != 0;
        c->skip += !yes;
        if (advance(c) || read_ternary(c, &a)) return -1;
        c->skip += yes - !yes;
        if (!pp_is(&c->t, ":")) return bad(c, "a ':' is missing");
        if (advance(c) || read_ternary(c, &b)) return -1;
        c->skip -= yes;
        *out = (value){yes ? a.v : b.v, a.is_unsigned || b.is_unsigned};
    }
    c->depth--;
    return 0;
}

int pp_eval(pp *p, const pp_tok *at, const pp_tok *v, size_t n, bool *result) {
    cond c = {.p = p, .at = at};
    value out = {0};
    bool was = p->in_if;
    pp_begin_list(p, v, n);
    p->in_if = true;
    int rc = advance(&c) || read_ternary(&c, &out) ? -1 : 0;
    if (rc == 0 && c.t.kind != PP_EOF) rc = bad(&c, "something is left over after the expression");
    p->in_if = was;
    pp_end_list(p);
    *result = out.v != 0;
    return rc;
}
