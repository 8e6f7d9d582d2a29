/* Symbolic integers: polynomials over atoms, interned, so that equal values are equal pointers.
 *
 * An atom is a work-item function, a scalar argument, a loop's trip counter, an operation that is
 * not a polynomial (division, remainder, min, shift, ...) or a value nobody knows. All live in the
 * arena of the table. Operations return NULL when a result would overflow int64, or grow beyond the
 * limits: callers then use an unknown. NULL operands give NULL.
 *
 * A value is *uniform* here when it depends on launch sizes and scalar arguments only: those are
 * the values that become formulas (analyze/symtext.h). */
#ifndef AN_SYM_H
#define AN_SYM_H

#include <stdbool.h>
#include <stdint.h>

#include "analyze/arena.h"

typedef enum {
    AN_A_GID,
    AN_A_LID,
    AN_A_GRP, /* vary between work-items */
    AN_A_LSZ,
    AN_A_GSZ,
    AN_A_NGRP,    /* launch sizes; NGRP * LSZ is kept as GSZ */
    AN_A_ARG,     /* integer scalar argument `id` */
    AN_A_TRIP,    /* trip counter of loop `id`, from 0 to hi */
    AN_A_ITER,    /* loop variable that is no polynomial of the trip (v *= 2, v >>= 1) */
    AN_A_LOAD,    /* integer loaded from argument `id` at element index p */
    AN_A_WRAP,    /* p modulo 2^id, where p may be negative or too large */
    AN_A_UNKNOWN, /* nobody knows; lo and hi bound it where they are not NULL */
    AN_A_DIV,
    AN_A_MOD,
    AN_A_SHL,
    AN_A_SHR,
    AN_A_AND,
    AN_A_OR,
    AN_A_XOR,
    AN_A_MIN,
    AN_A_MAX,
    AN_A_LOG2
} an_akind;

/* What a value depends on, a mask. */
enum {
    AN_DEP_ITEM = 1,
    AN_DEP_GROUP = 2,
    AN_DEP_TRIP = 4,
    AN_DEP_LOAD = 8,
    AN_DEP_UNKNOWN = 16,
    AN_DEP_ARG = 32,
    AN_DEP_SIZE = 64,
    AN_DEP_DIVERGENT = 128 /* may differ between the work-items of one group */
};
#define AN_DEP_VARYING (AN_DEP_ITEM | AN_DEP_GROUP | AN_DEP_TRIP | AN_DEP_LOAD | AN_DEP_UNKNOWN)

typedef struct an_sym an_sym;
typedef struct an_atom {
    an_akind kind;
    int id;
    int serial; /* creation order: the order of factors and of printing */
    unsigned deps;
    const an_sym *p, *q;   /* operands */
    const an_sym *lo, *hi; /* TRIP, ITER, UNKNOWN: uniform bounds, NULL when unknown; LOAD: bounds
                              by type or by contents */
    const char *why;       /* UNKNOWN: what hides the value */
    uint64_t from;         /* UNKNOWN, TRIP: loads that it was made of, a mask of their ids */
    const an_sym *like;    /* UNKNOWN: one of the values that it may be, for estimates; or NULL */
    struct an_atom *next;  /* in its bucket; interned atoms only */
    unsigned visit;        /* the visit that saw it last (an_each_atom) */
} an_atom;

enum { AN_DEGREE = 6, AN_TERMS = 40 };

typedef struct an_term {
    int64_t c;
    int n;                       /* factors */
    const an_atom *f[AN_DEGREE]; /* sorted by serial */
} an_term;

struct an_sym {
    int n;
    unsigned deps;
    uint64_t hash;
    const an_sym *next; /* in its bucket */
    /* Remembered by symrange.c, each valid in the table's epoch only: facts about loads change
     * between walks. */
    int64_t floor, ceil, lo, hi;
    unsigned floor_epoch, ceil_epoch, range_epoch;
    unsigned use, use_epoch; /* the same for an_use (walk.h) */
    int nesting;             /* how deep operations that are no polynomials are nested in it */
    int64_t size;            /* names and numbers in its text, about; counted once */
    an_term t[];
};

/* Bounds found before, by value and guards (bound.c). */
typedef struct an_bound_entry {
    const an_sym *a, *upper;
    uint64_t guards;
} an_bound_entry;

enum { AN_BOUND_CACHE = 4096, AN_PROMISES = 16 };

typedef struct an_symtab {
    an_arena *arena;
    const an_sym **buckets;
    size_t n_buckets, n_syms;
    an_atom **atoms, **atom_buckets;
    size_t n_atoms, cap_atoms;
    unsigned visits;
    an_bound_entry *cache; /* AN_BOUND_CACHE entries; cleared when facts about loads change */
    int64_t work;          /* bounds computed so far, for a limit on the whole */
    unsigned epoch;        /* from 1 */
    const int64_t *arg_min, *arg_max; /* of each scalar argument: promised by its domain and type */
    int n_args;
    const an_sym *promised[AN_PROMISES]; /* uniform values that launches must make >= 0 */
    int n_promised;
    bool promising; /* promises are being used: they are not used for that again */
} an_symtab;

