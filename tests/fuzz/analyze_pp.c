/* Fuzz target: the preprocessor and the printer. Any bytes must be refused with a message or become
 * a unit within its limits, whose only directives are pragmas; printed text is a fixed point of the
 * printer, token for token. */
#include <stdlib.h>
#include <string.h>

#include "analyze/chunk.h"
#include "analyze/layout.h"
#include "analyze/unit.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Tokens of unit text; false when a comment has no end, which unit text cannot hold. */
static void lex(pp_src *src, pp_toks *toks, const lp_text *text) {
    pp_src_init(src, "t.cl", lp_text_str(text), text->len);
    if (an_lex_unit(src, toks, NULL)) abort();
}

static void same_tokens(const pp_toks *a, const pp_toks *b) {
    if (a->n != b->n) abort();
    for (size_t i = 0; i < a->n; i++)
        if (a->v[i].len != b->v[i].len || memcmp(a->v[i].s, b->v[i].s, a->v[i].len) != 0) abort();
}

static void check_layout(const an_unit *u) {
    pp_src src[2] = {{0}, {0}};
    pp_toks toks[2] = {{0}, {0}};
    lp_text text[2] = {{0}, {0}};
    lex(&src[0], &toks[0], &u->text);
    an_layout(&toks[0], &text[0]);
    lex(&src[1], &toks[1], &text[0]);
    same_tokens(&toks[0], &toks[1]);
    an_layout(&toks[1], &text[1]);
    if (strcmp(lp_text_str(&text[0]), lp_text_str(&text[1])) != 0) abort();
    for (int i = 0; i < 2; i++) {
        free(toks[i].v);
        pp_src_free(&src[i]);
        lp_text_free(&text[i]);
    }
}

static void check_unit(const an_unit *u, const an_options *o) {
    if (u->text.len > o->max_unit_bytes + 1) abort();
    for (uint32_t at = 0; at < u->text.len; at += 7) {
        const char *file;
        uint32_t line, col;
        an_unit_where(u, at, &file, &line, &col);
        if (strcmp(file, "t.cl") != 0 || line == 0 || col == 0) abort();
    }
    for (const char *hash = u->text.s; hash && (hash = strstr(hash, "\n#")); hash++)
        if (strncmp(hash, "\n#pragma ", 9) != 0) abort();
    check_layout(u);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    an_options o;
    an_unit u;
    lp_err e = {{0}};
    an_options_defaults(&o);
    o.max_unit_bytes = 1 << 16;
    if (an_preprocess_bytes("t.cl", (const char *)data, size, &o, &u, &e) == 0)
        check_unit(&u, &o);
    else if (strncmp(e.msg, "t.cl:", 5) != 0)
        abort();
    an_unit_free(&u);
    an_options_free(&o);
    return 0;
}
