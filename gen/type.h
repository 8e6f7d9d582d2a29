/* Element and scalar types by their OpenCL names, as analyze stores them. */
#ifndef LLMPERF_GEN_TYPE_H
#define LLMPERF_GEN_TYPE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct gen_type {
    bool floating;
    int bits;       /* of one component */
    int lanes;      /* components of a value: 1 for scalars, 3 for float3 */
    int64_t lo, hi; /* integers: what a component can hold, cut to int64 */
} gen_type;

/* False for what is no builtin scalar or vector type (structs, pointers). */
bool gen_type_parse(const char *name, gen_type *out);

#endif
