/* Regular expressions of tokenizer.json, through PCRE2.
 *
 * The tokenizers library reads them with another library (Oniguruma), so only what both take the
 * same way is accepted; everything else is refused by name. Text is matched through its shadow
 * (shadow.h). */
#ifndef MDL_REGEX_H
#define MDL_REGEX_H

#include <stdbool.h>
#include <stddef.h>

#include "common/error.h"

typedef struct mdl_regex mdl_regex;           /* read-only once made */
typedef struct mdl_regex_room mdl_regex_room; /* what one thread needs to match */

/* NULL and a message without a place on error. */
mdl_regex *mdl_regex_new(const char *pattern, lp_err *e);
/* Matches the text itself. */
mdl_regex *mdl_regex_literal(const char *text, lp_err *e);
/* A pattern of this program: not checked. */
mdl_regex *mdl_regex_trusted(const char *pattern);
void mdl_regex_free(mdl_regex *r);
/* PCRE2's: "10.42 2022-12-11". */
const char *mdl_regex_version(void);

mdl_regex_room *mdl_regex_room_new(void);
void mdl_regex_room_free(mdl_regex_room *room);

/* The first match of the well-formed text s[0..n) that begins at or after `from`: 1 and its range,
 * 0 when there is none, -1 and a message when it takes too many steps. */
int mdl_regex_find(const mdl_regex *r, mdl_regex_room *room, const char *s, size_t n, size_t from,
                   size_t *lo, size_t *hi, lp_err *e);

#endif
