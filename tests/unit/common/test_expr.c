/* common/expr.c and expr_eval.c: C's precedence (checked against the compiler), errors, laziness,
 * limits, and random formulas against a naive evaluator in 128 bits. */
#include "tests/unit/common/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/expr.h"
#include "common/pcg.h"
#include "common/text.h"

static const lp_bind bound[] = {{"global", 1024}, {"local", 64}, {"n", 1000}, {"_m2", -7}};
static const lp_binds binds = {bound, 4};

static void check_value(const char *text, int64_t want) {
    int64_t got = -99;
    lp_err e = {{0}};
    if (lp_expr_eval_text(text, &binds, &got, &e)) fail_msg("%s: %s", text, e.msg);
    if (got != want) fail_msg("%s is %lld, not %lld", text, (long long)got, (long long)want);
}

static void check_error(const char *text, const char *want) {
    int64_t got = -99;
    lp_err e = {{0}};
    assert_int_equal(lp_expr_eval_text(text, &binds, &got, &e), -1);
    if (strcmp(e.msg, want) != 0) fail_msg("%s: \"%s\", not \"%s\"", text, e.msg, want);
    assert_int_equal(got, -99);
}

/* The C compiler is the oracle: the same text is compiled and parsed. */
#define AS_IN_C(x) {#x, (x)}

static void precedence_is_that_of_c(void **state) {
    (void)state;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wparentheses"
    static const struct {
        const char *text;
        int value;
    } rows[] = {
        AS_IN_C(1 + 2 * 3),
        AS_IN_C(20 - 3 - 4),
        AS_IN_C(100 / 7 / 2),
        AS_IN_C(100 % 7 * 2),
        AS_IN_C(1 << 2 + 3),
        AS_IN_C(256 >> 2 >> 1),
        AS_IN_C(5 & 6 == 6),
        AS_IN_C(1 | 6 ^ 3 & 2),
        AS_IN_C(4 ^ 6 | 1),
        AS_IN_C(0 && 0 || 1),
        AS_IN_C(1 || 0 && 0),
        AS_IN_C(1   ? 2
                : 3 ? 4
                    : 5),
        AS_IN_C(0   ? 2
                : 0 ? 4
                    : 5),
        AS_IN_C(1 ? 0 ? 6 : 7 : 8),
        AS_IN_C(-2 * -3),
        AS_IN_C(- -2),
        AS_IN_C(!0 + !5),
        AS_IN_C(~5 & 7),
        AS_IN_C(-5 / 2),
        AS_IN_C(-5 % 2),
        AS_IN_C(5 / -2),
        AS_IN_C(5 % -2),
        AS_IN_C((1 + 2) * 3),
        AS_IN_C(!(1 && 0)),
        AS_IN_C(7 && 9),
        AS_IN_C(1 + 1 ? 3 : 4),
        AS_IN_C(1 || 0 ? 3 : 4),
        AS_IN_C(2 * (3 - (4 + 5)) / 2),
    };
#pragma GCC diagnostic pop
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        check_value(rows[i].text, rows[i].value);
    /* What linters do not like to see in C. */
    check_value("-5 >> 1", -3);
    check_value("3 > 2 > 1", 0);
    check_value("1 < 2 == 1", 1);
    check_value("3 >= 3 != 1", 0);
    check_value("2 <= 1 < 1", 1);
}

static void names_and_calls(void **state) {
    (void)state;
    check_value("(global + local - 1) / local * local", 1024);
    check_value("n*_m2", -7000);
    check_value("min(n)", 1000);
    check_value("min(n, global, local)", 64);
    check_value("max(n,global,local)", 1024);
    check_value("max(1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16)", 16);
    check_value("min(max(1, _m2), 5) + 1", 2);
    check_value("log2(1)", 0);
    check_value("log2(n)", 9);
    check_value("log2(global)", 10);
    check_value("log2(9223372036854775807)", 62);
    check_value("\t 010 ", 10);
}

static void errors_say_where_and_what(void **state) {
    (void)state;
    check_error("", "column 1: expected a number, a name or '('");
    check_error("1 +", "column 4: expected a number, a name or '('");
    check_error("(1", "column 3: expected ')'");
    check_error("1)", "column 2: expected an operator or the end");
    check_error("1 2", "column 3: expected an operator or the end");
    check_error("1 ? 2", "column 6: expected ':'");
    check_error("n = 1", "column 3: unexpected character");
    check_error("a[1]", "column 2: unexpected character");
    check_error("1\n", "column 2: unexpected character");
    check_error("0x10", "column 1: not a decimal integer");
    check_error("1.5", "column 1: not a decimal integer");
    check_error("9223372036854775808", "column 1: number too large");
    check_error("99999999999999999999", "column 1: number too large");
    check_error("pow(2)", "column 1: unknown function (there are min, max and log2)");
    check_error("log2(1,2)", "column 8: too many arguments");
    check_error("min()", "column 5: expected a number, a name or '('");
    check_error("min(1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17)", "column 44: too many arguments");
    check_error("n + x", "column 5: unknown name 'x'");
    check_error("n / (local - 64)", "column 3: division by zero");
    check_error("n % 0", "column 3: division by zero");
    check_error("log2(0)", "column 1: log2 of a number below 1");
    check_error("1 << 63", "column 3: shift outside 0..62");
    check_error("1 >> -1", "column 3: shift outside 0..62");
    check_error("3 << 62", "column 3: overflow in '<<'");
    check_error("4611686018427387904 * 2", "column 21: overflow in '*'");
    check_error("9223372036854775807 + 1", "column 21: overflow in '+'");
    check_error("-9223372036854775808 - 1", "column 22: overflow in '-'");
    check_error("-(-9223372036854775808)", "column 1: overflow in '-'");
    check_error("-9223372036854775808 / -1", "column 22: overflow in '/'");
}

