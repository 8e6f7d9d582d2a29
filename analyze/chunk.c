/* Cuts a unit into its top-level declarations.
 *
 * In: a parsed unit. Out: chunks and, through decl.c, who declares and uses what. Chooses nothing:
 * that is normal.c. */
#include "analyze/chunk.h"

#include <stdlib.h>
#include <string.h>

/* ---- tokens ------------------------------------------------------------------------------------
 */

/* Makes the rest of the line part of `t`, whose # was read. */
static void take_line(pp_lexer *l, pp_tok *t) {
    const char *end = strchr(t->s, '\n');
    t->kind = PP_PRAGMA;
    t->len = end ? (uint32_t)(end - t->s) : (uint32_t)strlen(t->s);
    l->at = (size_t)(t->s - l->src->bytes) + t->len;
}

int an_lex_unit(const pp_src *src, pp_toks *toks, lp_err *e) {
    pp_lexer l = {.src = src};
    bool line_start = true;
    for (;;) {
        pp_tok t;
        if (pp_lex(&l, &t, e)) return -1;
        if (t.kind == PP_EOF) return 0;
        if (line_start && t.kind == PP_PUNCT && pp_is(&t, "#")) take_line(&l, &t);
        line_start = t.kind == PP_NL;
        if (t.kind != PP_NL) pp_push(toks, &t);
    }
}

static void number_names(an_chunks *c) {
    c->name = lp_alloc(c->toks.n + 1, sizeof *c->name);
    for (size_t i = 0; i < c->toks.n; i++) {
        const pp_tok *t = &c->toks.v[i];
        c->name[i] = t->kind == PP_IDENT ? an_name_add(&c->names, t) : AN_NO_NAME;
    }
}

/* ---- cutting -----------------------------------------------------------------------------------
 */

static uint32_t offset_of(const an_chunks *c, const pp_tok *t) {
    return (uint32_t)(t->s - c->src.bytes);
}

static void add_chunk(an_chunks *c, size_t begin, size_t end) {
    const pp_tok *first = &c->toks.v[begin], *last = &c->toks.v[end - 1];
    bool pragma = first->kind == PP_PRAGMA;
    if (end - begin == 1 && pp_is(first, ";")) return; /* says nothing */
    c->v = lp_grow(c->v, &c->cap, c->n + 1, sizeof *c->v);
    c->v[c->n++] = (an_chunk){.begin = begin,
                              .end = end,
                              .lo = offset_of(c, first),
                              .hi = offset_of(c, last) + last->len,
                              .defines = AN_NO_NAME,
                              .prototypes = AN_NO_NAME,
                              .pragma = pragma};
}

static int bracket(const pp_tok *t) {
    char ch = t->kind == PP_PUNCT && t->len == 1 ? t->s[0] : 0;
    if (ch == '(' || ch == '[' || ch == '{') return 1;
    return ch == ')' || ch == ']' || ch == '}' ? -1 : 0;
}

/* A chunk ends at a semicolon outside of brackets, at the end of a function's body, and around a
 * #pragma between chunks. */
static void cut(an_chunks *c, const uint32_t *ends, size_t n_ends) {
    size_t begin = 0, next_end = 0;
    int depth = 0;
    for (size_t i = 0; i < c->toks.n; i++) {
        const pp_tok *t = &c->toks.v[i];
        uint32_t behind = offset_of(c, t) + t->len;
        depth += bracket(t);
        while (next_end < n_ends && ends[next_end] < behind) next_end++;
        bool body = next_end < n_ends && ends[next_end] == behind;
        bool pragma = t->kind == PP_PRAGMA && i == begin;
        if (depth == 0 && (body || pragma || pp_is(t, ";"))) {
            add_chunk(c, begin, i + 1);
            begin = i + 1;
        }
    }
    if (begin < c->toks.n) add_chunk(c, begin, c->toks.n);
}

/* ---- #pragma pack ------------------------------------------------------------------------------
 */

enum { PACK_STACK = 64 };

/* Alignments that #pragma pack asked for; 0 is the natural one. */
typedef struct packing {
    long stack[PACK_STACK], now;
    int n;
} packing;

static const char *skip_blanks(const char *s) {
    return s + strspn(s, " \t,");
}

/* pack(N), pack(push, NAME, N), pack(pop, NAME), pack(); `s` follows the word. What is odd packs.
 */
