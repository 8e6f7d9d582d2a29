/* Kernel source as tokens, for the files common/prompt_*.c alone. */
#ifndef LP_PROMPT_INT_H
#define LP_PROMPT_INT_H

#include <stdbool.h>
#include <stdint.h>

#include "common/text.h"

typedef enum {
    LP_PT_NAME,
    LP_PT_NUMBER,
    LP_PT_LITERAL, /* a string or a character */
    LP_PT_POINT,   /* one character of punctuation, or any other byte */
    LP_PT_LINE     /* a line that begins with '#', without its end */
} lp_pt_kind;

typedef enum { LP_PT_JOINED, LP_PT_BLANK, LP_PT_NEW_LINE } lp_pt_space;

/* A token; its text belongs to the source or to lp_ptoks.notes. */
typedef struct lp_ptok {
    const char *s;
    uint32_t len;
    uint8_t kind;  /* lp_pt_kind */
    uint8_t space; /* lp_pt_space: what stands before it */
} lp_ptok;

typedef struct lp_ptoks {
    lp_ptok *v;
    size_t n, cap;
    lp_strv notes; /* texts of tokens that the source has not */
} lp_ptoks;

/* prompt_lex.c. Comments are spaces; every other byte comes out in some token. */
void lp_pt_lex(const char *code, size_t n, lp_ptoks *out);
void lp_pt_free(lp_ptoks *t);
void lp_pt_push(lp_ptoks *t, lp_ptok tok);
bool lp_pt_is(const lp_ptok *t, const char *text);
/* The token behind the bracket that closes the one at `open`, at most t->n; t->n when it stays
 * open. */
size_t lp_pt_close(const lp_ptoks *t, size_t open);
/* A scalar or vector type of OpenCL C, or a word that only stands in types. */
bool lp_pt_is_type(const lp_ptok *t);
bool lp_pt_is_keyword(const lp_ptok *t);
/* Bytes of one element of a built-in type; 0 when the token is none. */
int lp_pt_type_bytes(const lp_ptok *t);

/* prompt_inline.c: replaces calls of functions that only return a short expression. */
void lp_pt_inline(lp_ptoks *t);
/* prompt_local.c: adds the size to each declaration of an array in local memory. */
void lp_pt_annotate(lp_ptoks *t);
/* prompt_minify.c: gives names that only the code has one or two letters; those in `keep` stay. */
void lp_pt_rename(lp_ptoks *t, const lp_strv *keep);
/* prompt_minify.c: drops every space that no meaning needs. */
void lp_pt_squeeze(lp_ptoks *t);

#endif
