/* The alphabet of byte-level vocabularies: each of the 256 bytes is written as one character. */
#ifndef MDL_BYTE_LEVEL_H
#define MDL_BYTE_LEVEL_H

#include <stddef.h>
#include <stdint.h>

#include "common/text.h"

/* The character (below 0x180) that a byte is written as. */
uint32_t mdl_byte_to_char(unsigned char byte);
/* The byte that a character stands for, or -1. */
int mdl_char_to_byte(uint32_t cp);

/* Appends the bytes as such characters, in UTF-8. */
void mdl_byte_level_write(lp_text *out, const char *s, size_t n);
/* Appends what the characters stand for; the text as it is when one of them stands for nothing. */
void mdl_byte_level_read(lp_text *out, const char *s, size_t n);

#endif