void an_symtab_init(an_symtab *S, an_arena *arena, const int64_t *arg_min, const int64_t *arg_max,
                    int n_args);
void an_symtab_free(an_symtab *S);
void an_symtab_forget(an_symtab *S); /* the remembered bounds */

const an_sym *an_const(an_symtab *S, int64_t v);
const an_sym *an_base(an_symtab *S, an_akind kind); /* GID .. NGRP */
const an_sym *an_arg(an_symtab *S, int arg);
/* The greatest common divisor of g >= 0 and |c|; 0 of 0 and 0. */
int64_t an_gcd(int64_t g, int64_t c);
const an_sym *an_of_term(an_symtab *S, const an_term *t); /* one monomial, as it stands in a sum */
const an_sym *an_load(an_symtab *S, int arg, const an_sym *index, const an_sym *lo,
                      const an_sym *hi);
/* Fresh atoms (an_wrap: interned). */
const an_sym *an_unknown(an_symtab *S, const char *why, const an_sym *lo, const an_sym *hi,
                         unsigned deps);
const an_sym *an_trip(an_symtab *S, int loop, const an_sym *hi);
/* The same atom for the same value, so that guards apply to it. lo and hi: what `bits` can hold. */
const an_sym *an_wrap(an_symtab *S, const an_sym *a, int bits, const an_sym *lo, const an_sym *hi);
const an_sym *an_iter(an_symtab *S, int loop, const an_sym *lo, const an_sym *hi, unsigned deps);

const an_sym *an_add(an_symtab *S, const an_sym *a, const an_sym *b);
const an_sym *an_sub(an_symtab *S, const an_sym *a, const an_sym *b);
const an_sym *an_mul(an_symtab *S, const an_sym *a, const an_sym *b);
const an_sym *an_scale(an_symtab *S, const an_sym *a, int64_t c);
/* C division and remainder; simplified where both sides are known to be non-negative. */
const an_sym *an_div(an_symtab *S, const an_sym *a, const an_sym *b);
const an_sym *an_mod(an_symtab *S, const an_sym *a, const an_sym *b);
const an_sym *an_min(an_symtab *S, const an_sym *a, const an_sym *b);
const an_sym *an_max(an_symtab *S, const an_sym *a, const an_sym *b);
const an_sym *an_shl(an_symtab *S, const an_sym *a, const an_sym *b);
const an_sym *an_shr(an_symtab *S, const an_sym *a, const an_sym *b);
/* AN_A_AND, AN_A_OR, AN_A_XOR */
const an_sym *an_bits(an_symtab *S, an_akind kind, const an_sym *a, const an_sym *b);
const an_sym *an_log2(an_symtab *S, const an_sym *a);

int64_t an_size(const an_sym *a); /* length of its text in names and numbers, saturating */
bool an_is_const(const an_sym *a, int64_t *v);
bool an_uniform(const an_sym *a);           /* launch sizes and scalar arguments only */
const an_atom *an_as_atom(const an_sym *a); /* when it is exactly one atom, else NULL */
bool an_divergent(const an_sym *a);         /* may differ between the work-items of one group */
/* Calls fn for every atom of `a`, operands included, once: values share their parts, and written
 * out they may be exponentially long. fn must not call it. */
void an_each_atom(an_symtab *S, const an_sym *a, void (*fn)(void *ctx, const an_atom *x),
                  void *ctx);
/* The same without what is in the index of a load. */
void an_each_outer_atom(an_symtab *S, const an_sym *a, void (*fn)(void *ctx, const an_atom *x),
                        void *ctx);
/* Replaces work-item id by group * local size + local id. */
const an_sym *an_expand_gid(an_symtab *S, const an_sym *a);
/* Replaces one occurrence of p (as a whole, times a uniform factor) by q * (p / q) + p % q, not
 * folded back; NULL when a does not contain it. */
const an_sym *an_unfold(an_symtab *S, const an_sym *a, const an_sym *p, const an_sym *q);

/* Numeric interval of a value from the least argument values, launch sizes >= 1, and atoms' own
 * bounds (not from guards). Ends saturate at +-AN_INF. Correlation between terms is used where it
 * is cheap (min, max, q * (p / q)). */
#define AN_INF (INT64_MAX / 4)
int64_t an_floor_of(an_symtab *S, const an_sym *a); /* a number that a is never below */
int64_t an_ceil_of(an_symtab *S, const an_sym *a);  /* a number that a never exceeds */
int64_t an_shared_factor(const an_sym *a);          /* of all coefficients; 0 for 0 */
/* Never negative in a launch that keeps the promises. */
bool an_nonneg(an_symtab *S, const an_sym *a);
void an_promise(an_symtab *S, const an_sym *a); /* forgotten by an_symtab_forget */

#endif
