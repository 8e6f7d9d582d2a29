/* Evaluates a kernel's formulas for the launch given on the command line.
 *
 * In: NAME=INTEGER bindings, a kernel record. Out: integers. Makes nothing up: what is not given or
 * derived has no value. */
#include "analyze/eval.h"

#include <stdlib.h>
#include <string.h>

#include "common/json.h"

static void add(an_eval *v, const char *name, int64_t value) {
    v->v = lp_grow(v->v, &v->cap, v->n + 1, sizeof *v->v);
    v->v[v->n++] = (lp_bind){name, value};
}

static int parse_one(const char *item, size_t len, an_eval *v, lp_err *e) {
    char *copy = lp_strndup(item, len), *eq = strchr(copy, '=');
    long long value = 0;
    bool ok = eq && eq != copy && lp_parse_i64(eq + 1, &value);
    if (ok) {
        *eq = 0;
        lp_strv_add(&v->names, copy);
        add(v, v->names.v[v->names.n - 1], value);
    } else {
        lp_fail(e, "--eval: '%s': NAME=INTEGER is expected", copy);
    }
    free(copy);
    return ok ? 0 : -1;
}

int an_eval_parse(const char *text, an_eval *v, lp_err *e) {
    memset(v, 0, sizeof *v);
    for (;;) {
        size_t len = strcspn(text, ",");
        if (parse_one(text, len, v, e)) return -1;
        v->given = v->n;
        if (text[len] == 0) return 0;
        text += len + 1;
    }
}

void an_eval_free(an_eval *v) {
    lp_strv_free(&v->names);
    free(v->v);
    memset(v, 0, sizeof *v);
}

bool an_eval_get(const an_eval *v, const char *formula, int64_t *out) {
    lp_binds b = {v->v, (int)v->n};
    return formula && lp_expr_eval_text(formula, &b, out, NULL) == 0;
}

static bool is_bound(const an_eval *v, const char *name) {
    for (size_t i = 0; i < v->n; i++)
        if (strcmp(v->v[i].name, name) == 0) return true;
    return false;
}

void an_eval_begin(an_eval *v, const db_kernel *k) {
    v->n = v->given;
    for (int i = 0; i < k->n_args; i++) {
        const db_arg *a = &k->args[i];
        json_t *domain = a->domain ? lp_json_parse(a->domain, strlen(a->domain), NULL) : NULL;
        const char *eq = domain ? lp_json_str(domain, "eq", NULL) : NULL;
        int64_t value;
        if (eq && !is_bound(v, a->name) && an_eval_get(v, eq, &value)) add(v, a->name, value);
        json_decref(domain);
    }
}
