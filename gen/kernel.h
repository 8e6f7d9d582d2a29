/* A kernel record made ready for planning: formulas parsed once, roles and types known. */
#ifndef LLMPERF_GEN_KERNEL_H
#define LLMPERF_GEN_KERNEL_H

#include "common/campaign.h"
#include "common/expr.h"
#include "db/record.h"
#include "gen/reason.h"
#include "gen/type.h"

typedef enum { GEN_BUFFER, GEN_LOCAL, GEN_SCALAR } gen_kind;

typedef enum {
    GEN_ROLE_BOUND, /* also for integers of unknown role */
    GEN_ROLE_STRIDE,
    GEN_ROLE_OFFSET,
    GEN_ROLE_TILE,
    GEN_ROLE_TRIPS,
    GEN_ROLE_SHIFT,
    GEN_ROLE_PITCH,
    GEN_ROLE_MODULUS,
    GEN_ROLE_COEFFICIENT, /* also for floats of unknown role */
    GEN_ROLE_PROBABILITY, /* floats */
    GEN_ROLE_SEED,
    GEN_ROLE_FLAG,
    GEN_ROLE_UNUSED
} gen_role;

typedef enum {
    GEN_CONTENT_FREE,
    GEN_CONTENT_INDEX,
    GEN_CONTENT_PERMUTATION,
    GEN_CONTENT_ROWPTR,
    GEN_CONTENT_ZERO,
    GEN_CONTENT_FLAGS,
    GEN_CONTENT_MEMBERS,
    GEN_CONTENT_FLOATS
} gen_content;

/* An integer member of the elements of a struct buffer whose values must stay below a limit. */
typedef struct gen_member {
    int64_t at; /* byte in the element */
    gen_type type;
    const char *type_name; /* borrowed from the record, not terminated */
    int type_len;
    lp_expr *limit;
} gen_member;

typedef struct gen_arg {
    const db_arg *row; /* borrowed from the record */
    gen_kind kind;
    bool constant; /* buffers in __constant memory */
    bool builtin;  /* type is one of gen_type.h */
    gen_type type;
    /* buffers and local memory */
    lp_expr *extent; /* NULL when analyze gave none */
    gen_content content;
    lp_expr *content_limit;     /* of index and rowptr contents */
    int64_t float_lo, float_hi; /* of float contents */
    gen_member *members;        /* of member contents */
    int n_members;
    /* scalars */
    gen_role role;
    int64_t lo, hi; /* inclusive, by type and domain */
    bool pow2;
    lp_expr *eq, *multiple; /* NULL when free */
    int rows_of;            /* the buffer whose row pointers end with this scalar, -1 when none */
} gen_arg;

typedef struct gen_weight {
    lp_expr *count;   /* a feature: per work-item */
    int64_t num, den; /* operations = count * num / den */
} gen_weight;

typedef struct gen_kernel {
    const db_kernel *row; /* borrowed; outlives this */
    uint64_t key;         /* from the kernel's hash: start of its random streams */
    gen_arg *args;
    int n_args;
    lp_expr **constraints;
    int n_constraints;
    gen_weight *weights;
    int n_weights;
} gen_kernel;

/* GEN_OK, or why the kernel cannot be planned (with a message in `e`). Free *k in any case. */
gen_reason gen_kernel_prepare(const db_kernel *row, gen_kernel *k, lp_err *e);
void gen_kernel_free(gen_kernel *k);

/* The first 64 bits of a kernel hash; false when it is no hash. */
bool gen_kernel_key(const char *hash, uint64_t *key);

#endif
