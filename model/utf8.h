/* Bytes of any origin as Unicode text.
 *
 * The tokenizers library reads Python strings, so bytes become text first: as Python's
 * `bytes.decode("utf-8", errors="replace")` does it, one U+FFFD for each longest beginning of a
 * character that does not go on. */
#ifndef MDL_UTF8_H
#define MDL_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define MDL_REPLACEMENT 0xFFFDu

/* Reads one character at p (n > 0 bytes). Returns the bytes it takes; *cp is MDL_REPLACEMENT and
 * *good false where they are not a character. `good` may be NULL. */
size_t mdl_utf8_next(const char *p, size_t n, uint32_t *cp, bool *good);

/* Writes a character; returns its length, 1 to 4. */
size_t mdl_utf8_put(uint32_t cp, char out[4]);

/* A text that is well-formed, and where its parts were before. */
typedef struct mdl_clean {
    const char *s; /* the text as given when that is well-formed, else `own` */
    size_t n;
    char *own;
    struct mdl_clean_seam {
        size_t at;   /* of a replacement character in s */
        size_t from; /* of the first byte that it stands for */
        size_t len;  /* bytes that it stands for */
    } *seams;
    size_t n_seams;
} mdl_clean;

/* `text` must outlive `out`; free with mdl_clean_free. */
void mdl_clean_text(const char *text, size_t n, mdl_clean *out);
void mdl_clean_free(mdl_clean *c);

/* Where byte `at` of c->s was in the given text; the first byte of what a replacement stands for.
 */
size_t mdl_clean_origin(const mdl_clean *c, size_t at);

#endif
