/* The standard launch that kernels are compared at.
 *
 * In: a kernel record. Out: values of `global`, `local` and the scalars. Not a plan: gen draws
 * launches, this is one that is the same for every kernel as far as the kernel allows it. */
#include <stdlib.h>
#include <string.h>

#include "common/json.h"
#include "db/coverage.h"

enum { LEVELS = 6 };

/* Tried in this order where the kernel does not say its own. */
static const int64_t local_sizes[] = {DB_COV_LOCAL, 64, 32, 256};
enum { LOCAL_SIZES = sizeof local_sizes / sizeof *local_sizes };

/* The geometric middle of what the default campaign draws, by role. Other roles: 1. */
static const struct {
    const char *role;
    int64_t middle;
} middles[] = {
    {"bound", DB_COV_GLOBAL},
    {"modulus", 256},
    {"trips", 16},
    {"pitch", 32},
    {"stride", 4},
    {"tile", 8},
    {"offset", 32},
    {"shift", 3},
    {"coefficient", 32},
};

typedef struct range {
    int64_t lo, hi;
    bool pow2;
    char *eq, *multiple; /* formulas or NULL */
} range;

static void read_domain(const db_arg *a, range *r) {
    *r = (range){INT64_MIN, INT64_MAX, false, NULL, NULL};
    if (a->elem_bytes >= 1 && a->elem_bytes < 8)
        r->hi = ((int64_t)1 << (8 * a->elem_bytes - 1)) - 1;
    json_t *j = a->domain ? lp_json_parse(a->domain, strlen(a->domain), NULL) : NULL;
    if (!j) return;
    const char *eq = lp_json_str(j, "eq", NULL), *multiple = lp_json_str(j, "multiple", NULL);
    r->lo = lp_json_i64(j, "min", r->lo);
    if (lp_json_i64(j, "max", r->hi) < r->hi) r->hi = lp_json_i64(j, "max", r->hi);
    r->pow2 = json_is_true(json_object_get(j, "pow2"));
    r->eq = eq ? lp_strdup(eq) : NULL;
    r->multiple = multiple ? lp_strdup(multiple) : NULL;
    json_decref(j);
}

static bool value_of(const db_cov_launch *l, const char *formula, int64_t *out) {
    lp_binds b = {l->v, l->n};
    return lp_expr_eval_text(formula, &b, out, NULL) == 0;
}

static int64_t middle_of(const char *role, int level) {
    int64_t v = 1;
    for (size_t i = 0; role && i < sizeof middles / sizeof *middles; i++)
        if (strcmp(role, middles[i].role) == 0) v = middles[i].middle;
    v >>= 2 * level;
    return v > 1 ? v : 1;
}

/* All middles are powers of two: only the ends of a domain need not be. */
static int64_t scalar_value(const db_cov_launch *l, const char *role, const range *r, int level) {
    int64_t v = middle_of(role, level), m;
    if (r->eq && value_of(l, r->eq, &m)) return m;
    if (v < r->lo) v = r->lo;
    if (v > r->hi) v = r->hi;
    if (r->pow2 && v > 0) {
        int64_t power = 1;
        while (power <= v / 2) power *= 2;
        v = power < r->lo && power <= r->hi / 2 ? 2 * power : power;
    }
    if (r->multiple && value_of(l, r->multiple, &m) && m > 1)
        v = v / m * m >= 1 && v / m * m >= r->lo ? v / m * m : m;
    return v;
}

/* What others may depend on comes first: the sizes, free scalars, then those that must equal
 * something. */
static void bind_all(const db_kernel *k, int64_t local, int level, db_cov_launch *l) {
    l->n = 0;
    l->v[l->n++] = (lp_bind){"global", DB_COV_GLOBAL / local * local};
    l->v[l->n++] = (lp_bind){"local", local};
    for (int derived = 0; derived < 2; derived++) {
        for (int i = 0; i < k->n_args; i++) {
            const db_arg *a = &k->args[i];
            range r;
            if (strcmp(a->kind, "scalar") != 0) continue;
            read_domain(a, &r);
            if ((r.eq != NULL) == (derived == 1)) {
                int64_t value = scalar_value(l, a->role, &r, level);
                l->v[l->n++] = (lp_bind){a->name, value};
            }
            free(r.eq);
            free(r.multiple);
        }
    }
}

/* Every buffer has a length and all of them fit; local memory counts apart. */
static bool memory_fits(const db_kernel *k, const db_cov_launch *l) {
    int64_t total = 0, in_local = k->local_bytes;
    if (in_local > DB_COV_LOCAL_MAX) return false;
    for (int i = 0; i < k->n_args; i++) {
        const db_arg *a = &k->args[i];
        int64_t elems, bytes;
        if (!a->extent) continue;
        if (!value_of(l, a->extent, &elems) || elems < 0 ||
            __builtin_mul_overflow(elems, a->elem_bytes, &bytes) || bytes > DB_COV_BYTES_MAX)
            return false;
        *(strcmp(a->kind, "local") == 0 ? &in_local : &total) += bytes;
    }
    return total <= DB_COV_BYTES_MAX && in_local <= DB_COV_LOCAL_MAX;
}

/* One of those that kernels are compared by. */
static bool compared(const char *name) {
    static const char *const names[] = {
        "load_global_bytes", "store_global_bytes", "flop",        "iop",      "special",
        "atomics",           "barriers",           "local_bytes", "branches", "loop_trips",
        "coalesce_stride"};
    return lp_is_one_of(name, names, sizeof names / sizeof *names);
}

/* Every feature has a value, and the loops end in a time that somebody waits for. */
static bool work_fits(const db_kernel *k, const db_cov_launch *l) {
    for (int i = 0; i < k->n_features; i++) {
        int64_t v;
        if (!compared(k->features[i].name)) continue;
        if (!value_of(l, k->features[i].formula, &v)) return false;
        if (strcmp(k->features[i].name, "loop_trips") == 0 && v > DB_COV_TRIPS_MAX) return false;
    }
    return true;
}

static bool conditions_hold(const db_kernel *k, const db_cov_launch *l) {
    json_t *list =
        k->constraints ? lp_json_parse(k->constraints, strlen(k->constraints), NULL) : NULL;
    bool ok = true;
    for (size_t i = 0; ok && i < json_array_size(list); i++) {
        const char *formula = json_string_value(json_array_get(list, i));
        int64_t v;
        ok = formula && value_of(l, formula, &v) && v != 0;
    }
    json_decref(list);
    return ok;
}

static bool fits(const db_kernel *k, const db_cov_launch *l) {
    return memory_fits(k, l) && work_fits(k, l) && conditions_hold(k, l);
}

void db_cov_launch_of(const db_kernel *k, db_cov_launch *out) {
    const int64_t *locals = k->reqd_local > 0 ? &k->reqd_local : local_sizes;
    int n_locals = k->reqd_local > 0 ? 1 : LOCAL_SIZES;
    *out = (db_cov_launch){lp_alloc((size_t)k->n_args + 2, sizeof *out->v), 0};
    for (int level = 0; level < LEVELS; level++) {
        for (int i = 0; i < n_locals; i++) {
            bind_all(k, locals[i], level, out);
            if (fits(k, out)) return;
        }
    }
    bind_all(k, locals[0], LEVELS - 1, out);
}

void db_cov_launch_free(db_cov_launch *l) {
    free(l->v);
    *l = (db_cov_launch){0};
}
