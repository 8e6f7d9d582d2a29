/* A search for a bound: shared by bound.c (sums and guards) and bound_atom.c (single atoms). All
 * bounds are uniform; NULL where nothing bounds a value. */
#ifndef AN_BOUND_INT_H
#define AN_BOUND_INT_H

#include "analyze/bound.h"

typedef struct an_search {
    an_symtab *S;
    const an_guards *G;
    unsigned long long used; /* guards on the path */
    uint64_t guard_hash;
    bool related; /* also look at operands that cancel (related_upper): costs much */
    bool fresh;   /* operands may use the guards that led to them */
    bool every;   /* cancel every monomial that a guard can cancel, not the first */
    int64_t stop; /* no more work than that in sum; 0: no limit */
    int depth, steps, guards;
    bool plain; /* the value depends on what a loop changes in a way of its own */
} an_search;

const an_sym *an_bound_upper(an_search *s, const an_sym *a);
const an_sym *an_bound_lower(an_search *s, const an_sym *a);
const an_sym *an_bound_atom_upper(an_search *s, const an_atom *x);
const an_sym *an_bound_atom_lower(an_search *s, const an_atom *x);
bool an_bound_nonneg(an_search *s, const an_sym *a);
const an_sym *an_bound_const(an_search *s, int64_t v);

#endif
