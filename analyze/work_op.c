/* Purpose: the cost class of operators, conversions and builtins. In: expression nodes. Out: counts
 * in the current region. Does not weigh them: features_work.c does. */
#include <string.h>

#include "analyze/walk.h"

static int lanes_of(const an_type *t) {
    return t->cls == AN_T_VEC ? t->lanes : 1;
}

static const an_node *strip(const an_node *n) {
    while (n && n->kind == AN_CAST && n->n == 1) n = n->kid[0];
    return n;
}

static bool is_compare(an_op op) {
    return op >= AN_LT && op <= AN_LOR;
}

/* ---- operators ------------------------------------------------------------------------------- */

static an_work float_class(an_op op, int bits) {
    if (bits == 64) return op == AN_DIVIDE ? AN_W_DDIV : AN_W_DOUBLE;
    if (op == AN_DIVIDE) return AN_W_FDIV;
    if (bits == 16) return AN_W_HALF;
    if (op == AN_MUL) return AN_W_FMUL;
    return is_compare(op) || op == AN_LNOT ? AN_W_FCMP : AN_W_FADD;
}

static bool power_of_two(int64_t v) {
    return v > 0 && (v & (v - 1)) == 0;
}

static an_work int_class(an_op op, int bits, const an_node *by) {
    const an_node *c = strip(by);
    bool known = c && c->kind == AN_INT, easy = known && power_of_two(c->value);
    bool wide = bits == 64;
    if (op == AN_MUL && !easy) return wide ? AN_W_LMUL : AN_W_IMUL;
    if ((op == AN_DIVIDE || op == AN_REM) && !easy) {
        if (known) return AN_W_IDIV_CONST;
        return wide ? AN_W_LDIV : AN_W_IDIV;
    }
    return wide ? AN_W_LONG : AN_W_IADD;
}

/* A product that is added is one operation with the addition, and was counted by itself. */
static bool is_product(const an_node *n) {
    n = strip(n);
    return n && n->kind == AN_BINARY && n->op == AN_MUL && n->type && n->type->is_float;
}

static bool takes_in_product(const an_node *n) {
    if (n->op != AN_ADD && n->op != AN_SUB) return false;
    if (n->kind == AN_OPASSIGN) return is_product(n->kid[1]);
    return n->kind == AN_BINARY && (is_product(n->kid[0]) || is_product(n->kid[1]));
}

void an_work_op(an_walk *w, const an_node *n) {
    const an_type *t = n->kind == AN_BINARY && n->kid[0]->type ? n->kid[0]->type : n->type;
    if (w->quiet || !t) return;
    int lanes = lanes_of(t);
    if (!t->is_float) {
        bool counts = t->cls == AN_T_INT || t->cls == AN_T_VEC;
        const an_node *by = n->n > 1 ? n->kid[1] : NULL;
        if (counts) an_work_add(w, int_class(n->op, t->bits, by), lanes);
        return;
    }
    if (!takes_in_product(n)) {
        an_work_add(w, float_class(n->op, t->bits), lanes);
        return;
    }
    if (t->bits != 32) return; /* the product counts for both */
    an_work_add(w, AN_W_FMUL, -lanes);
    an_work_add(w, AN_W_FMA, lanes);
}

void an_work_convert(an_walk *w, const an_node *from, const an_type *to) {
    const an_type *t = from->type;
    const an_node *x = strip(from);
    bool numbers = (t->cls == AN_T_INT || t->cls == AN_T_FLOAT || t->cls == AN_T_VEC) &&
                   (to->cls == AN_T_INT || to->cls == AN_T_FLOAT || to->cls == AN_T_VEC);
    if (!numbers || x->kind == AN_INT || x->kind == AN_FLOATLIT) return;
    if (t->is_float != to->is_float || (t->is_float && t->bits != to->bits))
        an_work_add(w, AN_W_CONVERT, lanes_of(to));
}

/* ---- builtins -------------------------------------------------------------------------------- */

typedef enum { SIMPLE, COMPARE, FUSED, PRODUCT, ROOT, FAST, MEDIUM, SLOW, CONVERT, FREE } costs;

