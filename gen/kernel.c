/* Kernel records -> parsed formulas, roles, domains, contents.
 * Input: a db_kernel with its arguments and features. Output: a gen_kernel, or why it cannot be
 * planned. Does not draw any value (scalar.c) and evaluates nothing. */
#include "gen/kernel.h"

#include <stdlib.h>
#include <string.h>

#include "common/json.h"
#include "common/text.h"

static const struct {
    const char *name;
    gen_role role;
} roles[] = {
    {"bound", GEN_ROLE_BOUND},
    {"stride", GEN_ROLE_STRIDE},
    {"offset", GEN_ROLE_OFFSET},
    {"tile", GEN_ROLE_TILE},
    {"trips", GEN_ROLE_TRIPS},
    {"shift", GEN_ROLE_SHIFT},
    {"pitch", GEN_ROLE_PITCH},
    {"modulus", GEN_ROLE_MODULUS},
    {"seed", GEN_ROLE_SEED},
    {"coefficient", GEN_ROLE_COEFFICIENT},
    {"probability", GEN_ROLE_PROBABILITY},
    {"flag", GEN_ROLE_FLAG},
    {"unused", GEN_ROLE_UNUSED},
};

/* What one unit of a feature costs in operations. Fitted to 40,000 saturated launches on an H200
 * and rounded: what decides is the order of magnitude. */
static const struct {
    const char *feature;
    int64_t num, den;
} weights[] = {
    {"flop", 1, 1},
    {"iop", 1, 1},
    {"special", 32, 1},
    {"atomics", 256, 1},
    {"branches", 1, 1},
    {"loop_trips", 1, 1},
    {"barriers", 16, 1},
    {"load_global_bytes", 1, 1},
    {"store_global_bytes", 4, 1},
    {"load_local_bytes", 1, 4},
    {"store_local_bytes", 1, 4},
    {"load_constant_bytes", 1, 4},
};

bool gen_kernel_key(const char *hash, uint64_t *key) {
    if (!hash || strspn(hash, "0123456789abcdef") < 16) return false;
    char digits[17] = "";
    memcpy(digits, hash, 16);
    *key = strtoull(digits, NULL, 16);
    return true;
}

/* NULL text gives NULL and success. */
static int parse(const char *text, const char *what, lp_expr **out, lp_err *e) {
    *out = text ? lp_expr_parse(text, e) : NULL;
    return text && !*out ? lp_fail_in(e, "%s `%.80s`", what, text) : 0;
}

static gen_role role_of(const char *name, const gen_type *t) {
    for (size_t i = 0; name && i < sizeof roles / sizeof *roles; i++)
        if (strcmp(roles[i].name, name) == 0) return roles[i].role;
    return t->floating ? GEN_ROLE_COEFFICIENT : GEN_ROLE_BOUND;
}

static gen_reason read_domain(gen_arg *a, lp_err *e) {
    a->lo = a->type.lo;
    a->hi = a->type.hi;
    if (!a->row->domain) return GEN_OK;
    json_t *j = lp_json_parse(a->row->domain, strlen(a->row->domain), e);
    if (!j) return GEN_RECORD;
    int64_t lo = lp_json_i64(j, "min", a->lo);
    int64_t hi = lp_json_i64(j, "max", a->hi);
    if (lo > a->lo) a->lo = lo;
    if (hi < a->hi) a->hi = hi;
    a->pow2 = json_is_true(json_object_get(j, "pow2"));
    int rc = parse(lp_json_str(j, "eq", NULL), "domain", &a->eq, e);
    if (rc == 0) rc = parse(lp_json_str(j, "multiple", NULL), "domain", &a->multiple, e);
    json_decref(j);
    return rc ? GEN_RECORD : GEN_OK;
}

static gen_reason prepare_scalar(gen_arg *a, lp_err *e) {
    if (!a->builtin) {
        lp_fail(e, "argument %s: scalar of type %s", a->row->name, a->row->type);
        return GEN_ARGUMENT;
    }
    a->role = role_of(a->row->role, &a->type);
    return read_domain(a, e);
}

/* One "AT:TYPE:FORMULA" of `text`, which ends at ';' or the end. */
static int parse_member(const char *text, size_t len, gen_member *m, lp_err *e) {
    const char *colon = memchr(text, ':', len);
    const char *second = colon ? memchr(colon + 1, ':', len - (size_t)(colon + 1 - text)) : NULL;
    if (!second) return lp_fail(e, "contents of a member `%.*s`", (int)len, text);
    char *at = lp_strndup(text, (size_t)(colon - text));
    char *type = lp_strndup(colon + 1, (size_t)(second - colon - 1));
    char *limit = lp_strndup(second + 1, len - (size_t)(second + 1 - text));
    long long byte = -1;
    bool ok = lp_parse_i64(at, &byte) && byte >= 0 && gen_type_parse(type, &m->type) &&
              !m->type.floating && m->type.lanes == 1;
    m->at = byte;
    m->type_name = colon + 1;
    m->type_len = (int)(second - colon - 1);
    int rc = ok ? parse(limit, "content", &m->limit, e)
                : lp_fail(e, "contents of a member `%.*s`", (int)len, text);
    free(at);
    free(type);
    free(limit);
    return rc;
}

