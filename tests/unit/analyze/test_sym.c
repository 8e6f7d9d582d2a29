/* Properties of symbolic values on random expressions: simplification keeps the value at every
 * point, intervals and bounds contain every point that the guards allow, and the text of a uniform
 * value evaluates to it. The oracle is plain C arithmetic on a second tree that knows nothing of
 * polynomials. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "analyze/bound.h"
#include "analyze/sym.h"
#include "analyze/symtext.h"
#include "common/expr.h"
#include "common/pcg.h"

enum { N_ARGS = 2, ROUNDS = 4000, POINTS = 60 };

static const char *const names[N_ARGS] = {"n", "m"};
static const int64_t arg_min[N_ARGS] = {1, 1}, arg_max[N_ARGS] = {INT32_MAX, INT32_MAX};

/* A launch and one work-item of it. */
typedef struct point {
    int64_t gid, lid, grp, lsz, gsz, ngrp, arg[N_ARGS];
} point;

typedef enum {
    T_CONST,
    T_GID,
    T_LID,
    T_GRP,
    T_LSZ,
    T_GSZ,
    T_NGRP,
    T_N,
    T_M,
    T_ADD,
    T_SUB,
    T_MUL,
    T_DIV,
    T_MOD,
    T_MIN,
    T_MAX,
    T_SHR,
    T_AND
} tree_op;

typedef struct tree {
    tree_op op;
    int64_t c;
    struct tree *a, *b;
} tree;

static tree pool[64];
static int used;

static tree *leaf(lp_pcg *r, bool uniform) {
    tree *t = &pool[used++];
    t->op = (tree_op)lp_pcg_range(r, uniform ? T_LSZ : T_CONST, T_M);
    if (t->op == T_CONST || lp_pcg_below(r, 4) == 0) t->op = T_CONST;
    t->c = lp_pcg_range(r, 0, 9);
    return t;
}

static tree *grow(lp_pcg *r, int depth, bool uniform) {
    if (depth == 0 || lp_pcg_below(r, 5) == 0) return leaf(r, uniform);
    tree *t = &pool[used++];
    t->op = (tree_op)lp_pcg_range(r, T_ADD, T_AND);
    t->a = grow(r, depth - 1, uniform);
    t->b = grow(r, depth - 1, uniform);
    return t;
}

/* False where C leaves the value undefined or the inference makes no promise (bits of negative
 * values). */
static bool value_of(const tree *t, const point *p, int64_t *v) {
    int64_t a, b;
    switch (t->op) {
    case T_CONST:
        *v = t->c;
        return true;
    case T_GID:
        *v = p->gid;
        return true;
    case T_LID:
        *v = p->lid;
        return true;
    case T_GRP:
        *v = p->grp;
        return true;
    case T_LSZ:
        *v = p->lsz;
        return true;
    case T_GSZ:
        *v = p->gsz;
        return true;
    case T_NGRP:
        *v = p->ngrp;
        return true;
    case T_N:
        *v = p->arg[0];
        return true;
    case T_M:
        *v = p->arg[1];
        return true;
    default:
        break;
    }
    if (!value_of(t->a, p, &a) || !value_of(t->b, p, &b)) return false;
    if (llabs(a) > 1 << 24 || llabs(b) > 1 << 24) return false;
    switch (t->op) {
    case T_ADD:
        *v = a + b;
        return true;
    case T_SUB:
        *v = a - b;
        return true;
    case T_MUL:
        *v = a * b;
        return true;
    case T_DIV:
        if (b == 0) return false;
        *v = a / b;
        return true;
    case T_MOD:
        if (b == 0) return false;
        *v = a % b;
        return true;
    case T_MIN:
        *v = a < b ? a : b;
        return true;
    case T_MAX:
        *v = a > b ? a : b;
        return true;
    case T_SHR:
        if (b < 0 || b > 40 || a < 0) return false;
        *v = a >> b;
        return true;
    default:
        if (a < 0 || b < 0) return false;
        *v = a & b;
        return true;
    }
}

