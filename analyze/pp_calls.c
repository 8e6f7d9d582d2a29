/* A limit on calls, for the parser's memory.
 *
 * In: the name before each opening parenthesis of the unit. Out: a refusal when there are too many.
 * libclang declares all overloads of a builtin function of OpenCL C anew for each call of it, and
 * keeps them: a call of `max` takes 64 KiB, so that 300 KB of source would take a gigabyte. What is
 * counted is an estimate from above, as the source's own functions are not told apart. */
#include <string.h>

#include "analyze/pp.h"

enum { CALLS_MAX_MIB = 256, ANY_CALL_KIB = 7 };

/* What libclang 19 was measured to take for a call, where it is more than for most. */
static const struct {
    const char *name; /* how it begins */
    size_t kib;
} costly[] = {
    {"shuffle", 110},  {"async_work_group_", 93},
    {"select", 84},    {"clamp", 77},
    {"max", 64},       {"min", 64},
    {"bitselect", 42}, {"remquo", 32},
    {"prefetch", 32},  {"mad_", 30},
    {"fract", 27},     {"modf", 27},
    {"lgamma_r", 27},  {"frexp", 27},
    {"sincos", 27},    {"sub_sat", 25},
    {"add_sat", 25},   {"hadd", 25},
    {"rhadd", 25},     {"mul_hi", 25},
    {"rotate", 25},    {"abs", 25},
    {"vload", 23},     {"vstore", 20},
    {"mix", 21},       {"smoothstep", 21},
    {"popcount", 20},  {"clz", 20},
    {"upsample", 19},  {"step", 17},
    {"fmax", 17},      {"fmin", 17},
    {"ldexp", 17},     {"read_image", 15},
    {"fma", 11},       {"any", 10},
    {"all", 10},       {"is", 9},
    {"rootn", 9},      {"pow", 9},
};

static const char *const no_call[] = {"if",     "for",           "while",     "switch", "return",
                                      "sizeof", "__attribute__", "attribute", "case"};

static size_t call_kib(const pp_tok *name) {
    for (size_t i = 0; i < sizeof no_call / sizeof *no_call; i++)
        if (pp_is(name, no_call[i])) return 0;
    for (size_t i = 0; i < sizeof costly / sizeof *costly; i++) {
        size_t n = strlen(costly[i].name);
        if (name->len >= n && memcmp(name->s, costly[i].name, n) == 0) return costly[i].kib;
    }
    return ANY_CALL_KIB;
}

int pp_limit_call(pp *p, const pp_tok *name) {
    p->calls_kib += call_kib(name);
    if (p->calls_kib <= (size_t)CALLS_MAX_MIB * 1024) return 0;
    return pp_fail(p, name, "so many calls of functions that parsing them takes more than %d MiB",
                   CALLS_MAX_MIB);
}
