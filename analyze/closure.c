/* Which top-level declarations a kernel needs.
 *
 * In: the chunks of a unit, a kernel. Out: a mark on each chunk that is needed: helpers through the
 * call graph, types, enums, constants, and pragmas that matter to what was chosen. */
#include <stdlib.h>
#include <string.h>

#include "analyze/normal.h"

typedef struct closure {
    const an_chunks *c;
    bool *need;
    uint32_t *queue;
    size_t n;
} closure;

/* Is token `i` of the chunk a use of a file-scope name? Not so for members, nor for what the chunk
 * declares itself, unless the syntax tree knows better. */
static bool is_use(const an_chunks *c, uint32_t chunk, size_t i) {
    uint32_t name = c->name[i];
    size_t n;
    if (name == AN_NO_NAME || !an_links_of(&c->declared, name, &n)) return false;
    if (i > c->v[chunk].begin && (pp_is(&c->toks.v[i - 1], ".") || pp_is(&c->toks.v[i - 1], "->")))
        return false;
    return !an_links_has(&c->local, name, chunk) || an_links_has(&c->refers, name, chunk);
}

static void add(closure *x, uint32_t chunk) {
    if (x->need[chunk]) return;
    x->need[chunk] = true;
    x->queue[x->n++] = chunk;
}

static void follow(closure *x) {
    for (size_t at = 0; at < x->n; at++) {
        uint32_t chunk = x->queue[at];
        const an_chunk *k = &x->c->v[chunk];
        for (size_t i = k->begin; i < k->end; i++) {
            size_t n = 0;
            const an_link *l =
                is_use(x->c, chunk, i) ? an_links_of(&x->c->declared, x->c->name[i], &n) : NULL;
            for (size_t d = 0; d < n; d++) add(x, l[d].chunk);
        }
    }
}

/* ---- prototypes --------------------------------------------------------------------------------
 */

/* A prototype is left out when the definition comes before every other use, so that kernels that
 * differ in nothing else are the same. `first` is the first needed chunk that uses each name, its
 * own prototypes and definition aside. */
static void drop_prototypes(closure *x) {
    const an_chunks *c = x->c;
    uint32_t *first = lp_alloc(c->names.n + 1, sizeof *first),
             *defined = lp_alloc(c->names.n + 1, sizeof *defined);
    memset(first, 0xff, c->names.n * sizeof *first);
    memset(defined, 0xff, c->names.n * sizeof *defined);
    for (uint32_t k = 0; k < c->n; k++) {
        if (x->need[k] && c->v[k].defines != AN_NO_NAME) defined[c->v[k].defines] = k;
        for (size_t i = c->v[k].begin; x->need[k] && i < c->v[k].end; i++) {
            uint32_t name = c->name[i];
            bool own = name == c->v[k].defines || name == c->v[k].prototypes;
            if (name != AN_NO_NAME && !own && first[name] == AN_NO_NAME && is_use(c, k, i))
                first[name] = k;
        }
    }
    for (uint32_t k = 0; k < c->n; k++) {
        uint32_t f = c->v[k].prototypes;
        if (f != AN_NO_NAME && defined[f] != AN_NO_NAME && defined[f] < first[f])
            x->need[k] = false;
    }
    free(first);
    free(defined);
}

/* ---- pragmas -----------------------------------------------------------------------------------
 */

static bool has_prefix(const pp_tok *t, const char *prefix) {
    size_t n = strlen(prefix);
    return t->len >= n && memcmp(t->s, prefix, n) == 0;
}

static bool is_vector_of(const pp_tok *t, const char *base) {
    size_t n = strlen(base), left = t->len - n;
    return has_prefix(t, base) && (left == 0 || (left <= 2 && strchr("12348", t->s[n])));
}

static bool has_any(const pp_tok *t, const char *set) {
    for (uint32_t i = 0; i < t->len; i++)
        if (strchr(set, t->s[i])) return true;
    return false;
}

bool an_is_float(const pp_tok *t) {
    bool hex = t->len > 1 && (t->s[1] == 'x' || t->s[1] == 'X');
    return t->kind == PP_NUM && has_any(t, hex ? "pP" : ".eE");
}

/* An unsuffixed floating literal is a double once the extension is on. */
static bool is_double_literal(const pp_tok *t) {
    return an_is_float(t) && !strchr("fFhH", t->s[t->len - 1]);
}

static bool is_double_constant(const pp_tok *t) {
    bool math = has_prefix(t, "M_") && !(t->len > 4 && memcmp(t->s + t->len - 2, "_F", 2) == 0);
    return t->kind == PP_IDENT && (math || has_prefix(t, "DBL_"));
}