static const an_sym *sym_of(an_symtab *S, const tree *t) {
    if (t->op == T_CONST) return an_const(S, t->c);
    if (t->op <= T_NGRP) return an_base(S, (an_akind)(AN_A_GID + (t->op - T_GID)));
    if (t->op <= T_M) return an_arg(S, t->op - T_N);
    const an_sym *a = sym_of(S, t->a), *b = sym_of(S, t->b);
    switch (t->op) {
    case T_ADD:
        return an_add(S, a, b);
    case T_SUB:
        return an_sub(S, a, b);
    case T_MUL:
        return an_mul(S, a, b);
    case T_DIV:
        return an_div(S, a, b);
    case T_MOD:
        return an_mod(S, a, b);
    case T_MIN:
        return an_min(S, a, b);
    case T_MAX:
        return an_max(S, a, b);
    case T_SHR:
        return an_shr(S, a, b);
    default:
        return an_bits(S, AN_A_AND, a, b);
    }
}

static void random_launch(lp_pcg *r, point *p) {
    p->lsz = lp_pcg_range(r, 1, 9);
    p->ngrp = lp_pcg_range(r, 1, 9);
    p->gsz = p->lsz * p->ngrp;
    for (int i = 0; i < N_ARGS; i++) p->arg[i] = lp_pcg_range(r, 1, 40);
}

static void random_item(lp_pcg *r, point *p) {
    p->gid = lp_pcg_range(r, 0, p->gsz - 1);
    p->lid = p->gid % p->lsz;
    p->grp = p->gid / p->lsz;
}

/* The value of a symbol, through its text with the work-item names bound. */
static bool evaluate(const an_sym *s, const point *p, int64_t *v) {
    lp_text t = {0};
    const lp_bind b[] = {{"gid", p->gid},    {"lid", p->lid},  {"grp", p->grp}, {"local", p->lsz},
                         {"global", p->gsz}, {"n", p->arg[0]}, {"m", p->arg[1]}};
    const lp_binds binds = {b, 7};
    an_sym_text(&t, s, names);
    lp_err e = {""};
    bool ok = lp_expr_eval_text(lp_text_str(&t), &binds, v, &e) == 0;
    lp_text_free(&t);
    return ok;
}

static void describe(const an_sym *s, const point *p, lp_text *out) {
    an_sym_text(out, s, names);
    lp_text_addf(out, " at gid=%lld lid=%lld grp=%lld local=%lld global=%lld n=%lld m=%lld",
                 (long long)p->gid, (long long)p->lid, (long long)p->grp, (long long)p->lsz,
                 (long long)p->gsz, (long long)p->arg[0], (long long)p->arg[1]);
}

static void simplification_keeps_values(void **state) {
    lp_pcg r;
    long compared = 0;
    (void)state;
    lp_pcg_seed(&r, 1, 1);
    for (int round = 0; round < ROUNDS; round++) {
        an_arena arena = {0};
        an_symtab S;
        an_symtab_init(&S, &arena, arg_min, arg_max, N_ARGS);
        used = 0;
        const tree *t = grow(&r, 4, false);
        const an_sym *s = sym_of(&S, t);
        for (int k = 0; s && k < POINTS; k++) {
            point p;
            int64_t want, got;
            random_launch(&r, &p);
            random_item(&r, &p);
            if (!value_of(t, &p, &want)) continue;
            compared++;
            if (!evaluate(s, &p, &got) || got != want || an_floor_of(&S, s) > want ||
                an_ceil_of(&S, s) < want) {
                lp_text d = {0};
                describe(s, &p, &d);
                fail_msg("round %d: %s: %lld, not %lld; interval %lld..%lld", round,
                         lp_text_str(&d), (long long)got, (long long)want,
                         (long long)an_floor_of(&S, s), (long long)an_ceil_of(&S, s));
            }
        }
        an_symtab_free(&S);
        an_arena_free(&arena);
    }
    assert_true(compared > ROUNDS * POINTS / 4);
}

