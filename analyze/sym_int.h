/* What sym.c (polynomials) and symop.c (other operations) share; nobody else includes this. */
#ifndef AN_SYM_INT_H
#define AN_SYM_INT_H

#include "analyze/sym.h"

/* A polynomial being built. */
typedef struct an_terms {
    an_term t[AN_TERMS + 1];
    int n;
    bool bad; /* too many, or overflow */
} an_terms;

an_atom *an_sym_intern_atom(an_symtab *S, an_akind kind, int id, const an_sym *p, const an_sym *q);
const an_sym *an_sym_of_atom(an_symtab *S, const an_atom *x);
const an_sym *an_sym_intern(an_symtab *S, const an_term *t, int n);

int an_sym_cmp_factors(const an_term *a, const an_term *b); /* the order of terms */
void an_sym_put_term(an_terms *p, const an_term *t);        /* adds it, joined with its like */
int an_sym_find_factor(const an_term *t, const an_atom *x); /* -1 when it is not there */
void an_sym_drop_factor(an_term *t, int i);
bool an_sym_add_factor(an_term *t, const an_atom *x); /* false when the degree is too high */

#endif
