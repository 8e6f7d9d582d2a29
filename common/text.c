/* Growable text, string vectors, aborting allocation, whole-string number parsing, UTF-8 checking.
 *
 * In: bytes. Out: owned memory. Knows no locale: number parsing is that of the "C" locale, which no
 * program here leaves. */
#include "common/text.h"

#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static _Noreturn void out_of_memory(void) {
    fputs("llmperf: out of memory\n", stderr);
    abort();
}

void *lp_alloc(size_t n, size_t size) {
    /* calloc checks the product; at least one byte so that NULL always means failure. */
    void *p = (n == 0 || size == 0) ? calloc(1, 1) : calloc(n, size);
    if (!p) out_of_memory();
    return p;
}

void *lp_grow(void *p, size_t *cap, size_t need, size_t size) {
    if (need <= *cap && p) return p;
    size_t c = *cap ? *cap : 8;
    while (c < need) {
        if (c > SIZE_MAX / 2) out_of_memory();
        c *= 2;
    }
    size_t bytes;
    if (__builtin_mul_overflow(c, size, &bytes)) out_of_memory();
    void *q = realloc(p, bytes ? bytes : 1);
    if (!q) out_of_memory();
    *cap = c;
    return q;
}

char *lp_strndup(const char *s, size_t n) {
    n = strnlen(s, n);
    char *p = lp_alloc(n + 1, 1);
    memcpy(p, s, n);
    return p;
}

char *lp_strdup(const char *s) {
    return lp_strndup(s, strlen(s));
}

void lp_text_free(lp_text *t) {
    free(t->s);
    *t = (lp_text){0};
}

void lp_text_clear(lp_text *t) {
    t->len = 0;
    if (t->s) t->s[0] = '\0';
}

/* Room for n more bytes and the NUL. */
static void reserve(lp_text *t, size_t n) {
    size_t need;
    if (__builtin_add_overflow(t->len, n, &need) || __builtin_add_overflow(need, 1, &need))
        out_of_memory();
    t->s = lp_grow(t->s, &t->cap, need, 1);
}

void lp_text_addn(lp_text *t, const char *s, size_t n) {
    reserve(t, n);
    if (n) memcpy(t->s + t->len, s, n);
    t->len += n;
    t->s[t->len] = '\0';
}

void lp_text_add(lp_text *t, const char *s) {
    lp_text_addn(t, s, strlen(s));
}

void lp_text_addc(lp_text *t, char c) {
    lp_text_addn(t, &c, 1);
}

void lp_text_vaddf(lp_text *t, const char *fmt, va_list ap) {
    va_list again;
    va_copy(again, ap);
    int n = vsnprintf(NULL, 0, fmt, again);
    va_end(again);
    if (n < 0) return;
    reserve(t, (size_t)n);
    vsnprintf(t->s + t->len, (size_t)n + 1, fmt, ap);
    t->len += (size_t)n;
}

void lp_text_addf(lp_text *t, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    lp_text_vaddf(t, fmt, ap);
    va_end(ap);
}

const char *lp_text_str(const lp_text *t) {
    return t->s ? t->s : "";
}

char *lp_text_take(lp_text *t) {
    char *s = t->s ? t->s : lp_strdup("");
    *t = (lp_text){0};
    return s;
}

void lp_strv_add(lp_strv *v, const char *s) {
    v->v = lp_grow(v->v, &v->cap, v->n + 1, sizeof *v->v);
    v->v[v->n++] = lp_strdup(s);
}

void lp_strv_free(lp_strv *v) {
    for (size_t i = 0; i < v->n; i++) free(v->v[i]);
    free(v->v);
    *v = (lp_strv){0};
}

static int by_bytes(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

void lp_strv_sort(lp_strv *v) {
    if (v->n > 1) qsort(v->v, v->n, sizeof *v->v, by_bytes);
}

bool lp_is_one_of(const char *word, const char *const *words, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (strcmp(word, words[i]) == 0) return true;
    return false;
}

bool lp_parse_i64(const char *s, long long *out) {
    const char *digits = s + (*s == '-' || *s == '+');
    if (*digits < '0' || *digits > '9') return false; /* strtoll would skip blanks */
    int base = (digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X')) ? 16 : 10;
    char *end;
    errno = 0;
    long long v = strtoll(s, &end, base);
    if (errno || *end) return false;
    *out = v;
    return true;
}

bool lp_parse_double(const char *s, double *out) {
    const char *digits = s + (*s == '-' || *s == '+');
    if ((*digits < '0' || *digits > '9') && *digits != '.') return false; /* blanks, inf, nan */
    char *end;
    double v = strtod(s, &end);
    if (*end || end == s || !isfinite(v)) return false;
    *out = v;
    return true;
}

void lp_clean_controls(char *s, const char *keep) {
    for (; *s; s++) {
        unsigned char c = (unsigned char)*s;
        if ((c < 0x20 || c == 0x7F) && !strchr(keep, c)) *s = ' ';
    }
}

/* Length of the well-formed sequence at s (of n >= 1 bytes), 0 when malformed. */
static size_t utf8_sequence(const unsigned char *s, size_t n) {
    if (s[0] < 0x80) return 1;
    size_t len = s[0] >= 0xF0 ? 4 : s[0] >= 0xE0 ? 3 : 2;
    if (s[0] < 0xC2 || s[0] > 0xF4 || n < len) return 0;
    for (size_t i = 1; i < len; i++) {
        if ((s[i] & 0xC0) != 0x80) return 0;
    }
    if (s[0] == 0xE0 && s[1] < 0xA0) return 0; /* over-long */
    if (s[0] == 0xED && s[1] > 0x9F) return 0; /* surrogate */
    if (s[0] == 0xF0 && s[1] < 0x90) return 0; /* over-long */
    if (s[0] == 0xF4 && s[1] > 0x8F) return 0; /* above U+10FFFF */
    return len;
}

bool lp_utf8_valid(const char *s, size_t n) {
    const unsigned char *p = (const unsigned char *)s;
    while (n > 0) {
        size_t len = utf8_sequence(p, n);
        if (len == 0) return false;
        p += len;
        n -= len;
    }
    return true;
}
