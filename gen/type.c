/* Type names -> properties. Input: "uint4", "unsigned int", "double". Output: gen_type.
 * Does not resolve typedefs: analyze has done that. */
#include "gen/type.h"

#include <ctype.h>
#include <string.h>

static const struct {
    const char *name;
    bool floating, is_signed;
    int bits;
} types[] = {
    {"char", false, true, 8},
    {"uchar", false, false, 8},
    {"short", false, true, 16},
    {"ushort", false, false, 16},
    {"int", false, true, 32},
    {"uint", false, false, 32},
    {"long", false, true, 64},
    {"ulong", false, false, 64},
    {"signed char", false, true, 8},
    {"unsigned char", false, false, 8},
    {"unsigned short", false, false, 16},
    {"unsigned int", false, false, 32},
    {"unsigned long", false, false, 64},
    {"unsigned", false, false, 32},
    {"size_t", false, false, 64},
    {"ptrdiff_t", false, true, 64},
    {"half", true, true, 16},
    {"float", true, true, 32},
    {"double", true, true, 64},
};

static int parse_lanes(const char *digits) {
    static const struct {
        const char *text;
        int lanes;
    } widths[] = {{"", 1}, {"2", 2}, {"3", 3}, {"4", 4}, {"8", 8}, {"16", 16}};
    for (size_t i = 0; i < sizeof widths / sizeof *widths; i++)
        if (strcmp(widths[i].text, digits) == 0) return widths[i].lanes;
    return 0;
}

bool gen_type_parse(const char *name, gen_type *out) {
    size_t n = strlen(name);
    while (n > 0 && isdigit((unsigned char)name[n - 1])) n--;
    int lanes = parse_lanes(name + n);
    for (size_t i = 0; lanes > 0 && i < sizeof types / sizeof *types; i++) {
        if (strlen(types[i].name) != n || strncmp(types[i].name, name, n) != 0) continue;
        int value_bits = types[i].bits - (types[i].is_signed ? 1 : 0);
        *out = (gen_type){.floating = types[i].floating, .bits = types[i].bits, .lanes = lanes};
        out->hi = value_bits > 62 ? INT64_MAX : ((int64_t)1 << value_bits) - 1;
        out->lo = types[i].is_signed ? -out->hi - 1 : 0;
        return true;
    }
    return false;
}