static bool needs_fp64(const pp_tok *t) {
    if (t->kind == PP_IDENT && (is_vector_of(t, "double") || has_prefix(t, "convert_double") ||
                                has_prefix(t, "as_double")))
        return true;
    return is_double_literal(t) || is_double_constant(t);
}

static bool needs_fp16(const pp_tok *t) {
    if (t->kind == PP_NUM) return an_is_float(t) && strchr("hH", t->s[t->len - 1]);
    return t->kind == PP_IDENT &&
           (is_vector_of(t, "half") || has_prefix(t, "convert_half") || has_prefix(t, "as_half"));
}

static bool needs_atom(const pp_tok *t) {
    return t->kind == PP_IDENT && has_prefix(t, "atom_");
}

/* Functions of vendors, and sub-groups, which came as extensions of vendors. */
static bool needs_vendor(const pp_tok *t) {
    static const char *const prefixes[] = {"intel_", "amd_",       "arm_",          "qcom_",
                                           "nv_",    "sub_group_", "get_sub_group_"};
    if (t->kind != PP_IDENT) return false;
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (has_prefix(t, prefixes[i])) return true;
    return false;
}

static bool needs_nothing(const pp_tok *t) {
    (void)t;
    return false;
}

/* Extensions whose pragma only matters when something is used; '_' at the end matches any rest.
 * Those that are not listed stay. */
static const struct extension {
    const char *name;
    bool (*needs)(const pp_tok *t);
} extensions[] = {
    {"cl_khr_fp64", needs_fp64},
    {"cl_amd_fp64", needs_fp64},
    {"cl_khr_fp16", needs_fp16},
    {"cl_khr_global_int32_base_atomics", needs_atom},
    {"cl_khr_global_int32_extended_atomics", needs_atom},
    {"cl_khr_local_int32_base_atomics", needs_atom},
    {"cl_khr_local_int32_extended_atomics", needs_atom},
    {"cl_khr_int64_base_atomics", needs_atom},
    {"cl_khr_int64_extended_atomics", needs_atom},
    {"cl_khr_byte_addressable_store", needs_nothing},
    {"cl_khr_3d_image_writes", needs_nothing},
    {"cl_amd_printf", needs_nothing},
    {"cl_intel_printf", needs_nothing},
    {"cl_amd_", needs_vendor},
    {"cl_arm_", needs_vendor},
    {"cl_intel_", needs_vendor},
    {"cl_nv_", needs_vendor},
    {"cl_qcom_", needs_vendor},
    {"all", needs_nothing},
};

static bool any_token(const closure *x, bool (*needs)(const pp_tok *t)) {
    for (size_t k = 0; k < x->n; k++) {
        const an_chunk *v = &x->c->v[x->queue[k]];
        for (size_t i = v->begin; i < v->end; i++)
            if (needs(&x->c->toks.v[i])) return true;
    }
    return false;
}

/* The first that fits. */
static const struct extension *extension_of(const char *pragma) {
    for (size_t i = 0; i < sizeof extensions / sizeof *extensions; i++) {
        const char *at = strstr(pragma, extensions[i].name);
        size_t n = strlen(extensions[i].name);
        bool prefix = extensions[i].name[n - 1] == '_';
        if (at && at[-1] == ' ' && (prefix || at[n] == ' ' || at[n] == ':')) return &extensions[i];
    }
    return NULL;
}

static bool pragma_matters(const closure *x, const pp_tok *t) {
    if (has_prefix(t, "#pragma pack")) return false; /* what it changed is not chosen */
    char *text = lp_strndup(t->s, t->len);
    const struct extension *known = extension_of(text);
    bool off = strstr(text, "disable") != NULL;
    free(text);
    return !off && (!known || any_token(x, known->needs));
}

static bool same_text(const pp_tok *a, const pp_tok *b) {
    return a->len == b->len && memcmp(a->s, b->s, a->len) == 0;
}

/* Pragmas in front of the last chosen chunk; one that repeats the one before is left out. */
static void choose_pragmas(closure *x) {
    const an_chunks *c = x->c;
    const pp_tok *before = NULL;
    uint32_t last = 0;
    for (size_t k = 0; k < x->n; k++) last = x->queue[k] > last ? x->queue[k] : last;
    for (uint32_t k = 0; k < last; k++) {
        const pp_tok *t = &c->toks.v[c->v[k].begin];
        if (!c->v[k].pragma || (before && same_text(before, t)) || !pragma_matters(x, t)) continue;
        x->need[k] = true;
        before = t;
    }
}

void an_closure(const an_chunks *c, size_t kernel, bool *need) {
    closure x = {.c = c, .need = need, .queue = lp_alloc(c->n + 1, sizeof *x.queue)};
    memset(need, 0, c->n * sizeof *need);
    add(&x, c->kernels[kernel].chunk);
    follow(&x);
    drop_prototypes(&x);
    choose_pragmas(&x);
    free(x.queue);
}
