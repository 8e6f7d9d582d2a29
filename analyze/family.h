/* Near-duplicate families of kernels, by MinHash.
 *
 * A kernel is the set of its runs of 5 tokens; names that its author chose and literals count as
 * one token each, keywords, types and builtins as themselves. Two kernels belong together when 128
 * hash minima of the two sets agree in at least 85 % of cases, which estimates the share of runs
 * that they have in common. Candidates are found by 32 bands of 4 minima, so the work grows with
 * the number of kernels and not with its square; families are the connected groups. The result
 * depends on the kernels alone, not on their order. */
#ifndef AN_FAMILY_H
#define AN_FAMILY_H

#include <stddef.h>
#include <stdint.h>

enum { AN_FAMILY_MINIMA = 128 };
#define AN_FAMILY_SHARE 0.85

typedef struct an_relative {
    char *hash;         /* of the kernel */
    const char *family; /* the smallest hash of its family, once an_families_group was called */
    int64_t id;         /* the caller's */
    uint64_t of;        /* hash of its template, 0: none */
    uint32_t minima[AN_FAMILY_MINIMA];
} an_relative;

typedef struct an_families {
    an_relative *v;
    size_t n, cap;
} an_families;

/* `source` is a normalised source (normal.h); `hash` is copied. Kernels of one `template_id` belong
 * together whatever they share; NULL or "" for those that have none. */
void an_families_add(an_families *f, int64_t id, const char *hash, const char *source,
                     const char *template_id);
/* Sorts f->v by hash and fills the families. */
void an_families_group(an_families *f);
void an_families_free(an_families *f);

/* Estimated share of common runs, 0 to 1. */
double an_family_share(const an_relative *a, const an_relative *b);

#endif
