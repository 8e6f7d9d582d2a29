/* Numbers in a text, and the embedding of their values.
 *
 * In: bytes; a value and the embedding's weights. Out: places and values; a row added to another.
 * Knows no tokens: the caller finds the token of a place. */
#include "model/number.h"

#include <math.h>

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/* Digits after these belong to a name or to a fraction. */
static bool joins(char c) {
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '.';
}

bool mdl_number_next(const char *text, size_t n, size_t from, mdl_number *out) {
    size_t i = from;
    while (i < n && (!is_digit(text[i]) || (i > 0 && joins(text[i - 1])))) i++;
    if (i >= n) return false;
    out->at = i;
    out->value = 0;
    for (; i < n && is_digit(text[i]); i++) {
        uint64_t digit = (uint64_t)(text[i] - '0');
        if (__builtin_mul_overflow(out->value, 10, &out->value) ||
            __builtin_add_overflow(out->value, digit, &out->value)) {
            out->value = UINT64_MAX;
            break;
        }
    }
    return true;
}

void mdl_number_add(const float *w, size_t d, uint64_t value, float *out) {
    double p = log2(1.0 + (double)value);
    size_t row = (size_t)p;
    size_t next = row + 1 < MDL_NUMBER_ROWS ? row + 1 : MDL_NUMBER_ROWS - 1;
    float frac = (float)(p - (double)row);
    const float *a = w + row * d, *b = w + next * d;
    for (size_t i = 0; i < d; i++) out[i] += (1 - frac) * a[i] + frac * b[i];
}
