/* Bytes -> well-formed UTF-8, with the way back.
 *
 * In: any bytes. Out: text and the places of what was replaced. Normalises nothing and judges no
 * characters. */
#include "model/utf8.h"

#include <stdlib.h>
#include <string.h>

#include "common/text.h"

enum { REPLACEMENT_BYTES = 3 };

/* What may follow a first byte: how many bytes, and the range of the first of them (which excludes
 * over-long forms, surrogates and what is above U+10FFFF). */
static size_t lead(unsigned char c, unsigned char *lo, unsigned char *hi) {
    *lo = 0x80;
    *hi = 0xBF;
    if (c >= 0xC2 && c <= 0xDF) return 1;
    if (c >= 0xE0 && c <= 0xEF) {
        if (c == 0xE0) *lo = 0xA0;
        if (c == 0xED) *hi = 0x9F;
        return 2;
    }
    if (c >= 0xF0 && c <= 0xF4) {
        if (c == 0xF0) *lo = 0x90;
        if (c == 0xF4) *hi = 0x8F;
        return 3;
    }
    return 0;
}

size_t mdl_utf8_next(const char *p, size_t n, uint32_t *cp, bool *good) {
    const unsigned char *u = (const unsigned char *)p;
    unsigned char lo, hi;
    if (good) *good = true;
    *cp = u[0];
    if (u[0] < 0x80) return 1;
    size_t more = lead(u[0], &lo, &hi), i = 1;
    uint32_t value = u[0] & (0x3Fu >> more);
    for (; i <= more && i < n && u[i] >= lo && u[i] <= hi; i++) {
        value = value << 6 | (u[i] & 0x3Fu);
        lo = 0x80;
        hi = 0xBF;
    }
    bool whole = more > 0 && i == more + 1;
    if (good) *good = whole;
    *cp = whole ? value : MDL_REPLACEMENT;
    return i;
}

size_t mdl_utf8_put(uint32_t cp, char out[4]) {
    if (cp < 0x80) {
        out[0] = (char)cp;
        return 1;
    }
    size_t n = cp < 0x800 ? 2 : cp < 0x10000 ? 3 : 4;
    static const unsigned char first[] = {0, 0, 0xC0, 0xE0, 0xF0};
    for (size_t i = n - 1; i > 0; i--, cp >>= 6) out[i] = (char)(0x80u | (cp & 0x3Fu));
    out[0] = (char)(first[n] | cp);
    return n;
}

static void replace_bad(const char *text, size_t n, mdl_clean *out) {
    lp_text own = {0};
    size_t cap = 0, good_from = 0;
    for (size_t i = 0; i < n;) {
        uint32_t cp;
        bool good;
        size_t len = mdl_utf8_next(text + i, n - i, &cp, &good);
        if (!good) {
            char mark[4];
            lp_text_addn(&own, text + good_from, i - good_from);
            out->seams = lp_grow(out->seams, &cap, out->n_seams + 1, sizeof *out->seams);
            out->seams[out->n_seams++] = (struct mdl_clean_seam){own.len, i, len};
            lp_text_addn(&own, mark, mdl_utf8_put(MDL_REPLACEMENT, mark));
            good_from = i + len;
        }
        i += len;
    }
    lp_text_addn(&own, text + good_from, n - good_from);
    out->n = own.len;
    out->s = out->own = lp_text_take(&own);
}

void mdl_clean_text(const char *text, size_t n, mdl_clean *out) {
    memset(out, 0, sizeof *out);
    out->s = text;
    out->n = n;
    if (!lp_utf8_valid(text, n)) replace_bad(text, n, out);
}

void mdl_clean_free(mdl_clean *c) {
    free(c->own);
    free(c->seams);
    memset(c, 0, sizeof *c);
}

size_t mdl_clean_origin(const mdl_clean *c, size_t at) {
    size_t lo = 0, hi = c->n_seams; /* seams[lo - 1] is the last that begins at or before `at` */
    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;
        if (c->seams[mid].at <= at)
            lo = mid + 1;
        else
            hi = mid;
    }
    if (lo == 0) return at;
    const struct mdl_clean_seam *s = &c->seams[lo - 1];
    size_t past = at - s->at;
    return past < REPLACEMENT_BYTES ? s->from : s->from + s->len + (past - REPLACEMENT_BYTES);
}
