/* One uniform layout for OpenCL C: a deterministic printer of tokens.
 *
 * Why not clang-format: normalised text is hashed, trained on and compared between machines, so the
 * same tokens must give the same bytes anywhere, and clang-format's output changes between its
 * versions (and is one more program to install). The layout is a function of the tokens alone,
 * hence printing printed text again changes nothing.
 *
 * Four spaces of indent, one statement a line, braces at the end of their line, no blank lines, no
 * line breaking. */
#ifndef AN_LAYOUT_H
#define AN_LAYOUT_H

#include "analyze/names.h"
#include "analyze/pp_lex.h"

/* Appends the laid-out text of the tokens (no PP_NL; #pragma lines as PP_PRAGMA). Never fails: what
 * is no OpenCL C is laid out somehow, with all its tokens. */
void an_layout(const pp_toks *toks, lp_text *out);

/* ---- for layout.c: what a token is, and whether a space goes before it (layout_space.c)
 * ---------- */

typedef enum {
    ROLE_START, /* nothing before on this line */
    ROLE_OPERAND,
    ROLE_TYPE,
    ROLE_KEYWORD,
    ROLE_UNARY,
    ROLE_BINARY,
    ROLE_STAR, /* of a declarator */
    ROLE_OPEN,
    ROLE_CAST, /* the ) of a cast */
    ROLE_COMMA,
    ROLE_MEMBER,
    ROLE_POSTFIX
} an_role;

typedef struct an_paren {
    bool maybe_cast; /* not a call */
    bool only_types; /* so far */
} an_paren;

typedef struct an_spacer {
    pp_tok prev;
    an_role role; /* of prev */
    const pp_tok *prev_at;
    bool tag; /* prev is struct, union or enum */
    bool in_typedef;
    an_paren *parens;
    size_t n, cap;
    an_names types; /* names that a typedef declared so far */
} an_spacer;

/* Takes the next token; true when a space goes before it. */
bool an_space(an_spacer *s, const pp_tok *t);
void an_spacer_new_line(an_spacer *s);
void an_spacer_free(an_spacer *s);

#endif
