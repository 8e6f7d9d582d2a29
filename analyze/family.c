/* Near-duplicate families of kernels, by MinHash.
 *
 * In: normalised sources and their hashes. Out: the family of each. Works on text, without a syntax
 * tree, so that kernels which are in the database already need not be parsed again. */
#include "analyze/family.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/pp_lex.h"
#include "common/hash.h"

enum { RUN = 5, BANDS = 32, ROWS = AN_FAMILY_MINIMA / BANDS };

/* ---- tokens without their author's choices
 * -------------------------------------------------------
 */

/* Words of OpenCL C that may stand where a name could. Vector types are told by their digits. */
static const char *const words[] = {
    "void",     "bool",   "char",   "uchar",   "short",        "ushort",  "int",      "uint",
    "long",     "ulong",  "float",  "double",  "half",         "size_t",  "unsigned", "signed",
    "kernel",   "global", "local",  "private", "constant",     "generic", "const",    "volatile",
    "restrict", "static", "inline", "struct",  "union",        "enum",    "typedef",  "if",
    "else",     "for",    "while",  "do",      "switch",       "case",    "default",  "break",
    "continue", "return", "goto",   "sizeof",  "__attribute__"};

static bool is_word(const pp_tok *t) {
    uint32_t n = t->len;
    while (n > 1 && isdigit((unsigned char)t->s[n - 1])) n--;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i]) == n && memcmp(words[i], t->s, n) == 0) return true;
    return false;
}

/* CLK_LOCAL_MEM_FENCE, M_PI_F: macros of OpenCL C are all that is left of such names. */
static bool is_shouted(const pp_tok *t) {
    bool mark = false;
    for (uint32_t i = 0; i < t->len; i++) {
        if (islower((unsigned char)t->s[i])) return false;
        mark |= t->s[i] == '_';
    }
    return mark;
}

/* .x .s0 .lo: components of vectors, or short members, which are alike. */
static bool is_component(const pp_tok *t) {
    return t->len <= 4;
}

static uint64_t text_hash(const char *s, size_t n) {
    return lp_hash64(s, n, 0);
}