static void read_pack(packing *p, const char *s) {
    s = skip_blanks(s);
    s = skip_blanks(*s == '(' ? s + 1 : s);
    if (strncmp(s, "push", 4) == 0) {
        if (p->n < PACK_STACK) p->stack[p->n] = p->now;
        p->n++;
        s = skip_blanks(s + 4);
        if (pp_ident_start((unsigned char)*s))
            while (pp_ident_char((unsigned char)*s)) s++;
        s = skip_blanks(s);
        if (*s == ')') return;
    } else if (strncmp(s, "pop", 3) == 0) {
        if (p->n > 0) p->n--;
        p->now = p->n < PACK_STACK ? p->stack[p->n] : 1;
        return;
    }
    p->now = *s == ')' ? 0 : *s >= '1' && *s <= '9' ? strtol(s, NULL, 10) : 1;
}

/* Definitions struct NAME { or union {, with or without attributes. */
static int count_records(const an_chunks *c, const an_chunk *k) {
    int n = 0;
    for (size_t i = k->begin; i < k->end; i++) {
        if (!pp_is(&c->toks.v[i], "struct") && !pp_is(&c->toks.v[i], "union")) continue;
        int depth = 0;
        for (i++; i < k->end && (depth || !pp_is(&c->toks.v[i], "{")); i++) {
            depth += bracket(&c->toks.v[i]);
            if (depth == 0 && !pp_is(&c->toks.v[i], ")") && c->toks.v[i].kind != PP_IDENT) break;
        }
        n += i < k->end && pp_is(&c->toks.v[i], "{");
    }
    return n;
}

static int count_words(const an_chunks *c, const an_chunk *k, const char *a, const char *b) {
    int n = 0;
    for (size_t i = k->begin; i < k->end; i++)
        n += pp_is(&c->toks.v[i], a) || pp_is(&c->toks.v[i], b);
    return n;
}

/* Does the chunk mean something else without the pragma? Not if its own attributes pack it to
 * bytes, too. */
static bool is_affected(const an_chunks *c, const an_chunk *k, long pack) {
    int records = pack ? count_records(c, k) : 0;
    bool bytes = pack == 1 && count_words(c, k, "packed", "__packed__") >= records &&
                 count_words(c, k, "aligned", "__aligned__") == 0;
    return records > 0 && !bytes;
}

static bool is_pack_line(const pp_tok *t) {
    static const char word[] = "#pragma pack";
    return t->kind == PP_PRAGMA && t->len >= sizeof word - 1 &&
           memcmp(t->s, word, sizeof word - 1) == 0;
}

static void mark_packed(an_chunks *c) {
    packing p = {.n = 0};
    for (size_t i = 0; i < c->n; i++) {
        an_chunk *k = &c->v[i];
        long held = p.now;
        for (size_t t = k->begin; t < k->end; t++) {
            if (!is_pack_line(&c->toks.v[t])) continue;
            char *line = lp_strndup(c->toks.v[t].s, c->toks.v[t].len);
            read_pack(&p, strstr(line, "pack") + 4);
            free(line);
            if (p.now != held) held = -1; /* it changes inside */
        }
        k->packed = !k->pragma && is_affected(c, k, held);
    }
}

uint32_t an_chunk_at(const an_chunks *c, uint32_t offset) {
    size_t lo = 0, hi = c->n;
    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;
        if (c->v[mid].hi <= offset)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo < c->n && c->v[lo].lo <= offset ? (uint32_t)lo : AN_NO_NAME;
}

int an_chunks_init(an_chunks *c, const an_unit *u, CXTranslationUnit tu, lp_err *e) {
    size_t n_ends;
    memset(c, 0, sizeof *c);
    pp_src_init(&c->src, u->files.v[0], lp_text_str(&u->text), u->text.len);
    if (an_lex_unit(&c->src, &c->toks, e)) {
        an_chunks_free(c);
        return -1;
    }
    number_names(c);
    uint32_t *ends = an_body_ends(tu, &n_ends);
    cut(c, ends, n_ends);
    free(ends);
    mark_packed(c);
    an_chunks_read_tree(c, tu);
    return 0;
}

void an_chunks_free(an_chunks *c) {
    pp_src_free(&c->src);
    free(c->toks.v);
    free(c->name);
    an_names_free(&c->names);
    free(c->v);
    free(c->declared.v);
    free(c->local.v);
    free(c->fields.v);
    free(c->refers.v);
    free(c->kernels);
    memset(c, 0, sizeof *c);
}
