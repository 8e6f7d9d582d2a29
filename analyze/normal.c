/* Normalises a kernel: chosen declarations -> uniform tokens -> text and hashes.
 *
 * In: the chunks of a unit, a kernel. Out: source, hash, family. Chooses with closure.c and prints
 * with layout.c; changes tokens only in spelling (`__kernel` is `kernel`), never in meaning. */
#include "analyze/normal.h"

#include <stdlib.h>
#include <string.h>

#include "analyze/layout.h"
#include "common/hash.h"

static const char *const spellings[][2] = {
    {"__kernel", "kernel"},         {"__global", "global"},
    {"__local", "local"},           {"__constant", "constant"},
    {"__private", "private"},       {"__generic", "generic"},
    {"__read_only", "read_only"},   {"__write_only", "write_only"},
    {"__read_write", "read_write"}, {"__inline", "inline"},
    {"__inline__", "inline"},       {"__restrict", "restrict"},
    {"__restrict__", "restrict"},   {"__const", "const"},
    {"__const__", "const"},         {"__volatile", "volatile"},
    {"__volatile__", "volatile"},   {"__signed", "signed"},
    {"__signed__", "signed"},       {"__attribute", "__attribute__"},
};

static void set_text(pp_tok *t, const char *s) {
    t->s = s;
    t->len = (uint32_t)strlen(s);
}

static void respell(pp_tok *t) {
    if (t->kind != PP_IDENT || t->s[0] != '_') return;
    for (size_t i = 0; i < sizeof spellings / sizeof *spellings; i++)
        if (pp_is(t, spellings[i][0])) {
            set_text(t, spellings[i][1]);
            return;
        }
}

/* ---- the tokens of a kernel ---------------------------------------------------------------------
 */

typedef struct kernel_toks {
    pp_toks toks;
    uint32_t *name, *chunk; /* by token */
    lp_strv pragmas;        /* texts of the #pragma lines, once all are known */
} kernel_toks;

/* A #pragma line with one space between its words. */
static void add_pragma(kernel_toks *k, const pp_tok *t) {
    lp_text s = {0};
    for (uint32_t i = 0; i < t->len; i++) {
        bool colon = t->s[i] == ':';
        if (t->s[i] == ' ' || t->s[i] == '\t') {
            if (s.len && s.s[s.len - 1] != ' ') lp_text_addc(&s, ' ');
            continue;
        }
        if (colon && s.len && s.s[s.len - 1] != ' ') lp_text_addc(&s, ' ');
        lp_text_addc(&s, t->s[i]);
        if (colon) lp_text_addc(&s, ' ');
    }
    lp_strv_add(&k->pragmas, lp_text_str(&s));
    lp_text_free(&s);
}

static void collect(const an_chunks *c, const bool *need, kernel_toks *k) {
    size_t n = 0, pragma = 0;
    for (size_t i = 0; i < c->n; i++) n += need[i] ? c->v[i].end - c->v[i].begin : 0;
    k->name = lp_alloc(n + 1, sizeof *k->name);
    k->chunk = lp_alloc(n + 1, sizeof *k->chunk);
    for (uint32_t i = 0; i < c->n; i++)
        for (size_t t = c->v[i].begin; need[i] && t < c->v[i].end; t++) {
            pp_tok tok = c->toks.v[t];
            respell(&tok);
            if (tok.kind == PP_PRAGMA) add_pragma(k, &tok);
            k->name[k->toks.n] = c->name[t];
            k->chunk[k->toks.n] = i;
            pp_push(&k->toks, &tok);
        }
    for (size_t i = 0; i < k->toks.n; i++)
        if (k->toks.v[i].kind == PP_PRAGMA) set_text(&k->toks.v[i], k->pragmas.v[pragma++]);
}

static void kernel_toks_free(kernel_toks *k) {
    free(k->toks.v);
    free(k->name);
    free(k->chunk);
    lp_strv_free(&k->pragmas);
}

/* ---- hashes ------------------------------------------------------------------------------------
 */

static void hash_tokens(const pp_toks *toks, char out[33]) {
    lp_text s = {0};
    for (size_t i = 0; i < toks->n; i++) {
        lp_text_add(&s, i ? " " : "");
        lp_text_addn(&s, toks->v[i].s, toks->v[i].len);
    }
    lp_hash128_hex(lp_text_str(&s), s.len, out);
    lp_text_free(&s);
}