/* "members:SIZE;AT:TYPE:FORMULA;..." */
static gen_reason prepare_members(gen_arg *a, const char *text, lp_err *e) {
    size_t size = strcspn(text, ";"), n = 0;
    char *bytes = lp_strndup(text, size);
    long long v = 0;
    bool ok = lp_parse_i64(bytes, &v) && v == a->row->elem_bytes;
    free(bytes);
    if (!ok) {
        lp_fail(e, "argument %s: contents for other elements than of %lld bytes", a->row->name,
                (long long)a->row->elem_bytes);
        return GEN_RECORD;
    }
    for (const char *p = text + size; *p; p++) n += *p == ';';
    a->members = lp_alloc(n + 1, sizeof *a->members);
    a->content = GEN_CONTENT_MEMBERS;
    for (const char *p = text + size; *p == ';';) {
        size_t len = strcspn(++p, ";");
        if (parse_member(p, len, &a->members[a->n_members++], e)) return GEN_RECORD;
        p += len;
    }
    return GEN_OK;
}

/* "floats:LO:HI": uniform between two integers, whatever the campaign gives other floats. */
static gen_reason prepare_floats(gen_arg *a, const char *text, lp_err *e) {
    size_t n = strcspn(text, ":");
    char *low = lp_strndup(text, n);
    long long lo = 0, hi = 0;
    bool ok = a->type.floating && text[n] && lp_parse_i64(low, &lo) &&
              lp_parse_i64(text + n + 1, &hi) && lo < hi && lo > INT32_MIN && hi < INT32_MAX;
    free(low);
    a->content = GEN_CONTENT_FLOATS;
    a->float_lo = lo;
    a->float_hi = hi;
    if (ok) return GEN_OK;
    lp_fail(e, "argument %s: contents `floats:%.80s` of type %s", a->row->name, text, a->row->type);
    return GEN_RECORD;
}

static gen_reason prepare_content(gen_arg *a, lp_err *e) {
    static const struct {
        const char *prefix;
        gen_content content;
    } contents[] = {
        {"index:", GEN_CONTENT_INDEX},
        {"bounded:", GEN_CONTENT_INDEX},
        {"permutation:", GEN_CONTENT_PERMUTATION},
        {"rowptr:", GEN_CONTENT_ROWPTR},
    };
    const char *text = a->row->content;
    if (!text) return GEN_OK;
    if (strcmp(text, "zero") == 0) {
        a->content = GEN_CONTENT_ZERO;
        return GEN_OK;
    }
    if (a->builtin && strcmp(text, "flags") == 0) {
        a->content = GEN_CONTENT_FLAGS;
        return GEN_OK;
    }
    if (!a->builtin && strncmp(text, "members:", 8) == 0) return prepare_members(a, text + 8, e);
    if (a->builtin && strncmp(text, "floats:", 7) == 0) return prepare_floats(a, text + 7, e);
    for (size_t i = 0; a->builtin && i < sizeof contents / sizeof *contents; i++) {
        size_t n = strlen(contents[i].prefix);
        if (strncmp(text, contents[i].prefix, n) != 0) continue;
        a->content = contents[i].content;
        return parse(text + n, "content", &a->content_limit, e) ? GEN_RECORD : GEN_OK;
    }
    lp_fail(e, "argument %s: contents `%.80s` of type %s", a->row->name, text, a->row->type);
    return GEN_ARGUMENT;
}

static gen_reason prepare_arg(const db_arg *row, gen_arg *a, lp_err *e) {
    *a = (gen_arg){.row = row, .rows_of = -1};
    a->builtin = gen_type_parse(row->type, &a->type);
    a->constant = strcmp(row->kind, "constant") == 0;
    if (strcmp(row->kind, "scalar") == 0) {
        a->kind = GEN_SCALAR;
        return prepare_scalar(a, e);
    }
    if (row->elem_bytes <= 0) {
        lp_fail(e, "argument %s: element of %lld bytes", row->name, (long long)row->elem_bytes);
        return GEN_RECORD;
    }
    a->kind = strcmp(row->kind, "local") == 0 ? GEN_LOCAL : GEN_BUFFER;
    if (a->kind == GEN_BUFFER && !a->constant && strcmp(row->kind, "buffer") != 0) {
        lp_fail(e, "argument %s is of kind %s", row->name, row->kind);
        return GEN_ARGUMENT;
    }
    if (parse(row->extent, "extent", &a->extent, e)) return GEN_RECORD;
    return a->kind == GEN_LOCAL ? GEN_OK : prepare_content(a, e);
}

