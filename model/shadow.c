/* Shadows: newer characters become older ones of their category.
 *
 * In: well-formed text. Out: a text of the same length for regular expressions to look at. The
 * text itself is never changed, and neither is any character of one or two bytes. */
#include "model/shadow.h"

#include <stdint.h>
#include <string.h>

#include "common/text.h"
#include "model/utf8.h"

/* General categories; CX: formats that PCRE2 takes for spaces; DX: digits to Rust alone. */
typedef enum { CF, CN, CX, DX, LL, LM, LO, LU, MC, MN, ND, NO, PD, PO, SM, SO } category;

#include "model/shadow_rows.h"

/* One old character of each category, of three bytes and of four; 0: no row needs it. */
static const uint32_t old_of[][2] = {
    [CF] = {0x200B, 0x110BD},     [CN] = {0xFFFF, 0x1FFFF}, [CX] = {0x200B, 0},
    [DX] = {0, MDL_SHADOW_DIGIT}, [LL] = {0x1E01, 0x10428}, [LM] = {0x0E46, 0x16B40},
    [LO] = {0x0E01, 0x10450},     [LU] = {0x1E00, 0x10400}, [MC] = {0x0903, 0x11000},
    [MN] = {0x0E31, 0x101FD},     [ND] = {0x0966, 0x104A0}, [NO] = {0x2460, 0x10107},
    [PD] = {0x2010, 0x10EAD},     [PO] = {0x0E4F, 0x10100}, [SM] = {0x2200, 0x1D6C1},
    [SO] = {0x2300, 0x10137},
};

/* What stands for a character; itself when all agree about it. */
static uint32_t stand_in(uint32_t cp) {
    size_t lo = 0, hi = sizeof rows / sizeof *rows;
    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;
        if (rows[mid].hi < cp)
            lo = mid + 1;
        else
            hi = mid;
    }
    if (lo == sizeof rows / sizeof *rows || cp < rows[lo].lo) return cp;
    return old_of[rows[lo].is][cp >= 0x10000];
}

char *mdl_shadow(const char *s, size_t n) {
    char *shadow = NULL;
    for (size_t i = 0; i < n;) {
        uint32_t cp;
        size_t len = mdl_utf8_next(s + i, n - i, &cp, NULL);
        uint32_t other = len < 3 ? cp : stand_in(cp);
        if (other != cp) {
            if (!shadow) shadow = memcpy(lp_alloc(n, 1), s, n); /* it may hold NULs */
            mdl_utf8_put(other, shadow + i);
        }
        i += len;
    }
    return shadow;
}
