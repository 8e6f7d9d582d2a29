/* Purpose: text of symbolic values. In: a value. Out: a formula that common/expr.h evaluates to the
 * same number when the value is uniform. Does not simplify. */
#include "analyze/symtext.h"

static void print_sum(lp_text *out, const an_sym *a, const char *const *names);

static bool is_simple(const an_sym *a) {
    return a->n == 0 || (a->n == 1 && ((a->t[0].n == 0 && a->t[0].c >= 0) ||
                                       (a->t[0].n == 1 && a->t[0].c == 1)));
}

static void print_operand(lp_text *out, const an_sym *a, const char *const *names) {
    if (!is_simple(a)) lp_text_addc(out, '(');
    print_sum(out, a, names);
    if (!is_simple(a)) lp_text_addc(out, ')');
}

static const char *const binary_text[] = {
    [AN_A_DIV] = " / ", [AN_A_MOD] = " % ", [AN_A_SHL] = " << ", [AN_A_SHR] = " >> ",
    [AN_A_AND] = " & ", [AN_A_OR] = " | ",  [AN_A_XOR] = " ^ ",
};

static const char *const base_text[] = {
    [AN_A_GID] = "gid",   [AN_A_LID] = "lid",    [AN_A_GRP] = "grp",
    [AN_A_LSZ] = "local", [AN_A_GSZ] = "global", [AN_A_NGRP] = "(global / local)",
};

static void print_atom(lp_text *out, const an_atom *x, const char *const *names) {
    switch (x->kind) {
    case AN_A_GID:
    case AN_A_LID:
    case AN_A_GRP:
    case AN_A_LSZ:
    case AN_A_GSZ:
    case AN_A_NGRP:
        lp_text_add(out, base_text[x->kind]);
        return;
    case AN_A_ARG:
        lp_text_add(out, names[x->id]);
        return;
    case AN_A_TRIP:
        lp_text_addf(out, "t%d", x->id);
        return;
    case AN_A_ITER:
        lp_text_addf(out, "i%d", x->id);
        return;
    case AN_A_UNKNOWN:
        lp_text_add(out, "?");
        return;
    case AN_A_WRAP:
        lp_text_addf(out, "wrap%d(", x->id);
        print_sum(out, x->p, names);
        lp_text_addc(out, ')');
        return;
    case AN_A_LOAD:
        lp_text_addf(out, "%s[", names[x->id]);
        if (x->p)
            print_sum(out, x->p, names);
        else
            lp_text_add(out, "?");
        lp_text_addc(out, ']');
        return;
    case AN_A_MIN:
    case AN_A_MAX:
        lp_text_add(out, x->kind == AN_A_MIN ? "min(" : "max(");
        print_sum(out, x->p, names);
        lp_text_add(out, ", ");
        print_sum(out, x->q, names);
        lp_text_addc(out, ')');
        return;
    case AN_A_LOG2:
        lp_text_add(out, "log2(");
        print_sum(out, x->p, names);
        lp_text_addc(out, ')');
        return;
    default:
        lp_text_addc(out, '(');
        print_operand(out, x->p, names);
        lp_text_add(out, binary_text[x->kind]);
        print_operand(out, x->q, names);
        lp_text_addc(out, ')');
    }
}

static void print_term(lp_text *out, const an_term *t, bool first, const char *const *names) {
    if (t->c < 0)
        lp_text_add(out, first ? "-" : " - ");
    else if (!first)
        lp_text_add(out, " + ");
    uint64_t m = t->c < 0 ? 0 - (uint64_t)t->c : (uint64_t)t->c;
    bool need_mul = false;
    if (m != 1 || t->n == 0) {
        lp_text_addf(out, "%llu", (unsigned long long)m);
        need_mul = true;
    }
    for (int k = 0; k < t->n; k++) {
        if (need_mul) lp_text_add(out, " * ");
        print_atom(out, t->f[k], names);
        need_mul = true;
    }
}

/* Positive terms first, so that a formula rarely begins with a minus sign. */
static void print_sum(lp_text *out, const an_sym *a, const char *const *names) {
    bool first = true;
    if (a->n == 0) lp_text_addc(out, '0');
    for (int sign = 0; sign < 2; sign++)
        for (int i = 0; i < a->n; i++) {
            if ((a->t[i].c < 0) != (sign == 1)) continue;
            print_term(out, &a->t[i], first, names);
            first = false;
        }
}

void an_sym_text(lp_text *out, const an_sym *a, const char *const *arg_names) {
    print_sum(out, a, arg_names);
}