static void the_edges_of_int64_work(void **state) {
    (void)state;
    check_value("-9223372036854775808", INT64_MIN);
    check_value("-9223372036854775808 % -1", 0);
    check_value("9223372036854775807 - 1 + 1", INT64_MAX);
    check_value("1 << 62", INT64_C(1) << 62);
    check_value("-1 << 62", -(INT64_C(1) << 62));
    check_value("-2 << 62", INT64_MIN);
    check_value("-9223372036854775808 >> 62", -2);
}

static void what_is_skipped_is_no_error(void **state) {
    (void)state;
    check_value("0 && 1 / 0", 0);
    check_value("5 || x", 1);
    check_value("1 ? 2 : 9223372036854775807 * 2", 2);
    check_value("0 ? nowhere : 3", 3);
    check_value("0 && 1/0 && 1/0 || 4", 1);
    check_value("(local != 0 && n / local > 3) ? n % local : 0", 40);
    check_error("1 && x", "column 6: unknown name 'x'");
    check_error("0 || 1 / 0", "column 8: division by zero");
}

/* text = LEFT repeated + "1" + RIGHT repeated */
static char *nest(const char *left, const char *right, int levels) {
    lp_text t = {0};
    for (int i = 0; i < levels; i++) lp_text_add(&t, left);
    lp_text_add(&t, "1");
    for (int i = 0; i < levels; i++) lp_text_add(&t, right);
    return lp_text_take(&t);
}

