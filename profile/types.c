/* Element types and scalar values.
 *
 * In: type names and number texts. Out: widths, lanes, little-endian bytes. Knows nothing of
 * structs. */
#include "profile/types.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

#include "common/text.h"

static const struct {
    const char *name;
    prof_class cls;
    int width;
} builtin[] = {
    {"char", PROF_INT, 1},
    {"signed char", PROF_INT, 1},
    {"uchar", PROF_UINT, 1},
    {"unsigned char", PROF_UINT, 1},
    {"short", PROF_INT, 2},
    {"ushort", PROF_UINT, 2},
    {"unsigned short", PROF_UINT, 2},
    {"int", PROF_INT, 4},
    {"uint", PROF_UINT, 4},
    {"unsigned int", PROF_UINT, 4},
    {"unsigned", PROF_UINT, 4},
    {"long", PROF_INT, 8},
    {"ulong", PROF_UINT, 8},
    {"unsigned long", PROF_UINT, 8},
    {"half", PROF_FLOAT, 2},
    {"float", PROF_FLOAT, 4},
    {"double", PROF_FLOAT, 8},
};

static int lanes_of(const char *digits) {
    static const struct {
        const char *text;
        int lanes;
    } counts[] = {{"", 1}, {"2", 2}, {"3", 3}, {"4", 4}, {"8", 8}, {"16", 16}};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        if (strcmp(digits, counts[i].text) == 0) return counts[i].lanes;
    }
    return 0;
}

bool prof_type_parse(const char *text, prof_type *t) {
    size_t len = strlen(text);
    while (len > 0 && isdigit((unsigned char)text[len - 1])) len--;
    int lanes = lanes_of(text + len);
    for (size_t i = 0; lanes && i < sizeof builtin / sizeof *builtin; i++) {
        if (strlen(builtin[i].name) != len || memcmp(builtin[i].name, text, len) != 0) continue;
        *t = (prof_type){builtin[i].cls, builtin[i].width, lanes};
        return true;
    }
    return false;
}

uint16_t prof_half_of(float f) {
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    uint32_t sign = bits >> 16 & 0x8000, mag = bits & 0x7fffffff;
    if (mag > 0x7f800000) return (uint16_t)(sign | 0x7e00);  /* not a number */
    if (mag >= 0x477ff000) return (uint16_t)(sign | 0x7c00); /* rounds to infinity */
    if (mag < 0x33000001) return (uint16_t)sign;             /* rounds to zero */
    uint32_t shift = 13, m = mag - 0x38000000; /* the exponent's bias 127 becomes 15 */
    if (mag < 0x38800000) {                    /* subnormal in half */
        shift = 126 - (mag >> 23);
        m = (mag & 0x7fffff) | 0x800000;
    }
    uint32_t half = m >> shift, rest = m & ((1U << shift) - 1), tie = 1U << (shift - 1);
    if (rest > tie || (rest == tie && (half & 1))) half++;
    return (uint16_t)(sign | half);
}

/* Any value that the width can hold, read as signed or as unsigned. */
static bool parse_integer(const char *s, int width, uint64_t *out) {
    long long v;
    if (lp_parse_i64(s, &v)) {
        *out = (uint64_t)v;
        if (width == 8) return true;
        long long top = 1LL << (8 * width);
        return v >= -top / 2 && v < top;
    }
    if (width != 8 || !isdigit((unsigned char)s[0])) return false;
    uint64_t u = 0; /* above INT64_MAX: decimal only */
    for (; isdigit((unsigned char)*s); s++) {
        if (__builtin_mul_overflow(u, 10U, &u) ||
            __builtin_add_overflow(u, (uint64_t)(*s - '0'), &u))
            return false;
    }
    *out = u;
    return *s == '\0';
}

static bool put_float(const char *s, int width, unsigned char *out) {
    double d;
    if (!lp_parse_double(s, &d)) return false;
    float f = (float)d;
    uint16_t h = prof_half_of(f);
    const void *from = width == 8 ? (const void *)&d : width == 4 ? (const void *)&f : &h;
    memcpy(out, from, (size_t)width);
    return true;
}

static bool put_component(const prof_type *t, const char *s, unsigned char *out) {
    if (t->cls == PROF_FLOAT) return put_float(s, t->width, out);
    uint64_t v;
    if (!parse_integer(s, t->width, &v)) return false;
    memcpy(out, &v, (size_t)t->width); /* OpenCL hosts here are little-endian */
    return true;
}

int prof_scalar_bytes(const char *type, const char *value, unsigned char out[PROF_SCALAR_MAX],
                      size_t *n, lp_err *e) {
    prof_type t;
    if (!prof_type_parse(type, &t)) return lp_fail(e, "no scalar type '%s'", type);
    memset(out, 0, PROF_SCALAR_MAX);
    const char *s = value;
    for (int i = 0; i < t.lanes; i++) {
        size_t len = strcspn(s, ",");
        char word[64];
        bool last = s[len] == '\0';
        if (len >= sizeof word || last != (i == t.lanes - 1))
            return lp_fail(e, "'%s' is no value of type %s: %d wanted", value, type, t.lanes);
        memcpy(word, s, len);
        word[len] = '\0';
        if (!put_component(&t, word, out + (size_t)i * (size_t)t.width))
            return lp_fail(e, "'%s' is no value of type %s", word, type);
        s += len + 1;
    }
    *n = (size_t)t.width * (size_t)(t.lanes == 3 ? 4 : t.lanes);
    return 0;
}
