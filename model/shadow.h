/* Text in which the regular expression library sees the characters that the tokenizers library
 * sees.
 *
 * Whether a character is a letter, a digit or nothing yet depends on the version of Unicode, which
 * differs between PCRE2 as installed (14 in Debian 12) and the tokenizers library (16). A shadow is
 * a copy of the text, as long as the text, in which each character that the two may take
 * differently is replaced by an older one of the wanted category. */
#ifndef MDL_SHADOW_H
#define MDL_SHADOW_H

#include <stddef.h>

/* Stands for digits that only Rust's char::is_numeric knows (the Digits pre-tokenizer). */
#define MDL_SHADOW_DIGIT 0x1FFFEu

/* `s` is well-formed. NULL when it is its own shadow; else the caller frees it. */
char *mdl_shadow(const char *s, size_t n);

#endif
