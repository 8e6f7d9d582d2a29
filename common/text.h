/* Growable text and string vectors. Both own their memory; zero-initialise before use, free with
 * the _free function. Allocation failure aborts: no stage can do anything useful without memory. */
#ifndef LP_TEXT_H
#define LP_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct lp_text {
    char *s;    /* NUL-terminated once anything was added, else NULL */
    size_t len; /* bytes without the NUL */
    size_t cap;
} lp_text;

void lp_text_free(lp_text *t);
void lp_text_clear(lp_text *t); /* empties, keeps the memory */
void lp_text_add(lp_text *t, const char *s);
void lp_text_addn(lp_text *t, const char *s, size_t n);
void lp_text_addc(lp_text *t, char c);
void lp_text_addf(lp_text *t, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void lp_text_vaddf(lp_text *t, const char *fmt, va_list ap);
const char *lp_text_str(const lp_text *t); /* never NULL */
char *lp_text_take(lp_text *t);            /* hands the memory to the caller, empties t */

typedef struct lp_strv {
    char **v;
    size_t n;
    size_t cap;
} lp_strv;

void lp_strv_add(lp_strv *v, const char *s); /* copies */
void lp_strv_free(lp_strv *v);
void lp_strv_sort(lp_strv *v); /* byte order: the same on any machine */

/* malloc family that aborts on failure or overflow; free with free(). */
void *lp_alloc(size_t n, size_t size);                         /* zeroed */
void *lp_grow(void *p, size_t *cap, size_t need, size_t size); /* doubles *cap until >= need */
char *lp_strdup(const char *s);
char *lp_strndup(const char *s, size_t n);

/* Is `word` one of n words? */
bool lp_is_one_of(const char *word, const char *const *words, size_t n);

/* Whole-string number parsing: true when all of `s` is a number in range. Integers: decimal or 0x.
 */
bool lp_parse_i64(const char *s, long long *out);
bool lp_parse_double(const char *s, double *out);

/* Makes a message safe to show: control bytes other than those in `keep` become blanks (escape
 * sequences of a terminal, line breaks in file names). Works in place. */
void lp_clean_controls(char *s, const char *keep);

/* True when the bytes are well-formed UTF-8 (no surrogates, no over-long forms). */
bool lp_utf8_valid(const char *s, size_t n);

#endif
