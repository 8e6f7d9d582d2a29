/* Golden records of inference and their checks: small kernels of one construct each, with what the
 * record must say for one launch. */
#ifndef TEST_ANALYZE_GOLDEN_H
#define TEST_ANALYZE_GOLDEN_H

#include <jansson.h>

#include "analyze/infer.h"
#include "analyze/reason.h"
#include "common/expr.h"
#include "db/record.h"
#include "tests/unit/analyze/source.h"

typedef struct golden {
    const char *name;
    const char *source;
    const char *launch;  /* "global=256 local=64 n=100" */
    const char *extents; /* "a=100 out=100": every one named must match */
    const char *
        others; /* "pattern=direct role.n=bound access.a=r content.idx=index:global", any of them */
} golden;

/* Kernels that must be refused, with the reason's code. */
typedef struct refused_kernel {
    const char *name, *source, *reason;
} refused_kernel;

/* Constraints: formulas that must hold (or not) for a launch. */
typedef struct constrained_kernel {
    const char *name, *source, *good, *bad;
} constrained_kernel;

#define K "kernel void k"
#define GID "int i = get_global_id(0);"

typedef struct launch {
    char text[256];
    lp_bind v[16];
    lp_binds b;
} launch;

static inline void read_launch(const char *text, launch *l) {
    snprintf(l->text, sizeof l->text, "%s", text);
    l->b = (lp_binds){l->v, 0};
    char *save = NULL;
    for (char *w = strtok_r(l->text, " ", &save); w; w = strtok_r(NULL, " ", &save)) {
        char *eq = strchr(w, '=');
        assert_non_null(eq);
        *eq = 0;
        long long v = 0;
        assert_true(lp_parse_i64(eq + 1, &v));
        l->v[l->b.n++] = (lp_bind){w, v};
    }
}

static inline void infer(const char *source, db_kernel *k) {
    parsed p;
    lp_err e = {""};
    memset(k, 0, sizeof *k);
    parse(source, &p);
    assert_true(p.chunks.n_kernels >= 1);
    if (an_infer(p.tu, p.chunks.kernels[0].cursor, &p.unit, k, &e)) fail_msg("%s", e.msg);
    parsed_free(&p);
}

static inline const db_arg *arg_named(const db_kernel *k, const char *name) {
    for (int i = 0; i < k->n_args; i++)
        if (!strcmp(k->args[i].name, name)) return &k->args[i];
    fail_msg("no argument '%s'", name);
    return NULL;
}

static inline void check_extents(const golden *g, const db_kernel *k) {
    launch l, want;
    read_launch(g->launch, &l);
    read_launch(g->extents, &want);
    for (int i = 0; i < want.b.n; i++) {
        const db_arg *a = arg_named(k, want.v[i].name);
        int64_t got = -1;
        lp_err e = {""};
        if (!a->extent || lp_expr_eval_text(a->extent, &l.b, &got, &e))
            fail_msg("%s: %s: %s", g->name, a->name, e.msg);
        if (got != want.v[i].value)
            fail_msg("%s: extent of %s is %s = %lld, not %lld", g->name, a->name, a->extent,
                     (long long)got, (long long)want.v[i].value);
    }
}

static inline const char *field(const db_kernel *k, const char *what) {
    static const char *const none = "(none)";
    const char *dot = strchr(what, '.'), *v;
    if (!dot) return k->pattern ? k->pattern : none;
    const db_arg *a = arg_named(k, dot + 1);
    switch (what[0]) {
    case 'r':
        v = a->role;
        break;
    case 'a':
        v = a->access;
        break;
    case 'c':
        v = a->content;
        break;
    default:
        v = a->pattern;
    }
    return v ? v : none;
}

/* "what=value" words; a content may hold blanks, so it comes last. */
static inline void check_others(const golden *g, const db_kernel *k) {
    char text[256];
    snprintf(text, sizeof text, "%s", g->others);
    for (char *w = text; *w;) {
        char *eq = strchr(w, '=');
        assert_non_null(eq);
        char *end = strncmp(w, "content", 7) ? strchr(eq, ' ') : NULL;
        if (end) *end = 0;
        *eq = 0;
        if (strcmp(field(k, w), eq + 1) != 0)
            fail_msg("%s: %s is %s, not %s", g->name, w, field(k, w), eq + 1);
        w = end ? end + 1 : eq + 1 + strlen(eq + 1);
    }
}

static inline void check_kept(const golden *kept, size_t n) {
    for (size_t i = 0; i < n; i++) {
        db_kernel k;
        infer(kept[i].source, &k);
        if (!k.ok) fail_msg("%s: skipped: %s: %s", kept[i].name, k.reason, k.detail);
        check_extents(&kept[i], &k);
        check_others(&kept[i], &k);
        db_kernel_free(&k);
    }
}

static inline void check_refused(const refused_kernel *refused, size_t n) {
    for (size_t i = 0; i < n; i++) {
        db_kernel k;
        infer(refused[i].source, &k);
        if (k.ok) fail_msg("%s: kept", refused[i].name);
        if (strcmp(k.reason, refused[i].reason) != 0)
            fail_msg("%s: %s (%s), not %s", refused[i].name, k.reason, k.detail, refused[i].reason);
        assert_has(k.detail, "t.cl:1:");
        db_kernel_free(&k);
    }
}

/* All constraints of the kernel hold for the launch. */
static inline bool allowed(const db_kernel *k, const char *text) {
    launch l;
    bool all = true;
    read_launch(text, &l);
    json_error_t je;
    json_t *c = json_loads(k->constraints, 0, &je), *x;
    size_t i;
    assert_non_null(c);
    json_array_foreach(c, i, x) {
        int64_t v = 0;
        lp_err e = {""};
        if (lp_expr_eval_text(json_string_value(x), &l.b, &v, &e)) fail_msg("%s", e.msg);
        all = all && v;
    }
    json_decref(c);
    return all;
}

static inline void check_constrained(const constrained_kernel *constrained, size_t n) {
    for (size_t i = 0; i < n; i++) {
        db_kernel k;
        infer(constrained[i].source, &k);
        if (!k.ok) fail_msg("%s: %s", constrained[i].name, k.detail);
        if (!allowed(&k, constrained[i].good))
            fail_msg("%s: %s refuses %s", constrained[i].name, k.constraints, constrained[i].good);
        if (allowed(&k, constrained[i].bad))
            fail_msg("%s: %s allows %s", constrained[i].name, k.constraints, constrained[i].bad);
        db_kernel_free(&k);
    }
}

#endif
