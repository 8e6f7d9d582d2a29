/* Our own small, strict preprocessor for OpenCL C: entry points.
 *
 * In: a file, -D and -I. Out: an_unit, text without comments and without macros of the user's, and
 * the map back to the files.
 *
 * Why not the compiler's: its C API gives no expanded text, so ranges of the syntax tree would
 * point into macros; here every range is a real range of the text, and the limits on includes,
 * expansion and nesting that sources from strangers need are ours to set. Not here: finding out
 * what macros an unresolved name may stand for, and any check of the language itself. */
#include "analyze/unit.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/pp.h"
#include "common/fs.h"

const char *pp_file_path(const pp *p, uint16_t file) {
    if (file == PP_FILE_PREDEFINED || file == PP_FILE_OPTION)
        return p->pseudo[file - PP_FILE_PREDEFINED].path;
    return p->srcs[file]->path;
}

int pp_size(const pp_tok *t) {
    return t->len > 60 ? 60 : (int)t->len;
}

int pp_fail(pp *p, const pp_tok *t, const char *fmt, ...) {
    lp_text msg = {0};
    va_list ap;
    va_start(ap, fmt);
    lp_text_vaddf(&msg, fmt, ap);
    va_end(ap);
    lp_fail(p->e, "%s:%u:%u: %s", pp_file_path(p, t->file), t->line, t->col, lp_text_str(&msg));
    lp_text_free(&msg);
    return -1;
}

int pp_trouble(pp *p, const pp_tok *t, an_trouble_kind kind, const char *name) {
    an_trouble *x = p->opt->trouble;
    if (!x) return -1;
    x->kind = kind;
    x->line = t->line;
    snprintf(x->name, sizeof x->name, "%s", name);
    snprintf(x->file, sizeof x->file, "%s", pp_file_path(p, t->file));
    return -1;
}

char *pp_keep(pp *p, const char *s, size_t n) {
    enum { BLOCK_BYTES = 1 << 16 };
    if (!p->arena || p->arena->cap - p->arena->used < n + 1) {
        size_t cap = n + 1 > BLOCK_BYTES ? n + 1 : BLOCK_BYTES;
        pp_block *b = lp_alloc(1, sizeof *b + cap);
        b->next = p->arena;
        b->cap = cap;
        p->arena = b;
    }
    char *at = p->arena->bytes + p->arena->used;
    if (s) memcpy(at, s, n);
    at[n] = 0;
    p->arena->used += n + 1;
    return at;
}

/* The text that a string literal stands for, with quotes and backslashes as in _Pragma. */
static void unquote(const pp_tok *t, lp_text *out) {
    for (uint32_t i = 1; i + 1 < t->len; i++) {
        if (t->s[i] == '\\' && (t->s[i + 1] == '\\' || t->s[i + 1] == '"')) i++;
        lp_text_addc(out, t->s[i]);
    }
}

/* _Pragma("x"), whose name was read, becomes a line #pragma x. */
static int pragma_operator(pp *p, const pp_tok *at) {
    pp_tok open, str, close, t;
    if (pp_next(p, &open) || pp_next(p, &str) || pp_next(p, &close)) return -1;
    if (!pp_is(&open, "(") || str.kind != PP_STR || !pp_is(&close, ")"))
        return pp_fail(p, at, "_Pragma needs one string in parentheses");
    lp_text text = {0};
    unquote(&str, &text);
    pp_src src = {0};
    pp_src_init(&src, pp_file_path(p, at->file), lp_text_str(&text), text.len);
    lp_text_free(&text);
    src.index = at->file;
    pp_lexer l = {.src = &src};
    pp_toks line = {0};
    int rc;
    while ((rc = pp_lex(&l, &t, p->e)) == 0 && t.kind != PP_NL && t.kind != PP_EOF)
        pp_push(&line, &t);
    if (rc == 0) rc = pp_emit_pragma(p, at, line.v, line.n);
    free(line.v);
    pp_src_free(&src);
    return rc;
}

static int run(pp *p) {
    pp_tok t;
    for (;;) {
        if (pp_next(p, &t)) return -1;
        if (t.kind == PP_EOF) break;
        bool pragma = t.kind == PP_IDENT && pp_is(&t, "_Pragma");
        if (pragma ? pragma_operator(p, &t) : pp_emit(p, &t)) return -1;
    }
    t.kind = PP_NL;
    return pp_emit(p, &t);
}

static void pp_free(pp *p) {
    while (p->n_ctxs) free(p->ctxs[--p->n_ctxs].v);
    free(p->ctxs);
    pp_macros_free(p);
    for (size_t i = 0; i < p->n_srcs; i++) {
        pp_src_free(p->srcs[i]);
        free(p->srcs[i]);
    }
    free(p->srcs);
    pp_src_free(&p->pseudo[0]);
    pp_src_free(&p->pseudo[1]);
    while (p->arena) {
        pp_block *b = p->arena;
        p->arena = b->next;
        free(b);
    }
    free(p->open);
    free(p->conds);
    free(p->limit.levels);
}

int an_preprocess_bytes(const char *path, const char *bytes, size_t n, const an_options *o,
                        an_unit *u, lp_err *e) {
    pp p = {.opt = o, .unit = u, .e = e, .line_empty = true};
    memset(u, 0, sizeof *u);
    if (o->trouble) *o->trouble = (an_trouble){0};
    if (n > o->max_source_bytes)
        return lp_fail(e, "%s:1:1: the source has %zu bytes (limit %zu)", path, n,
                       o->max_source_bytes);
    if (pp_check_bytes(path, bytes, n, e)) return -1;
    pp_src *src = pp_add_src(&p, path, bytes, n, o->marks);
    p.source_bytes = n;
    int rc = pp_predefine(&p);
    if (rc == 0) rc = pp_enter(&p, src, &(pp_tok){.s = "", .line = 1, .col = 1});
    if (rc == 0) rc = pp_enter_prelude(&p);
    if (rc == 0) rc = run(&p);
    pp_free(&p);
    if (rc) an_unit_free(u);
    return rc;
}

int an_preprocess(const char *path, const an_options *o, an_unit *u, lp_err *e) {
    lp_text bytes = {0};
    memset(u, 0, sizeof *u);
    int rc = lp_read_file(path, o->max_source_bytes, &bytes, e);
    if (rc == 0) rc = an_preprocess_bytes(path, lp_text_str(&bytes), bytes.len, o, u, e);
    lp_text_free(&bytes);
    return rc;
}