static int compare_u64(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Names of functions that the source defines or declares: a type word or a name stands before. */
static uint64_t *own_functions(const pp_toks *v, size_t *n) {
    uint64_t *own = lp_alloc(v->n + 1, sizeof *own);
    *n = 0;
    for (size_t i = 1; i + 1 < v->n; i++) {
        const pp_tok *t = &v->v[i], *before = &v->v[i - 1];
        bool declares =
            pp_is(before, "*") || (before->kind == PP_IDENT && !pp_is(before, "return") &&
                                   !pp_is(before, "else") && !pp_is(before, "do"));
        if (t->kind == PP_IDENT && pp_is(&v->v[i + 1], "(") && declares)
            own[(*n)++] = text_hash(t->s, t->len);
    }
    qsort(own, *n, sizeof *own, compare_u64);
    return own;
}

/* A token as a number, the same for all names that an author chose. */
static uint64_t abstract(const pp_toks *v, size_t i, const uint64_t *own, size_t n_own) {
    const pp_tok *t = &v->v[i];
    uint64_t h = text_hash(t->s, t->len);
    if (t->kind == PP_NUM || t->kind == PP_STR || t->kind == PP_CHR)
        return strchr("\"'", t->s[0]) ? 1 : memchr(t->s, '.', t->len) ? 2 : 3;
    if (t->kind != PP_IDENT || is_word(t) || is_shouted(t)) return h;
    if (i > 0 && pp_is(&v->v[i - 1], ".")) return is_component(t) ? h : 4;
    bool called = i + 1 < v->n && pp_is(&v->v[i + 1], "(");
    return called && !bsearch(&h, own, n_own, sizeof *own, compare_u64) ? h : 4;
}

/* ---- minima
 * ---------------------------------------------------------------------------------------
 */

/* A fixed mixing function; each minimum has its own multiplier and offset. */
static uint64_t mix(uint64_t x) {
    x ^= x >> 33;
    x *= UINT64_C(0xff51afd7ed558ccd);
    x ^= x >> 33;
    x *= UINT64_C(0xc4ceb9fe1a85ec53);
    return x ^ x >> 33;
}

static void add_run(an_relative *r, uint64_t run) {
    for (uint64_t k = 0; k < AN_FAMILY_MINIMA; k++) {
        uint32_t h = (uint32_t)(mix(run + k * UINT64_C(0x9e3779b97f4a7c15)) >> 32);
        if (h < r->minima[k]) r->minima[k] = h;
    }
}

static void add_runs(an_relative *r, const pp_toks *v) {
    size_t n_own;
    uint64_t *own = own_functions(v, &n_own), *toks = lp_alloc(v->n + RUN, sizeof *toks);
    for (size_t i = 0; i < v->n; i++) toks[i] = abstract(v, i, own, n_own);
    size_t runs = v->n > RUN ? v->n - RUN + 1 : 1;
    for (size_t i = 0; i < runs; i++) add_run(r, lp_hash64(&toks[i], RUN * sizeof *toks, 0));
    free(own);
    free(toks);
}

void an_families_add(an_families *f, int64_t id, const char *hash, const char *source,
                     const char *template_id) {
    pp_src src = {0};
    pp_toks toks = {0};
    pp_tok t;
    f->v = lp_grow(f->v, &f->cap, f->n + 1, sizeof *f->v);
    an_relative *r = &f->v[f->n++];
    *r = (an_relative){.hash = lp_strdup(hash), .id = id};
    if (template_id && *template_id) r->of = lp_hash64(template_id, strlen(template_id), 0) | 1;
    memset(r->minima, 0xff, sizeof r->minima);
    pp_src_init(&src, "", source, strlen(source));
    pp_lexer l = {.src = &src};
    while (pp_lex(&l, &t, NULL) == 0 && t.kind != PP_EOF)
        if (t.kind != PP_NL) pp_push(&toks, &t);
    add_runs(r, &toks);
    free(toks.v);
    pp_src_free(&src);
}

double an_family_share(const an_relative *a, const an_relative *b) {
    int same = 0;
    for (int k = 0; k < AN_FAMILY_MINIMA; k++) same += a->minima[k] == b->minima[k];
    return (double)same / AN_FAMILY_MINIMA;
}

/* ---- groups
 * ---------------------------------------------------------------------------------------
 */

typedef struct entry {
    uint64_t key; /* of a band */
    size_t kernel;
} entry;

static int compare_hash(const void *a, const void *b) {
    const an_relative *x = a, *y = b;
    int c = strcmp(x->hash, y->hash);
    return c ? c : (x->id > y->id) - (x->id < y->id);
}

static int compare_entry(const void *a, const void *b) {
    const entry *x = a, *y = b;
    if (x->key != y->key) return x->key > y->key ? 1 : -1;
    return (x->kernel > y->kernel) - (x->kernel < y->kernel);
}

/* The smallest kernel of the group; shortens the way there. */
static size_t root_of(size_t *up, size_t i) {
    while (up[i] != i) i = up[i] = up[up[i]];
    return i;
}

static void unite(size_t *up, size_t a, size_t b) {
    size_t x = root_of(up, a), y = root_of(up, b);
    if (x < y)
        up[y] = x;
    else
        up[x] = y;
}

/* Within a bucket each kernel is held against the first and the one before it: a large bucket costs
 * no more than its size. */
static void unite_band(const an_families *f, size_t *up, entry *e, int band) {
    for (size_t i = 0; i < f->n; i++)
        e[i] = (entry){
            lp_hash64(&f->v[i].minima[(size_t)band * ROWS], ROWS * sizeof *f->v->minima, 0), i};
    qsort(e, f->n, sizeof *e, compare_entry);
    for (size_t i = 1, first = 0; i < f->n; i++) {
        if (e[i].key != e[first].key) first = i;
        if (first == i) continue;
        size_t near[] = {e[first].kernel, e[i - 1].kernel};
        for (size_t k = 0; k < 2; k++)
            if (an_family_share(&f->v[near[k]], &f->v[e[i].kernel]) >= AN_FAMILY_SHARE)
                unite(up, near[k], e[i].kernel);
    }
}

/* Siblings that a generator made from one template. */
static void unite_templates(const an_families *f, size_t *up, entry *e) {
    for (size_t i = 0; i < f->n; i++) e[i] = (entry){f->v[i].of, i};
    if (f->n) qsort(e, f->n, sizeof *e, compare_entry);
    for (size_t i = 1; i < f->n; i++)
        if (e[i].key && e[i].key == e[i - 1].key) unite(up, e[i - 1].kernel, e[i].kernel);
}

void an_families_group(an_families *f) {
    size_t *up = lp_alloc(f->n + 1, sizeof *up);
    entry *e = lp_alloc(f->n + 1, sizeof *e);
    if (f->n) qsort(f->v, f->n, sizeof *f->v, compare_hash);
    for (size_t i = 0; i < f->n; i++) up[i] = i;
    for (int band = 0; band < BANDS; band++) unite_band(f, up, e, band);
    unite_templates(f, up, e);
    for (size_t i = 0; i < f->n; i++) f->v[i].family = f->v[root_of(up, i)].hash;
    free(e);
    free(up);
}

void an_families_free(an_families *f) {
    for (size_t i = 0; i < f->n; i++) free(f->v[i].hash);
    free(f->v);
    memset(f, 0, sizeof *f);
}
