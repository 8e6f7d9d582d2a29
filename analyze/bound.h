/* Upper and lower bounds of index expressions over all work-items and loop iterations that reach a
 * point, as uniform values.
 *
 * The facts at a point are *guards*: values known to be >= 0 there (`i < n` is n - 1 - i). A bound
 * is found by combining, for each varying monomial, the range of its atoms with the guards that
 * contain the monomial (one Fourier-Motzkin step a guard); every candidate is valid, so the
 * smallest of them is too. */
#ifndef AN_BOUND_H
#define AN_BOUND_H

#include "analyze/sym.h"

enum { AN_MAX_GUARDS = 64 };

/* Of two floating-point values (walk_float.c): a <= b, or a < b. */
typedef struct an_rfact {
    const struct an_real *a, *b;
    bool strict;
} an_rfact;

enum { AN_MAX_FACTS = 12 };

typedef struct an_guards {
    const an_sym *g[AN_MAX_GUARDS]; /* each >= 0 */
    int n;
    an_rfact f[AN_MAX_FACTS];
    int nf;
} an_guards;

/* Uniform bounds under the guards; NULL when nothing bounds the value. */
const an_sym *an_upper(an_symtab *S, const an_guards *G, const an_sym *a);
const an_sym *an_lower(an_symtab *S, const an_guards *G, const an_sym *a);

/* The same searched for in two ways, for the extents of the record; *simple is an_upper's. */
const an_sym *an_upper_of_all(an_symtab *S, const an_guards *G, const an_sym *a,
                              const an_sym **simple);

/* Where nothing else will do: costs much. */
const an_sym *an_upper_thorough(an_symtab *S, const an_guards *G, const an_sym *a);

/* Proofs: true only when it certainly holds under the guards. */
bool an_proved_nonneg(an_symtab *S, const an_guards *G, const an_sym *a);
/* The same where minima, maxima and quotients meet their operands; for what is asked rarely. */
bool an_related_nonneg(an_symtab *S, const an_guards *G, const an_sym *a);

#endif
