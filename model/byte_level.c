/* Bytes as printable characters and back, as in GPT-2's vocabulary.
 *
 * Printable bytes of Latin-1 are themselves, the others follow from U+0100 on in their order. Knows
 * no vocabulary. */
#include "model/byte_level.h"

#include <stdbool.h>

#include "model/utf8.h"

enum { FIRST_MADE = 0x100 };

static bool is_itself(unsigned c) {
    return (c >= 0x21 && c <= 0x7E) || (c >= 0xA1 && c <= 0xAC) || (c >= 0xAE && c <= 0xFF);
}

/* The bytes that are not themselves come in three runs. */
uint32_t mdl_byte_to_char(unsigned char byte) {
    if (is_itself(byte)) return byte;
    if (byte <= 0x20) return FIRST_MADE + byte;
    if (byte <= 0xA0) return FIRST_MADE + 0x21 + (byte - 0x7Fu);
    return FIRST_MADE + 0x21 + 0x22; /* 0xAD */
}

int mdl_char_to_byte(uint32_t cp) {
    if (cp < FIRST_MADE) return is_itself(cp) ? (int)cp : -1;
    uint32_t k = cp - FIRST_MADE;
    if (k <= 0x20) return (int)k;
    if (k <= 0x42) return (int)(k - 0x21 + 0x7F);
    return k == 0x43 ? 0xAD : -1;
}

void mdl_byte_level_write(lp_text *out, const char *s, size_t n) {
    for (size_t i = 0; i < n; i++) {
        char c[4];
        lp_text_addn(out, c, mdl_utf8_put(mdl_byte_to_char((unsigned char)s[i]), c));
    }
}

void mdl_byte_level_read(lp_text *out, const char *s, size_t n) {
    size_t before = out->len;
    for (size_t i = 0; i < n;) {
        uint32_t cp;
        i += mdl_utf8_next(s + i, n - i, &cp, NULL);
        int byte = mdl_char_to_byte(cp);
        if (byte < 0) {
            out->len = before;
            lp_text_addn(out, s, n);
            return;
        }
        lp_text_addc(out, (char)byte);
    }
}