/* First match wins; '*' at the end matches any rest. `n`: operations a component. */
static const struct {
    const char *name;
    costs costs;
    int n;
} table[] = {
    {"get_*", FREE, 0},        {"vload*", FREE, 0},      {"vstore*", FREE, 0},
    {"atom*", FREE, 0},        {"async_*", FREE, 0},     {"wait_group*", FREE, 0},
    {"prefetch", FREE, 0},     {"barrier", FREE, 0},     {"work_group_barrier", FREE, 0},
    {"*mem_fence", FREE, 0},   {"printf", FREE, 0},      {"as_*", FREE, 0},
    {"convert_*", CONVERT, 1}, {"fma", FUSED, 1},        {"mad", FUSED, 1},
    {"dot", FUSED, 1},         {"mix", FUSED, 2},        {"cross", FUSED, 2},
    {"mul24", PRODUCT, 1},     {"mad24", PRODUCT, 1},    {"mul_hi", PRODUCT, 1},
    {"mad_hi", PRODUCT, 1},    {"mad_sat", PRODUCT, 2},  {"clamp", COMPARE, 2},
    {"min", COMPARE, 1},       {"max", COMPARE, 1},      {"fmin", COMPARE, 1},
    {"fmax", COMPARE, 1},      {"fabs", COMPARE, 1},     {"abs*", COMPARE, 1},
    {"is*", COMPARE, 1},       {"select", COMPARE, 1},   {"step", COMPARE, 1},
    {"sign*", COMPARE, 1},     {"copysign", COMPARE, 1}, {"bitselect", COMPARE, 1},
    {"any", COMPARE, 1},       {"all", COMPARE, 1},      {"native_*", FAST, 1},
    {"half_*", FAST, 1},       {"fract", FAST, 1},       {"frexp", FAST, 2},
    {"ldexp", FAST, 2},        {"modf", FAST, 1},        {"ilogb", FAST, 1},
    {"sqrt", ROOT, 1},         {"rsqrt", ROOT, 1},       {"hypot", ROOT, 2},
    {"length", ROOT, 1},       {"distance", ROOT, 1},    {"normalize", ROOT, 1},
    {"fast_*", ROOT, 1},       {"sinh", SLOW, 1},        {"cosh", SLOW, 1},
    {"exp*", MEDIUM, 1},       {"log*", MEDIUM, 1},      {"sincos", MEDIUM, 2},
    {"sin*", MEDIUM, 1},       {"cos*", MEDIUM, 1},      {"cbrt", MEDIUM, 1},
    {"pow*", SLOW, 1},         {"rootn", SLOW, 1},       {"tan*", SLOW, 1},
    {"asin*", SLOW, 1},        {"acos*", SLOW, 1},       {"atan*", SLOW, 1},
    {"erf*", SLOW, 1},         {"tgamma", SLOW, 2},      {"lgamma*", SLOW, 2},
    {"fmod", SLOW, 1},         {"remainder", SLOW, 1},   {"remquo", SLOW, 1},
    {"smoothstep", FUSED, 4},
};

static bool matches(const char *name, const char *pattern) {
    size_t n = strlen(pattern), m = strlen(name);
    if (pattern[0] == '*') return m >= n - 1 && !strcmp(name + m - (n - 1), pattern + 1);
    return pattern[n - 1] == '*' ? !strncmp(name, pattern, n - 1) : !strcmp(name, pattern);
}

static an_work builtin_class(costs c, const an_type *t) {
    static const an_work single[] = {
        [SIMPLE] = AN_W_FADD,    [COMPARE] = AN_W_FCMP,      [FUSED] = AN_W_FMA,
        [PRODUCT] = AN_W_FMUL,   [ROOT] = AN_W_SQRT,         [FAST] = AN_W_SPECIAL_FAST,
        [MEDIUM] = AN_W_SPECIAL, [SLOW] = AN_W_SPECIAL_SLOW, [CONVERT] = AN_W_CONVERT};
    if (c == CONVERT) return AN_W_CONVERT;
    if (!t->is_float) {
        bool product = c == PRODUCT || c == FUSED, wide = t->bits == 64;
        return product ? (wide ? AN_W_LMUL : AN_W_IMUL) : wide ? AN_W_LONG : AN_W_IADD;
    }
    if (t->bits == 64) return c == ROOT ? AN_W_DDIV : c >= FAST ? AN_W_DSPECIAL : AN_W_DOUBLE;
    if (t->bits == 16 && c < ROOT) return AN_W_HALF;
    return single[c];
}

void an_work_builtin(an_walk *w, const an_node *n, const char *name) {
    const an_type *t = n->n && n->kid[0]->type ? n->kid[0]->type : n->type;
    costs c = SIMPLE;
    int each = 1;
    if (w->quiet || !t || !n->type) return;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (matches(name, table[i].name)) {
            c = table[i].costs;
            each = table[i].n;
            break;
        }
    if (c == FREE) return;
    if (t->cls != AN_T_INT && t->cls != AN_T_FLOAT && t->cls != AN_T_VEC) return;
    /* A root of a sum of squares: one root, however long the vector is. */
    int lanes = c == ROOT && n->type->cls != AN_T_VEC ? 1 : lanes_of(t);
    if (c == ROOT && lanes < lanes_of(t)) an_work_add(w, AN_W_FMA, lanes_of(t));
    an_work_add(w, builtin_class(c, t), (int64_t)each * lanes);
}

void an_work_atomic(an_walk *w, const an_node *n, const char *name, an_space space) {
    an_work_add(w, space == AN_LOCAL ? AN_W_ATOMIC_LOCAL : AN_W_ATOMIC_GLOBAL, 1);
    if (w->unused != n) an_work_add(w, AN_W_ATOMIC_USED, 1);
    if (strstr(name, "cmpxchg") || strstr(name, "compare_exchange"))
        an_work_add(w, AN_W_ATOMIC_CAS, 1);
}

/* ---- memory ---------------------------------------------------------------------------------- */

static void find_chase(void *ctx, const an_atom *x) {
    bool *chase = ctx;
    *chase |= x->kind == AN_A_UNKNOWN && x->from;
}

void an_work_access(an_walk *w, const an_sym *byte, int64_t size, bool load) {
    if (w->quiet) return;
    an_work_add(w, AN_W_BYTES, size);
    if (!load) return;
    an_work_add(w, AN_W_LOAD, 1);
    if (!byte || !(byte->deps & AN_DEP_LOAD)) return;
    bool chase = false;
    an_each_outer_atom(w->S, byte, find_chase, &chase);
    an_work_add(w, chase ? AN_W_CHASE : AN_W_GATHER, 1);
}