/* Is token `i` a name that the user chose? After a point only members are: the rest are parts of
 * vectors. */
static bool is_user_name(const an_chunks *c, const kernel_toks *k, size_t i) {
    size_t n;
    uint32_t name = k->name[i];
    if (name == AN_NO_NAME) return false;
    if (i > 0 && (pp_is(&k->toks.v[i - 1], ".") || pp_is(&k->toks.v[i - 1], "->")))
        return an_links_of(&c->fields, name, &n) != NULL;
    return an_links_has(&c->local, name, k->chunk[i]) || an_links_of(&c->declared, name, &n);
}

static const char *literal_kind(const pp_tok *t) {
    if (t->kind == PP_STR) return "\"\"";
    return an_is_float(t) ? "0.0" : "0";
}

static void hash_shape(const an_chunks *c, const kernel_toks *k, char out[33]) {
    uint32_t *order = lp_alloc(c->names.n + 1, sizeof *order), used = 0;
    lp_text s = {0};
    for (size_t i = 0; i < k->toks.n; i++) {
        const pp_tok *t = &k->toks.v[i];
        lp_text_add(&s, i ? " " : "");
        if (is_user_name(c, k, i)) {
            uint32_t *o = &order[k->name[i]];
            if (*o == 0) *o = ++used;
            lp_text_addf(&s, "$%u", *o);
        } else if (t->kind == PP_NUM || t->kind == PP_CHR || t->kind == PP_STR) {
            lp_text_add(&s, literal_kind(t));
        } else {
            lp_text_addn(&s, t->s, t->len);
        }
    }
    lp_hash128_hex(lp_text_str(&s), s.len, out);
    lp_text_free(&s);
    free(order);
}

/* ---- what cannot be a source of its own ---------------------------------------------------------
 */

/* A function that the kernel calls and that another file must have; NULL when there is none. */
static const pp_tok *undefined_function(const an_chunks *c, const bool *need) {
    bool *defined = lp_alloc(c->names.n + 1, sizeof *defined);
    const pp_tok *found = NULL;
    for (size_t i = 0; i < c->n; i++)
        if (c->v[i].defines != AN_NO_NAME) defined[c->v[i].defines] = true;
    for (size_t i = 0; i < c->n && !found; i++) {
        uint32_t name = c->v[i].prototypes;
        if (need[i] && name != AN_NO_NAME && !defined[name]) found = c->names.v[name];
    }
    free(defined);
    return found;
}

static int check_needed(const an_chunks *c, const bool *need, lp_err *e) {
    size_t bytes = 0;
    for (size_t i = 0; i < c->n; i++) {
        bytes += need[i] ? c->v[i].hi - c->v[i].lo : 0;
        if (need[i] && c->v[i].packed)
            return lp_fail(e, "a struct under #pragma pack: use __attribute__((packed))");
        if (need[i] && c->v[i].old_style)
            return lp_fail(e, "parameters that are declared behind the parentheses");
    }
    if (bytes > AN_NORMAL_MAX_BYTES)
        return lp_fail(e, "the kernel with what it uses is longer than %zu bytes",
                       AN_NORMAL_MAX_BYTES);
    const pp_tok *f = undefined_function(c, need);
    return f ? lp_fail(e, "%.*s() is declared, but not defined in the file", (int)f->len, f->s) : 0;
}

/* ---- entry -------------------------------------------------------------------------------------
 */

int an_normalise(const an_chunks *c, size_t kernel, an_normal *out, lp_err *e) {
    bool *need = lp_alloc(c->n + 1, sizeof *need);
    memset(out, 0, sizeof *out);
    an_closure(c, kernel, need);
    if (check_needed(c, need, e)) {
        free(need);
        return -1;
    }
    kernel_toks k = {0};
    collect(c, need, &k);
    an_layout(&k.toks, &out->source);
    hash_tokens(&k.toks, out->hash);
    hash_shape(c, &k, out->family);
    kernel_toks_free(&k);
    free(need);
    return 0;
}

void an_normal_free(an_normal *n) {
    lp_text_free(&n->source);
}
