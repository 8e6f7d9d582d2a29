/* Words in messages. Input: words that users typed. Output: printable forms and edit distances.
 * Does not search any table itself: callers keep the nearest of their own candidates. */
#include "common/words.h"

#include <string.h>

#define WORD_MAX 63

const char *lp_word_show(const char *word, char out[LP_WORD_SHOWN]) {
    size_t n = strlen(word);
    size_t keep = n;
    if (n >= LP_WORD_SHOWN) {
        keep = LP_WORD_SHOWN - 4; /* room for "..." and the end */
        while (keep > 0 && ((unsigned char)word[keep] & 0xc0) == 0x80) keep--;
    }
    for (size_t i = 0; i < keep; i++) {
        unsigned char c = (unsigned char)word[i];
        out[i] = c < 0x20 || c == 0x7f ? '?' : word[i];
    }
    memcpy(out + keep, n > keep ? "..." : "", n > keep ? 4 : 1);
    return out;
}

static size_t min2(size_t a, size_t b) {
    return a < b ? a : b;
}

size_t lp_word_distance(const char *a, const char *b) {
    size_t na = strnlen(a, WORD_MAX);
    size_t nb = strnlen(b, WORD_MAX);
    size_t row[3][WORD_MAX + 1] = {
        {0}}; /* two rows back, one back, current: a swap looks two back */
    for (size_t j = 0; j <= nb; j++) row[1][j] = j;
    for (size_t i = 1; i <= na; i++) {
        row[2][0] = i;
        for (size_t j = 1; j <= nb; j++) {
            size_t d = min2(row[1][j] + 1, row[2][j - 1] + 1);
            d = min2(d, row[1][j - 1] + (a[i - 1] != b[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                d = min2(d, row[0][j - 2] + 1);
            row[2][j] = d;
        }
        memcpy(row[0], row[1], sizeof row[0]);
        memcpy(row[1], row[2], sizeof row[1]);
    }
    return row[1][nb];
}

int lp_word_is_near(const char *word, size_t distance) {
    size_t n = strlen(word);
    return distance <= (n < 4 ? 1 : n < 8 ? 2 : 3) && distance < n;
}
