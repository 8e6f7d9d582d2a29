/* Recipes: `uniform(LO,HI)` `uniform_int(LO,HI)` `index(N)` `rowptr(TOTAL)`
 * `rowptr_skewed(TOTAL)` `permutation(N)` `flags(SHARE)` `zero` `bytes`
 * `members(SIZE;AT:TYPE:N;...)`.
 *
 * In: recipe text, element type, size. Out: a prof_fill. Fills nothing: fill.c (device) and
 * fill_ref.c (host) do. */
#include "profile/recipe.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "common/pcg.h"
#include "common/text.h"
#include "profile/types.h"

/* The words of NAME(A,B), copied; missing ones are empty. */
typedef struct words {
    char name[32], a[64], b[64];
    int n; /* arguments */
} words;

static bool take(char *dst, size_t cap, const char *from, size_t len) {
    if (len >= cap) return false;
    memcpy(dst, from, len);
    dst[len] = '\0';
    return true;
}

static bool split(const char *s, words *w) {
    *w = (words){.n = 0};
    size_t name = strcspn(s, "("), len = strlen(s);
    if (!take(w->name, sizeof w->name, s, name)) return false;
    if (s[name] == '\0') return true;
    if (s[len - 1] != ')') return false;
    const char *a = s + name + 1, *end = s + len - 1;
    const char *comma = memchr(a, ',', (size_t)(end - a));
    const char *a_end = comma ? comma : end;
    w->n = comma ? 2 : 1;
    if (!take(w->a, sizeof w->a, a, (size_t)(a_end - a))) return false;
    return !comma || take(w->b, sizeof w->b, comma + 1, (size_t)(end - comma - 1));
}

static bool plan_uniform(const words *w, prof_fill *f) {
    double lo, hi;
    if (!lp_parse_double(w->a, &lo) || !lp_parse_double(w->b, &hi)) return false;
    float flo = (float)lo, fhi = (float)hi;
    f->mode = PROF_FILL_FLOAT;
    f->lo = flo;
    f->span = fhi - flo;
    return isfinite(flo) && isfinite(f->span) && flo <= fhi && f->as_float;
}

static bool plan_int(const words *w, prof_fill *f) {
    long long lo, hi;
    if (!lp_parse_i64(w->a, &lo) || !lp_parse_i64(w->b, &hi)) return false;
    f->mode = PROF_FILL_INT;
    f->base = lo;
    f->mod = (uint64_t)hi - (uint64_t)lo + 1;
    return lo <= hi && f->mod != 0 && f->mod <= UINT64_C(1) << 63;
}

static bool plan_index(const words *w, prof_fill *f) {
    long long n;
    if (!lp_parse_i64(w->a, &n) || n < 1) return false;
    f->mode = PROF_FILL_INT;
    f->mod = (uint64_t)n;
    return true;
}

static bool plan_permutation(const words *w, prof_fill *f) {
    bool ok = plan_index(w, f) && f->mod <= UINT64_C(1) << 48;
    f->mode = PROF_FILL_PERMUTATION;
    return ok;
}

/* floor(e * total / (n-1)) must not overflow. */
static bool plan_rowptr(const words *w, prof_fill *f) {
    long long total;
    uint64_t product;
    if (!lp_parse_i64(w->a, &total) || total < 0 || f->as_float) return false;
    f->mode = PROF_FILL_ROWPTR;
    f->total = (uint64_t)total;
    return !__builtin_mul_overflow(f->total, f->n, &product);
}

static bool plan_skewed(const words *w, prof_fill *f) {
    bool ok = plan_rowptr(w, f);
    f->mode = PROF_FILL_SKEWED;
    return ok;
}

static bool plan_flags(const words *w, prof_fill *f) {
    double share;
    if (!lp_parse_double(w->a, &share) || !(share >= 0 && share <= 1)) return false;
    f->mode = PROF_FILL_FLAGS;
    f->mod = (uint64_t)(share * 0x1p24);
    return true;
}

static bool plan_zero(const words *w, prof_fill *f) {
    (void)w;
    f->mode = PROF_FILL_ZERO;
    return true;
}

/* Structs: every 32-bit word a float in [0, 1), the last one cut short where the size is no
 * multiple of 4. */
