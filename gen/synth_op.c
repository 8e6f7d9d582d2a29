/* Arithmetic of synthesised kernels: operations in one table, expressions of random shape.
 * Input: the values in scope. Output: expressions of the kernel's value type. Signed products are
 * of masked operands, divisors are constants or kept away from zero, amounts to shift are
 * constants: nothing here is undefined but the sum of many signed numbers.
 *
 * $a $b $c operands; $k $m constants; $K a constant in all lanes; $s an amount to shift (in all
 * lanes $S); $T the type; $n `native_` where the type has it. */
#include <string.h>

#include "gen/synth_int.h"

enum { F = SYN_FLOAT, I = SYN_INT, U = SYN_UINT };

typedef struct syn_op {
    const char *fmt;
    const char *wide; /* instead, for components of 64 bits; NULL: the same */
    int classes;
    syn_group group;
    bool infix; /* needs brackets as an operand */
} syn_op;

static const syn_op ops[] = {
    {"$a + $b", NULL, F | I | U, SYN_PLAIN, true},
    {"$a - $b", NULL, F | I | U, SYN_PLAIN, true},
    {"$a * $b", NULL, F | U, SYN_PLAIN, true},
    {"$a * $k", NULL, F | U, SYN_PLAIN, true},
    {"$a * $b + $c", NULL, F | U, SYN_PLAIN, true},
    {"$k - $a", NULL, F | I | U, SYN_PLAIN, true},
    {"$k * $a + $m * $b", NULL, F | U, SYN_PLAIN, true},
    {"($a + $b) * $c", NULL, F | U, SYN_PLAIN, true},
    {"$a * $a - $b", NULL, F | U, SYN_PLAIN, true},
    {"mad($a, $b, $c)", NULL, F, SYN_PLAIN, false},
    {"fma($a, $b, $c)", NULL, F, SYN_PLAIN, false},
    {"mad($a, $K, $b)", NULL, F, SYN_PLAIN, false},
    {"fabs($a - $b)", NULL, F, SYN_PLAIN, false},
    {"-$a", NULL, F | I, SYN_PLAIN, true},
    {"($a & 1023) * $k", NULL, I, SYN_PLAIN, true},
    {"($a & 0xfff) * ($b & 0xff)", NULL, I, SYN_PLAIN, true},
    {"mad24($a, $b, $c)", "$a * $b + $c", U, SYN_PLAIN, true},
    {"mul24($a & $K, $b)", "($a & $K) * $b", U, SYN_PLAIN, true},

    {"sqrt(fabs($a))", NULL, F, SYN_SPECIAL, false},
    {"$nsqrt(fabs($a) + $k)", NULL, F, SYN_SPECIAL, false},
    {"rsqrt(fabs($a) + $k)", NULL, F, SYN_SPECIAL, false},
    {"exp(-fabs($a))", NULL, F, SYN_SPECIAL, false},
    {"$nexp(-$a * $a)", NULL, F, SYN_SPECIAL, false},
    {"log(fabs($a) + $k)", NULL, F, SYN_SPECIAL, false},
    {"$nlog($a * $a + $k)", NULL, F, SYN_SPECIAL, false},
    {"log2(fabs($a) + $k)", NULL, F, SYN_SPECIAL, false},
    {"exp2(fmin($a, $K))", NULL, F, SYN_SPECIAL, false},
    {"sin($a)", NULL, F, SYN_SPECIAL, false},
    {"cos($a * $k)", NULL, F, SYN_SPECIAL, false},
    {"$nsin($a + $b)", NULL, F, SYN_SPECIAL, false},
    {"$ncos($a)", NULL, F, SYN_SPECIAL, false},
    {"tan($a)", NULL, F, SYN_SPECIAL, false},
    {"atan($a)", NULL, F, SYN_SPECIAL, false},
    {"atan2($a, $b)", NULL, F, SYN_SPECIAL, false},
    {"tanh($a)", NULL, F, SYN_SPECIAL, false},
    {"pow(fabs($a), $K)", NULL, F, SYN_SPECIAL, false},
    {"pown($a, 3)", "$a * $a * $a", F, SYN_SPECIAL, true},
    {"hypot($a, $b)", NULL, F, SYN_SPECIAL, false},
    {"cbrt($a)", NULL, F, SYN_SPECIAL, false},
    {"erf($a)", NULL, F, SYN_SPECIAL, false},

    {"fmin($a, $b)", NULL, F, SYN_CHOOSE, false},
    {"fmax($a, $K)", NULL, F, SYN_CHOOSE, false},
    {"clamp($a, -$K, $K)", NULL, F, SYN_CHOOSE, false},
    {"mix($a, $b, $K)", NULL, F, SYN_CHOOSE, false},
    {"step($K, $a)", NULL, F, SYN_CHOOSE, false},
    {"smoothstep(-$K, $K, $a)", NULL, F, SYN_CHOOSE, false},
    {"copysign($a, $b)", NULL, F, SYN_CHOOSE, false},
    {"floor($a * $k)", NULL, F, SYN_CHOOSE, false},
    {"rint($a)", NULL, F, SYN_CHOOSE, false},
    {"$a > $b ? $a : $c", NULL, F | I | U, SYN_CHOOSE, true},
    {"$a < $b ? $a + $c : $b", NULL, F | I | U, SYN_CHOOSE, true},
    {"min($a, $b)", NULL, I | U, SYN_CHOOSE, false},
    {"max($a, $b)", NULL, I | U, SYN_CHOOSE, false},
    {"clamp($a, $K, (($T)(1000)))", NULL, I | U, SYN_CHOOSE, false},

    {"$a / (fabs($b) + $k)", NULL, F, SYN_DIVIDE, true},
    {"$k / ($a * $a + $m)", NULL, F, SYN_DIVIDE, true},
    {"fmod($a, $K)", NULL, F, SYN_DIVIDE, false},
    {"native_divide($a, $b * $b + $k)", "$a / ($b * $b + $k)", F, SYN_DIVIDE, true},
    {"native_recip(fabs($a) + $k)", "$k / (fabs($a) + $m)", F, SYN_DIVIDE, true},
    {"$a / $k", NULL, F | I | U, SYN_DIVIDE, true},
    {"$a % $k", NULL, I | U, SYN_DIVIDE, true},
    {"$a / ($b | $k)", NULL, U, SYN_DIVIDE, true},
    {"$a % ($b | $k)", NULL, U, SYN_DIVIDE, true},

    {"$a & $b", NULL, I | U, SYN_BITS, true},
    {"$a | $b", NULL, I | U, SYN_BITS, true},
    {"$a ^ $b", NULL, I | U, SYN_BITS, true},
    {"$a ^ ($b >> $s)", NULL, I | U, SYN_BITS, true},
    {"~$a & $b", NULL, I | U, SYN_BITS, true},
    {"$a >> $s", NULL, I | U, SYN_BITS, true},
    {"$a << $s", NULL, U, SYN_BITS, true},
    {"($a << $s) | ($b >> $s)", NULL, U, SYN_BITS, true},
    {"rotate($a, $S)", NULL, I | U, SYN_BITS, false},
    {"rotate($a, $S) ^ $b", NULL, U, SYN_BITS, true},
    {"popcount($a)", NULL, I | U, SYN_BITS, false},
    {"clz($a)", NULL, I | U, SYN_BITS, false},
    {"mul_hi($a, $b)", NULL, I | U, SYN_BITS, false},
    {"hadd($a, $b)", NULL, I | U, SYN_BITS, false},
    {"rhadd($a, $b)", NULL, U, SYN_BITS, false},
    {"add_sat($a, $b)", NULL, I | U, SYN_BITS, false},
    {"sub_sat($a, $b)", NULL, I | U, SYN_BITS, false},
    {"bitselect($a, $b, $c)", NULL, I | U, SYN_BITS, false},
    {"abs_diff($a, $b)", NULL, U, SYN_BITS, false},
    {"$a & (~$a + $k)", NULL, U, SYN_BITS, true},
    {"($a ^ ($a >> $s)) * $k", NULL, U, SYN_BITS, true},
};
const int syn_n_ops = COUNT_OF(ops);

