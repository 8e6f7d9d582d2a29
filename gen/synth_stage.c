/* What is done with the values of an element: arithmetic in trees, chains and loops, branches,
 * helper functions. Every production leaves its result in scope. */
#include <string.h>

#include "gen/synth_int.h"

/* A variable that starts as an expression and changes afterwards. */
static const char *variable(syn *s, const char *x) {
    const char *name = syn_name(s, SYN_NAME_SUM);
    syn_line(s, "%s %s = %s;", syn_val(s), name, x);
    return name;
}

static void change(syn *s, const char *v) {
    static const char *const ops[] = {"+=", "-=", "^="};
    int n = s->val.cls == SYN_FLOAT ? 2 : 3;
    if (syn_chance(&s->shape, 35)) {
        const char *op = syn_word(&s->shape, ops, n);
        syn_line(s, "%s %s %s;", v, op, syn_expr(s, 1));
    } else {
        syn_line(s, "%s = %s;", v, syn_apply(s, v));
    }
}

static void tree(syn *s) {
    syn_leaf(s, variable(s, syn_expr(s, 2 + syn_below(&s->shape, 3))));
}

static void chain(syn *s) {
    const char *v = variable(s, syn_expr(s, 1));
    int length = 2 + syn_below(&s->shape, 8);
    for (int k = 0; k < length; k++) change(s, v);
    syn_leaf(s, v);
}

static void temporaries(syn *s) {
    int n = 2 + syn_below(&s->shape, 4);
    for (int k = 0; k < n; k++) syn_leaf(s, variable(s, syn_expr(s, 1)));
}

static void coefficient(syn *s) {
    const char *k = syn_coef(s);
    const char *x = syn_any(s);
    syn_leaf(s, variable(s, syn_fmt(s, "%s %s %s", x, s->val.cls == SYN_INT ? "+" : "*", k)));
}

static void iterate(syn *s) {
    const char *v = variable(s, syn_expr(s, 1));
    bool lengthy = syn_chance(&s->shape, s->want->long_loops);
    const char *m = syn_trips(s, lengthy ? 64 : 3, lengthy ? 512 : 48);
    syn_loop l = syn_loop_begin(s, "0", m, "1");
    int n = 1 + syn_below(&s->shape, 4);
    for (int k = 0; k < n; k++) change(s, v);
    syn_loop_end(s, &l, "1");
    syn_leaf(s, v);
}

static void nest(syn *s) {
    const char *v = variable(s, syn_expr(s, 1));
    syn_loop a = syn_loop_begin(s, "0", syn_trips(s, 2, 32), "1");
    if (syn_chance(&s->shape, 50)) change(s, v);
    const char *step = syn_chance(&s->shape, 70) ? "1" : "2";
    syn_loop b = syn_loop_begin(s, "0", syn_trips(s, 2, 32), step);
    change(s, v);
    if (syn_chance(&s->shape, 50)) change(s, v);
    syn_loop_end(s, &b, step);
    syn_loop_end(s, &a, "1");
    syn_leaf(s, v);
}

static void branch(syn *s) {
    const char *v = variable(s, syn_expr(s, 1));
    syn_open(s, "if (%s)", syn_condition(s, v));
    change(s, v);
    if (syn_chance(&s->shape, 40)) change(s, v);
    if (syn_chance(&s->shape, 55)) {
        syn_else(s);
        change(s, v);
    }
    syn_close(s);
    syn_leaf(s, v);
}

/* By the work-item's number: every second, every eighth, a switch of four. */
static void lanes(syn *s) {
    const char *v = variable(s, syn_expr(s, 1));
    if (syn_chance(&s->shape, 50)) {
        syn_open(s, "if ((%s & %d) == 0)", s->gid, (2 << syn_below(&s->detail, 4)) - 1);
        change(s, v);
        change(s, v);
        syn_close(s);
    } else {
        int ways = 2 + syn_below(&s->shape, 3);
        syn_open(s, "switch (%s & 3)", s->gid);
        for (int k = 0; k < ways; k++) {
            syn_line(s, "case %d:", k);
            change(s, v);
            syn_line(s, "break;");
        }
        syn_line(s, "default:");
        change(s, v);
        syn_close(s);
    }
    syn_leaf(s, v);
}

