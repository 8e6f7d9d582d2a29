/* Source files and tokens of the preprocessor and of the layout.
 *
 * A source is the file's text with line splices and carriage returns removed, and the marks that
 * lead from there back to lines and columns. Tokens borrow their text from a source or from the
 * arena; both live until the unit is done. */
#ifndef AN_PP_LEX_H
#define AN_PP_LEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/error.h"
#include "common/text.h"

typedef enum {
    PP_EOF,
    PP_NL, /* end of a logical line */
    PP_IDENT,
    PP_NUM,
    PP_STR,
    PP_CHR,
    PP_PUNCT,
    PP_OTHER,  /* a byte that OpenCL C has no use for, or an unterminated quote */
    PP_MARK,   /* an empty operand of ## */
    PP_HASH,   /* the operator # of a function-like macro's body */
    PP_PASTE,  /* the operator ## of a macro's body */
    PP_PRAGMA, /* a whole #pragma line of a unit (analyze/chunk.h) */
} pp_kind;

typedef struct pp_tok {
    const char *s; /* not terminated */
    uint32_t len;
    uint32_t line, col; /* from 1, columns in bytes */
    uint16_t file;
    int16_t param; /* in a macro's body: the parameter it names, else -1 */
    uint8_t kind;
    bool space;   /* white space before it */
    bool painted; /* a macro's own name met while it was being expanded: stays as it is */
} pp_tok;

typedef struct pp_toks {
    pp_tok *v;
    size_t n, cap;
} pp_toks;

typedef struct pp_mark {
    uint32_t offset, line, col;
} pp_mark;

/* Sorted by offset. */
typedef struct pp_marks {
    pp_mark *v;
    size_t n, cap;
} pp_marks;

typedef struct pp_src {
    char *path;  /* as messages show it */
    char *real;  /* resolved, NULL for text that is no file */
    char *bytes; /* NUL-terminated */
    size_t n;
    pp_marks marks;
    uint16_t index; /* in the unit's files, or one of the pseudo files below */
    bool once;      /* #pragma once */
    int open;       /* how often it is on the include stack */
} pp_src;

enum { PP_FILE_MAX = 4096, PP_FILE_PREDEFINED = 0xfffe, PP_FILE_OPTION = 0xffff };

typedef struct pp_lexer {
    const pp_src *src;
    size_t at;
    size_t mark;
} pp_lexer;

/* Refuses NUL bytes and malformed UTF-8 with FILE:LINE:COL. */
int pp_check_bytes(const char *path, const char *bytes, size_t n, lp_err *e);
/* Fills `src` (zeroed by the caller) from raw bytes; at most 4 GiB. Free with pp_src_free. */
void pp_src_init(pp_src *src, const char *path, const char *bytes, size_t n);
/* The same for text that was taken out of a file; `from` says where its bytes are in there, NULL:
 * it is the file. */
void pp_src_init_from(pp_src *src, const char *path, const char *bytes, size_t n,
                      const pp_marks *from);
void pp_mark_add(pp_marks *m, size_t offset, uint32_t line, uint32_t col);
void pp_src_free(pp_src *src);

/* The next token; PP_NL at each line end, then PP_EOF for ever. Fails for a comment without an end.
 */
int pp_lex(pp_lexer *l, pp_tok *t, lp_err *e);
/* Is the NUL-terminated text `s` exactly one token? Fills its kind, text and length. */
bool pp_lex_one(const char *s, size_t n, pp_tok *t);
/* Length of the longest punctuator at `s` (`n` bytes), 0 when there is none. */
size_t pp_punct_len(const char *s, size_t n);

bool pp_is(
    const pp_tok *t,
    const char *text); /* a token other than a string or a character constant that reads so */
/* Would the two read as something else when written without a space between them? */
bool pp_must_part(const pp_tok *a, const pp_tok *b);
void pp_push(pp_toks *v, const pp_tok *t);
bool pp_ident_start(unsigned char c);
bool pp_ident_char(unsigned char c);

#endif