static int draw_op(syn *s) {
    int weights[COUNT_OF(ops)];
    int per_group[SYN_N_GROUPS] = {0};
    for (int i = 0; i < COUNT_OF(ops); i++)
        if (ops[i].classes & (int)s->val.cls) per_group[ops[i].group]++;
    for (int i = 0; i < COUNT_OF(ops); i++) {
        bool fits = ops[i].classes & (int)s->val.cls;
        weights[i] = fits ? s->mix[ops[i].group] * 60 / per_group[ops[i].group] : 0;
    }
    int at = syn_pick(&s->shape, weights, COUNT_OF(ops));
    s->op_hits[at]++;
    return at;
}

static const char *expand(syn *s, int op, int depth, const char *first);

const char *syn_last(syn *s) {
    s->leaf_used[s->n_leaves - 1] = true;
    return s->leaf[s->n_leaves - 1];
}

const char *syn_any(syn *s) {
    if (s->n_leaves == 0) return syn_splat(s, syn_number(s, 1, 9));
    int at = syn_below(&s->shape, s->n_leaves);
    if (syn_chance(&s->shape, 75))
        for (int k = s->n_leaves - 1; k >= 0; k--)
            if (!s->leaf_used[k]) at = k;
    s->leaf_used[at] = true;
    return s->leaf[at];
}