/* A loop that values end early, after a fixed number of iterations at the latest. */
static void until(syn *s) {
    const char *v = variable(s, syn_expr(s, 1));
    const char *m = syn_trips(s, 8, 64);
    syn_loop l = syn_loop_begin(s, "0", m, "1");
    const char *stop = syn_condition(s, v);
    change(s, v);
    syn_line(s, "if (%s) break;", stop);
    if (syn_chance(&s->shape, 50)) change(s, v);
    syn_loop_end(s, &l, "1");
    syn_leaf(s, v);
}

/* As many iterations as some bits of a value say. */
static void data_trips(syn *s) {
    const char *v = variable(s, syn_expr(s, 1));
    const char *m = syn_name(s, SYN_NAME_COUNT);
    int most = (8 << syn_below(&s->detail, 4)) - 1;
    syn_line(s, "%s %s = (%s) & %d;", syn_itype(s), m, syn_to_uint(s, syn_any(s)), most);
    syn_loop l = syn_loop_begin(s, "0", m, "1");
    change(s, v);
    syn_loop_end(s, &l, "1");
    syn_leaf(s, v);
}

/* The body of a helper is written aside, with a scope of its own. */
static void helper(syn *s) {
    const char *name = syn_name(s, SYN_NAME_HELPER);
    const char *outer[SYN_LEAVES];
    bool outer_used[SYN_LEAVES];
    lp_text body = s->body;
    int n = s->n_leaves, indent = s->indent, n_args = 1 + syn_below(&s->shape, 3);
    memcpy(outer, s->leaf, sizeof outer);
    memcpy(outer_used, s->leaf_used, sizeof outer_used);
    s->body = (lp_text){0};
    s->indent = 1;
    s->n_leaves = 0;
    lp_text_addf(&s->helpers, "%s%s %s(", s->style.inline_, syn_val(s), name);
    for (int k = 0; k < n_args; k++) {
        const char *arg = syn_name(s, SYN_NAME_VALUE);
        lp_text_addf(&s->helpers, "%s%s %s", k ? ", " : "", syn_val(s), arg);
        syn_leaf(s, arg);
    }
    const char *v = variable(s, syn_expr(s, 2));
    int length = syn_below(&s->shape, 4);
    for (int k = 0; k < length; k++) change(s, v);
    syn_leaf(s, v);
    syn_line(s, "return %s;", syn_result(s));
    lp_text_addf(&s->helpers, s->style.own_line ? ")\n{\n%s}\n" : ") {\n%s}\n",
                 lp_text_str(&s->body));
    lp_text_free(&s->body);
    s->body = body;
    s->indent = indent;
    s->n_leaves = n;
    memcpy(s->leaf, outer, sizeof outer);
    memcpy(s->leaf_used, outer_used, sizeof outer_used);
    lp_text call = {0};
    lp_text_addf(&call, "%s(", name);
    for (int k = 0; k < n_args; k++) lp_text_addf(&call, "%s%s", k ? ", " : "", syn_any(s));
    syn_leaf(s, variable(s, syn_fmt(s, "%s)", lp_text_str(&call))));
    lp_text_free(&call);
}

/* Components of vectors by name; polynomials for scalars. */
static void components(syn *s) {
    const char *x = syn_any(s);
    if (s->val.lanes == 1) {
        const char *p = variable(s, syn_number(s, 1, 3));
        int degree = 2 + syn_below(&s->shape, 5);
        for (int k = 0; k < degree; k++)
            syn_line(s,
                     s->val.cls == SYN_INT ? "%s = (%s & 255) + (%s & 63) * %s;"
                                           : "%s = %s * %s + %s;",
                     p, p, x, syn_number(s, 1, 3));
        syn_leaf(s, p);
        return;
    }
    const char *v = variable(s, x);
    syn_line(s, "%s.lo += %s.hi;", v, v);
    if (syn_chance(&s->shape, 60)) syn_line(s, "%s.even = %s.odd;", v, x);
    if (syn_chance(&s->shape, 60)) syn_line(s, "%s.s0 = %s.s1;", v, v);
    syn_leaf(s, v);
}

const syn_production syn_stages[] = {
    {"tree", 10, tree},
    {"chain", 10, chain},
    {"temporaries", 8, temporaries},
    {"coefficient", 8, coefficient},
    {"components", 5, components},
    {"iterate", 0, iterate},
    {"nest", 0, nest},
    {"branch", 0, branch},
    {"lanes", 0, lanes},
    {"until", 0, until},
    {"data-trips", 0, data_trips},
    {"helper", 0, helper},
};
const int syn_n_stages = COUNT_OF(syn_stages);
