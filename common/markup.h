/* Plain sentences as text of a given width, Markdown and roff. `word` in backquotes is code in all
 * three. Everything is appended to a text; line breaks within what is given count as blanks. */
#ifndef LP_MARKUP_H
#define LP_MARKUP_H

#include "common/text.h"

/* Lines of at most `width` columns, `indent` blanks before each but the first; no line break at the
 * end. `at` is the column that the first line begins in. */
void lp_fill(lp_text *out, const char *s, size_t at, size_t indent, size_t width);

/* Markdown (GitHub's): a sentence in which nothing is taken for markup, also within a table. */
void lp_md_prose(lp_text *out, const char *s);
/* A code span, also within a table. */
void lp_md_code(lp_text *out, const char *s);

/* roff: bytes as they are, also where a line may begin. */
void lp_man_escape(lp_text *out, const char *s, size_t n);
/* A sentence, code in bold, in lines of an editor's width, without a line break at its end. */
void lp_man_prose(lp_text *out, const char *s);

/* The paragraphs of an lp_cmd's details. *p: where to go on, NULL at first; *n: its length.
 * NULL after the last one. */
const char *lp_next_paragraph(const char *details, const char **p, size_t *n);
/* A paragraph of commands and what they print. */
bool lp_is_example(const char *paragraph);

#endif