static bool plan_bytes(const words *w, prof_fill *f) {
    (void)w;
    f->mode = PROF_FILL_FLOAT;
    f->width = 4;
    f->as_float = 1;
    f->lo = 0;
    f->span = 1;
    return true;
}

/* The number before `end` in a list, which moves behind it. */
static bool take_number(const char **s, char end, uint64_t *v) {
    char digits[24];
    long long x;
    size_t n = strcspn(*s, ":;)");
    if ((*s)[n] != end || !take(digits, sizeof digits, *s, n) || !lp_parse_i64(digits, &x) || x < 0)
        return false;
    *v = (uint64_t)x;
    *s += n + 1;
    return true;
}

static bool take_member(const char **s, prof_fill *f) {
    prof_member *m = &f->member[f->n_members];
    prof_type t;
    char type[32];
    if (f->n_members == PROF_MEMBERS || !take_number(s, ':', &m->at)) return false;
    size_t n = strcspn(*s, ":");
    if ((*s)[n] != ':' || !take(type, sizeof type, *s, n) || !prof_type_parse(type, &t) ||
        t.cls == PROF_FLOAT || t.lanes != 1)
        return false;
    *s += n + 1;
    if (!take_number(s, strchr(*s, ';') ? ';' : ')', &m->mod) || m->mod < 1) return false;
    m->width = t.width;
    f->n_members++;
    return m->at <= f->stride && f->stride - m->at >= (uint64_t)t.width;
}

/* members(SIZE;AT:TYPE:N;...): structs as by `bytes`, but these integers are below N. */
static bool plan_members(const char *list, uint64_t bytes, prof_fill *f) {
    const char *s = list;
    plan_bytes(NULL, f);
    if (!take_number(&s, ';', &f->stride) || f->stride < 1) return false;
    f->elems = bytes / f->stride;
    do {
        if (!take_member(&s, f)) return false;
    } while (s[-1] == ';');
    return *s == '\0';
}

static const struct {
    const char *name;
    int args;
    bool structs; /* also for elements that are no builtin type */
    bool (*plan)(const words *w, prof_fill *f);
} recipes[] = {
    {"uniform", 2, false, plan_uniform},      {"uniform_int", 2, false, plan_int},
    {"index", 1, false, plan_index},          {"rowptr", 1, false, plan_rowptr},
    {"rowptr_skewed", 1, false, plan_skewed}, {"permutation", 1, false, plan_permutation},
    {"flags", 1, false, plan_flags},          {"zero", 0, true, plan_zero},
    {"bytes", 0, true, plan_bytes},
};

int prof_fill_plan(const char *recipe, const char *type, uint64_t bytes, uint64_t key,
                   prof_fill *out, lp_err *e) {
    words w;
    prof_type t = {PROF_UINT, 4, 1};
    bool builtin = prof_type_parse(type, &t);
    static const char members[] = "members(";
    *out = (prof_fill){.width = t.width, .as_float = t.cls == PROF_FLOAT, .key = key};
    if (strncmp(recipe, members, sizeof members - 1) == 0) {
        if (builtin || !plan_members(recipe + sizeof members - 1, bytes, out))
            return lp_fail(e, "recipe '%s' does not suit a buffer of %s", recipe, type);
        out->n = (bytes + (uint64_t)out->width - 1) / (uint64_t)out->width;
        return 0;
    }
    if (!split(recipe, &w)) return lp_fail(e, "recipe '%s' cannot be read", recipe);
    out->n = bytes / (uint64_t)t.width;
    for (size_t i = 0; i < sizeof recipes / sizeof *recipes; i++) {
        if (strcmp(recipes[i].name, w.name) != 0) continue;
        bool ok = recipes[i].args == w.n && (builtin || recipes[i].structs);
        if (!ok || !recipes[i].plan(&w, out))
            return lp_fail(e, "recipe '%s' does not suit a buffer of %s", recipe, type);
        out->n = (bytes + (uint64_t)out->width - 1) / (uint64_t)out->width;
        return 0;
    }
    return lp_fail(e, "unknown recipe '%s'", recipe);
}

uint64_t prof_fill_key(int64_t fill_seed, int idx) {
    return lp_mix64((uint64_t)fill_seed ^ (uint64_t)idx * UINT64_C(0x9e3779b97f4a7c15));
}
