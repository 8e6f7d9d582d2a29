/* Words and literals of files in which programs are embedded, shared by host*.c only. Others use
 * analyze/host.h. */
#ifndef AN_HOST_LEX_H
#define AN_HOST_LEX_H

#include "analyze/host.h"

typedef enum { HOST_STR, HOST_WORD, HOST_NUM, HOST_PUNCT, HOST_OTHER, HOST_BREAK } host_kind;

enum { HOST_NONE = UINT32_MAX };

typedef struct host_tok {
    uint32_t at, end;
    uint32_t lo, hi; /* strings: what is between the quotes */
    uint32_t match;  /* (, [, {: the token that closes it, else HOST_NONE */
    uint8_t kind;
    bool raw;       /* strings: no escapes */
    bool format;    /* strings: Python's f"..." */
    bool stringify; /* ( of a call that has a kernel among its arguments */
} host_tok;

typedef struct host {
    const char *path, *s;
    size_t n;
    bool python;
    host_tok *v;
    size_t n_toks, cap_toks;
    uint32_t *lines; /* offsets where lines begin */
    size_t n_lines, cap_lines;
    bool plain;
    uint32_t unended; /* a literal with a kernel that does not end, HOST_NONE when there is none */
} host;

/* host_lex.c: fills `h` (zeroed but for path, s, n, python). Never fails: what is odd is
 * HOST_OTHER. */
void an_host_lex(host *h);
void an_host_free(host *h);
void an_host_where(const host *h, uint32_t at, uint32_t *line, uint32_t *col);
bool an_host_is(const host *h, size_t i, const char *text); /* a word or one character */

/* host_text.c: appends what a literal stands for, or bytes of the file as they are. */
void an_host_add_literal(const host *h, const host_tok *t, an_source *to);
void an_host_problem(const host *h, uint32_t at, const char *what, an_source *to);
void an_host_add_bytes(const host *h, uint32_t lo, uint32_t hi, an_source *to);

#endif