/* All work-items of one launch that satisfy the guards lie within the bounds. */
static void check_bounds(an_symtab *S, const tree *t, const an_sym *s, const tree *const *gt,
                         const an_guards *G, const point *launch, long *checked, long *tight) {
    const an_sym *hi = an_upper(S, G, s), *lo = an_lower(S, G, s);
    point p = *launch;
    int64_t largest = INT64_MIN, ceiling = 0, bottom = 0;
    if (!hi || !lo || !evaluate(hi, &p, &ceiling) || !evaluate(lo, &p, &bottom)) return;
    assert_true(an_uniform(hi) && an_uniform(lo));
    for (p.gid = 0; p.gid < p.gsz; p.gid++) {
        int64_t v, g;
        bool allowed = true;
        p.lid = p.gid % p.lsz;
        p.grp = p.gid / p.lsz;
        for (int i = 0; i < G->n && allowed; i++) allowed = value_of(gt[i], &p, &g) && g >= 0;
        if (!allowed || !value_of(t, &p, &v)) continue;
        ++*checked;
        if (v > largest) largest = v;
        if (v > ceiling || v < bottom) {
            lp_text d = {0};
            describe(s, &p, &d);
            lp_text_add(&d, "; upper ");
            an_sym_text(&d, hi, names);
            lp_text_add(&d, "; lower ");
            an_sym_text(&d, lo, names);
            for (int i = 0; i < G->n; i++) {
                lp_text_add(&d, "; guard ");
                an_sym_text(&d, G->g[i], names);
            }
            fail_msg("%s: value %lld outside %lld..%lld", lp_text_str(&d), (long long)v,
                     (long long)bottom, (long long)ceiling);
        }
    }
    *tight += largest == ceiling;
}

static void bounds_contain_every_item(void **state) {
    lp_pcg r;
    long checked = 0, tight = 0, launches = 0;
    (void)state;
    lp_pcg_seed(&r, 2, 1);
    for (int round = 0; round < ROUNDS; round++) {
        an_arena arena = {0};
        an_symtab S;
        an_guards G = {.n = 0};
        const tree *gt[4];
        an_symtab_init(&S, &arena, arg_min, arg_max, N_ARGS);
        used = 0;
        const tree *t = grow(&r, 3, false);
        const an_sym *s = sym_of(&S, t);
        for (int want = (int)lp_pcg_below(&r, 3); G.n < want;) {
            tree *g = &pool[used++];
            *g = (tree){.op = T_SUB, .a = grow(&r, 1, true), .b = grow(&r, 2, false)};
            gt[G.n] = g;
            G.g[G.n] = sym_of(&S, g);
            if (!G.g[G.n]) break;
            G.n++;
        }
        for (int k = 0; s && k < 6; k++) {
            point p;
            random_launch(&r, &p);
            launches++;
            check_bounds(&S, t, s, gt, &G, &p, &checked, &tight);
        }
        an_symtab_free(&S);
        an_arena_free(&arena);
    }
    /* The search must find bounds often, and often the best one, or this test says nothing. */
    assert_true(checked > 50000);
    assert_true(tight > launches / 4);
}

static void equal_values_are_equal_pointers(void **state) {
    an_arena arena = {0};
    an_symtab S;
    (void)state;
    an_symtab_init(&S, &arena, arg_min, arg_max, N_ARGS);
    const an_sym *gid = an_base(&S, AN_A_GID), *lid = an_base(&S, AN_A_LID),
                 *grp = an_base(&S, AN_A_GRP);
    const an_sym *lsz = an_base(&S, AN_A_LSZ), *n = an_arg(&S, 0), *one = an_const(&S, 1);
    assert_ptr_equal(an_add(&S, an_mul(&S, grp, lsz), lid), gid);
    assert_ptr_equal(an_sub(&S, an_add(&S, gid, n), gid), n);
    assert_ptr_equal(an_mul(&S, an_base(&S, AN_A_NGRP), lsz), an_base(&S, AN_A_GSZ));
    assert_ptr_equal(an_add(&S, an_mul(&S, an_div(&S, gid, n), n), an_mod(&S, gid, n)), gid);
    assert_ptr_equal(an_div(&S, an_add(&S, an_scale(&S, gid, 4), an_const(&S, 3)), an_const(&S, 4)),
                     gid);
    assert_ptr_equal(an_min(&S, an_sub(&S, n, one), an_sub(&S, n, one)), an_sub(&S, n, one));
    assert_null(an_scale(&S, an_const(&S, INT64_MAX), 2));
    an_symtab_free(&S);
    an_arena_free(&arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(simplification_keeps_values),
        cmocka_unit_test(bounds_contain_every_item),
        cmocka_unit_test(equal_values_are_equal_pointers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
