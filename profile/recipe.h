/* Buffer-content recipes: parsing, and what they mean for one buffer. */
#ifndef LLMPERF_PROFILE_RECIPE_H
#define LLMPERF_PROFILE_RECIPE_H

#include <stdint.h>

#include "common/error.h"

/* The numbers are those of fill.cl. */
typedef enum prof_fill_mode {
    PROF_FILL_ZERO = 0,
    PROF_FILL_FLOAT = 1,       /* lo + u * span */
    PROF_FILL_INT = 2,         /* base + bits % mod */
    PROF_FILL_ROWPTR = 3,      /* non-decreasing from 0 to total, steps alike */
    PROF_FILL_SKEWED = 4,      /* the same, with steps that differ widely */
    PROF_FILL_PERMUTATION = 6, /* the numbers below mod, each once in mod components */
    PROF_FILL_FLAGS = 5,       /* 1 where bits >> 8 is below mod, else 0 */
} prof_fill_mode;

enum { PROF_MEMBERS = 16 };

/* An integer inside of each element of `stride` bytes: bits % mod, over what the mode wrote. */
typedef struct prof_member {
    uint64_t at; /* byte in the element */
    int width;   /* bytes: 1, 2, 4, 8 */
    uint64_t mod;
} prof_member;

/* How each component of a buffer gets its value: the arguments of the fill kernel and of its host
 * reference. */
typedef struct prof_fill {
    prof_fill_mode mode;
    int width;      /* bytes of a component: 1, 2, 4, 8 */
    int as_float;   /* the component is floating */
    uint64_t n;     /* components */
    uint64_t key;   /* of lp_pcg_at */
    float lo, span; /* PROF_FILL_FLOAT */
    int64_t base;   /* PROF_FILL_INT */
    uint64_t mod; /* PROF_FILL_INT, PROF_FILL_PERMUTATION: 1 .. 2^63; PROF_FILL_FLAGS: 0 .. 2^24 */
    uint64_t total; /* PROF_FILL_ROWPTR, PROF_FILL_SKEWED */
    uint64_t stride, elems;
    prof_member member[PROF_MEMBERS];
    int n_members;
} prof_fill;

/* Parses `recipe` for a buffer of `bytes` bytes with elements of `type`. Fails when the recipe is
 * unknown, does not suit the type, or the numbers are out of range. A buffer of structs takes
 * `bytes`, `members` and `zero` only. */
int prof_fill_plan(const char *recipe, const char *type, uint64_t bytes, uint64_t key,
                   prof_fill *out, lp_err *e);

/* The fill key of argument `idx` of a sample. */
uint64_t prof_fill_key(int64_t fill_seed, int idx);

#endif