static void nesting_is_limited(void **state) {
    (void)state;
    static const char *const rows[][2] = {
        {"(", ")"},   {"-", ""},       {"!", ""},    {"1?", ":2"},
        {"0?1:", ""}, {"max(1,", ")"}, {"1+(", ")"}, {"0||1&&1|1^1&1==1<1<<1+1*(", ")"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        int64_t v;
        lp_err e = {{0}};
        char *ok = nest(rows[i][0], rows[i][1], 200);
        if (lp_expr_eval_text(ok, NULL, &v, &e)) fail_msg("%s...: %s", rows[i][0], e.msg);
        char *deep = nest(rows[i][0], rows[i][1], 201);
        char *far = nest(rows[i][0], rows[i][1], 2500);
        assert_int_equal(lp_expr_eval_text(deep, NULL, &v, &e), -1);
        assert_non_null(strstr(e.msg, "nested more than 200 levels deep"));
        assert_int_equal(lp_expr_eval_text(far, NULL, &v, NULL), -1);
        free(ok);
        free(deep);
        free(far);
    }
}

static void length_is_limited(void **state) {
    (void)state;
    char *longest = nest("1+", "", 32767); /* 65,535 bytes */
    int64_t v = 0;
    assert_int_equal(lp_expr_eval_text(longest, NULL, &v, NULL), 0);
    assert_int_equal(v, 32768);
    free(longest);
    char *longer = nest("1+", "", 32768);
    lp_err e;
    assert_int_equal(lp_expr_eval_text(longer, NULL, &v, &e), -1);
    assert_string_equal(e.msg, "formula longer than 65536 bytes");
    free(longer);
}

static void collect(void *ctx, const char *name) {
    lp_text_addf(ctx, "%s;", name);
}

static void names_are_listed(void **state) {
    (void)state;
    lp_expr *x = lp_expr_parse("n ? min(n, ab) : 0 && c", NULL);
    assert_non_null(x);
    lp_text t = {0};
    lp_expr_names(x, collect, &t);
    assert_string_equal(t.s, "n;n;ab;c;");
    lp_text_free(&t);
    lp_expr_free(x);
    lp_expr_free(NULL);
}

/* ---- random formulas against a naive evaluator ---- */

typedef struct made {
    bool ok; /* false: evaluation must fail */
    int64_t v;
} made;

static made checked(__int128 v) {
    made m = {v >= INT64_MIN && v <= INT64_MAX, (int64_t)v};
    return m;
}

static made naive_binary(const char *op, made a, made b) {
    static const made failed = {false, 0};
    if (!strcmp(op, "&&") && a.ok && !a.v) return (made){true, 0};
    if (!strcmp(op, "||") && a.ok && a.v) return (made){true, 1};
    if (!a.ok || !b.ok) return failed;
    __int128 l = a.v, r = b.v;
    if (!strcmp(op, "&&") || !strcmp(op, "||")) return (made){true, b.v != 0};
    if (!strcmp(op, "+")) return checked(l + r);
    if (!strcmp(op, "-")) return checked(l - r);
    if (!strcmp(op, "*")) return checked(l * r);
    if (!strcmp(op, "/")) return r == 0 ? failed : checked(l / r);
    if (!strcmp(op, "%")) return r == 0 ? failed : checked(l % r);
    if (!strcmp(op, "<<")) return r < 0 || r > 62 ? failed : checked(l * ((__int128)1 << r));
    if (!strcmp(op, ">>")) return r < 0 || r > 62 ? failed : checked(l >> r);
    if (!strcmp(op, "<")) return checked(l < r);
    if (!strcmp(op, "<=")) return checked(l <= r);
    if (!strcmp(op, ">")) return checked(l > r);
    if (!strcmp(op, ">=")) return checked(l >= r);
    if (!strcmp(op, "==")) return checked(l == r);
    if (!strcmp(op, "!=")) return checked(l != r);
    if (!strcmp(op, "&")) return checked(l & r);
    if (!strcmp(op, "^")) return checked(l ^ r);
    return checked(l | r);
}

static made naive_log2(made a) {
    if (!a.ok || a.v < 1) return (made){false, 0};
    int64_t n = 0;
    while (a.v >>= 1) n++;
    return (made){true, n};
}

static made make_leaf(lp_pcg *r, lp_text *t) {
    if (lp_pcg_below(r, 3) == 0) {
        const lp_bind *b = &bound[lp_pcg_below(r, 4)];
        lp_text_add(t, b->name);
        return (made){true, b->value};
    }
    int64_t v = lp_pcg_range(r, 0, INT64_MAX) >> lp_pcg_below(r, 63);
    lp_text_addf(t, "%lld", (long long)v);
    return (made){true, v};
}

/* Writes a random formula of at most `depth` levels and works its value out on the way. */
static made make(lp_pcg *r, lp_text *t, int depth) {
    static const char *const ops[] = {"+", "-",  "*",  "/",  "%", "<<", ">>", "<",  "<=",
                                      ">", ">=", "==", "!=", "&", "^",  "|",  "&&", "||"};
    uint32_t kind = depth == 0 ? 0 : lp_pcg_below(r, 12);
    if (kind == 0) return make_leaf(r, t);
    made a, b, c;
    if (kind == 1) {
        lp_text_add(t, "-(");
        a = make(r, t, depth - 1);
        c = a.ok ? checked(-(__int128)a.v) : a;
    } else if (kind == 2) {
        lp_text_add(t, "log2(");
        c = naive_log2(make(r, t, depth - 1));
    } else if (kind == 3) {
        lp_text_add(t, "max(");
        a = make(r, t, depth - 1);
        lp_text_add(t, ",");
        b = make(r, t, depth - 1);
        c = (made){a.ok && b.ok, a.v > b.v ? a.v : b.v};
    } else if (kind == 4) {
        lp_text_add(t, "((");
        c = make(r, t, depth - 1);
        lp_text_add(t, ")?");
        a = make(r, t, depth - 1);
        lp_text_add(t, ":");
        b = make(r, t, depth - 1);
        if (c.ok) c = c.v ? a : b;
    } else {
        const char *op = ops[lp_pcg_below(r, 18)];
        lp_text_add(t, "((");
        a = make(r, t, depth - 1);
        lp_text_addf(t, ")%s(", op);
        b = make(r, t, depth - 1);
        lp_text_add(t, ")");
        c = naive_binary(op, a, b);
    }
    lp_text_add(t, ")");
    return c;
}

static void random_formulas_agree_with_a_naive_evaluator(void **state) {
    (void)state;
    lp_pcg r;
    lp_pcg_seed(&r, 11, 12);
    int succeeded = 0, failed = 0;
    for (int i = 0; i < 20000; i++) {
        lp_text t = {0};
        made want = make(&r, &t, 1 + i % 6);
        int64_t got = 0;
        lp_err e = {{0}};
        int rc = lp_expr_eval_text(t.s, &binds, &got, &e);
        if (want.ok != (rc == 0)) fail_msg("%s: %s", t.s, want.ok ? e.msg : "no error");
        if (want.ok && got != want.v) fail_msg("%s: %lld", t.s, (long long)got);
        succeeded += want.ok;
        failed += !want.ok;
        lp_text_free(&t);
    }
    assert_true(succeeded > 5000 && failed > 2000); /* both kinds were tried */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(precedence_is_that_of_c),
        cmocka_unit_test(names_and_calls),
        cmocka_unit_test(errors_say_where_and_what),
        cmocka_unit_test(the_edges_of_int64_work),
        cmocka_unit_test(what_is_skipped_is_no_error),
        cmocka_unit_test(nesting_is_limited),
        cmocka_unit_test(length_is_limited),
        cmocka_unit_test(names_are_listed),
        cmocka_unit_test(random_formulas_agree_with_a_naive_evaluator),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