static gen_reason prepare_constraints(gen_kernel *k, lp_err *e) {
    const char *text = k->row->constraints ? k->row->constraints : "[]";
    json_t *list = lp_json_parse(text, strlen(text), e);
    gen_reason why = GEN_OK;
    if (!json_is_array(list)) {
        json_decref(list);
        lp_fail(e, "constraints are no JSON array");
        return GEN_RECORD;
    }
    k->constraints = lp_alloc(json_array_size(list) + 1, sizeof *k->constraints);
    for (size_t i = 0; i < json_array_size(list) && why == GEN_OK; i++) {
        const char *s = json_string_value(json_array_get(list, i));
        if (!s || parse(s, "constraint", &k->constraints[k->n_constraints], e))
            why = GEN_RECORD;
        else
            k->n_constraints++;
    }
    json_decref(list);
    return why;
}

/* Features only steer sizes, so one that cannot be read is left out of the estimate. */
static void prepare_weights(gen_kernel *k) {
    k->weights = lp_alloc((size_t)k->row->n_features + 1, sizeof *k->weights);
    for (int i = 0; i < k->row->n_features; i++) {
        const db_feature *f = &k->row->features[i];
        for (size_t j = 0; j < sizeof weights / sizeof *weights; j++) {
            if (strcmp(f->name, weights[j].feature) != 0) continue;
            gen_weight w = {lp_expr_parse(f->formula, NULL), weights[j].num, weights[j].den};
            if (w.count) k->weights[k->n_weights++] = w;
        }
    }
}

typedef struct mention {
    const char *name;
    bool found;
} mention;

static void compare_name(void *ctx, const char *name) {
    mention *m = ctx;
    if (strcmp(m->name, name) == 0) m->found = true;
}

static bool mentions(const lp_expr *x, const char *name) {
    mention m = {name, false};
    if (x) lp_expr_names(x, compare_name, &m);
    return m.found;
}

static int scalar_named(const gen_kernel *k, const char *name) {
    for (int i = 0; i < k->n_args; i++)
        if (k->args[i].kind == GEN_SCALAR && strcmp(k->args[i].row->name, name) == 0) return i;
    return -1;
}

/* Row pointers that end with the value of a scalar ("entries") tie it to the number of rows, where
 * no other formula of the arguments depends on it. */
static void link_row_counts(gen_kernel *k) {
    for (int b = 0; b < k->n_args; b++) {
        const gen_arg *buf = &k->args[b];
        if (buf->kind != GEN_BUFFER || buf->content != GEN_CONTENT_ROWPTR) continue;
        const char *name = strchr(buf->row->content, ':') + 1;
        int s = scalar_named(k, name);
        if (s < 0 || k->args[s].eq || k->args[s].type.floating || k->args[s].type.lanes != 1 ||
            mentions(buf->extent, name))
            continue;
        bool free_to_set = true;
        for (int i = 0; i < k->n_args; i++)
            if (mentions(k->args[i].eq, name) || mentions(k->args[i].multiple, name))
                free_to_set = false;
        if (free_to_set) k->args[s].rows_of = b;
    }
}

gen_reason gen_kernel_prepare(const db_kernel *row, gen_kernel *k, lp_err *e) {
    gen_reason why = GEN_OK;
    *k = (gen_kernel){.row = row};
    if (!gen_kernel_key(row->hash, &k->key)) {
        lp_fail(e, "kernel without a hash");
        return GEN_RECORD;
    }
    k->args = lp_alloc((size_t)row->n_args + 1, sizeof *k->args);
    for (int i = 0; i < row->n_args && why == GEN_OK; i++) {
        why = prepare_arg(&row->args[i], &k->args[i], e);
        k->n_args = i + 1;
    }
    if (why == GEN_OK) why = prepare_constraints(k, e);
    if (why != GEN_OK) return why;
    prepare_weights(k);
    link_row_counts(k);
    return GEN_OK;
}

void gen_kernel_free(gen_kernel *k) {
    for (int i = 0; i < k->n_args; i++) {
        lp_expr_free(k->args[i].extent);
        lp_expr_free(k->args[i].content_limit);
        for (int m = 0; m < k->args[i].n_members; m++) lp_expr_free(k->args[i].members[m].limit);
        free(k->args[i].members);
        lp_expr_free(k->args[i].eq);
        lp_expr_free(k->args[i].multiple);
    }
    for (int i = 0; i < k->n_constraints; i++) lp_expr_free(k->constraints[i]);
    for (int i = 0; i < k->n_weights; i++) lp_expr_free(k->weights[i].count);
    free(k->args);
    free(k->constraints);
    free(k->weights);
    *k = (gen_kernel){0};
}
