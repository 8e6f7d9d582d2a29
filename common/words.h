/* Words from users in messages: shortened and printable, and the nearest known word for a misspelt
 * one. */
#ifndef LP_WORDS_H
#define LP_WORDS_H

#include <stddef.h>

#define LP_WORD_SHOWN 72

/* Writes `word` so that it fits one line: control bytes become '?', long words end in "...", UTF-8
 * characters stay whole. Returns `out`. */
const char *lp_word_show(const char *word, char out[LP_WORD_SHOWN]);

/* Single-character edits (insert, delete, replace, swap neighbours) between two words; only the
 * first 63 bytes count. */
size_t lp_word_distance(const char *a, const char *b);

/* True when `distance` is small enough beside `word` to be a slip of the keyboard. */
int lp_word_is_near(const char *word, size_t distance);

#endif