const char *syn_result(syn *s) {
    const char *v = syn_last(s);
    lp_text t = {0};
    for (int k = 0; k < s->n_leaves; k++) {
        if (!s->leaf_used[k]) lp_text_addf(&t, " + %s", s->leaf[k]);
        s->leaf_used[k] = true;
    }
    if (t.len) {
        const char *all = syn_name(s, SYN_NAME_SUM);
        syn_line(s, "%s %s = %s%s;", syn_val(s), all, v, t.s);
        syn_leaf(s, all);
        v = syn_last(s);
    }
    lp_text_free(&t);
    return v;
}

/* An operand; deeper ones are expressions half of the time. */
static const char *operand(syn *s, int depth) {
    if (depth <= 0 || syn_chance(&s->shape, 45)) return syn_any(s);
    int op = draw_op(s);
    const char *x = expand(s, op, depth - 1, NULL);
    return ops[op].infix ? syn_fmt(s, "(%s)", x) : x;
}

static const char *hole(syn *s, char what) {
    switch (what) {
    case 'k':
    case 'm':
        return syn_number(s, 1, s->val.cls == SYN_FLOAT ? 4 : 250);
    case 'K':
        return syn_splat(s, syn_number(s, 1, s->val.cls == SYN_FLOAT ? 3 : 250));
    case 's':
        return syn_fmt(s, "%d", 1 + syn_below(&s->detail, 15));
    case 'S':
        return syn_splat(s, syn_number(s, 1, 15));
    case 'T':
        return syn_val(s);
    default: /* 'n' */
        return s->val.bits == 64 || syn_chance(&s->detail, 40) ? "" : "native_";
    }
}

/* Operands are drawn in a fixed order, each once: `$a` twice is one value twice. */
static const char *expand(syn *s, int op, int depth, const char *first) {
    const char *shown[3] = {first, NULL, NULL};
    const char *fmt = ops[op].wide && s->val.bits == 64 ? ops[op].wide : ops[op].fmt;
    for (int k = 0; k < 3; k++) {
        const char mark[] = {'$', (char)('a' + k), '\0'};
        if (!shown[k] && strstr(ops[op].fmt, mark)) shown[k] = operand(s, depth);
    }
    lp_text t = {0};
    for (const char *p = fmt; *p; p++) {
        if (*p != '$') {
            lp_text_addc(&t, *p);
            continue;
        }
        p++;
        bool is_operand = *p >= 'a' && *p <= 'c';
        lp_text_add(&t, is_operand ? shown[*p - 'a'] : hole(s, *p));
    }
    const char *x = syn_fmt(s, "%s", lp_text_str(&t));
    lp_text_free(&t);
    return x;
}

const char *syn_expr(syn *s, int depth) {
    return expand(s, draw_op(s), depth, NULL);
}

const char *syn_apply(syn *s, const char *a) {
    return expand(s, draw_op(s), 1, a);
}

/* Of scalars, also for vectors. */
const char *syn_condition(syn *s, const char *a) {
    static const char *const compares[] = {">", "<", ">=", "<="};
    const char *op = syn_word(&s->shape, compares, COUNT_OF(compares));
    bool whole = s->val.lanes > 1 && syn_chance(&s->shape, 40);
    const char *k =
        syn_number(s, s->val.cls == SYN_FLOAT ? 0 : 40, s->val.cls == SYN_FLOAT ? 1 : 600);
    if (whole)
        return syn_fmt(s, "%s(%s %s %s)", *op == '>' ? "any" : "all", a, op, syn_splat(s, k));
    if (s->val.cls != SYN_FLOAT && syn_chance(&s->shape, 40))
        return syn_fmt(s, "(%s & %s) != 0", syn_scalar_of(s, a), syn_number(s, 1, 7));
    return syn_fmt(s, "%s %s %s", syn_scalar_of(s, a), op, k);
}
