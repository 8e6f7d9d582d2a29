/* What scalar arguments are for, from how the walk saw them used, and the values each may be
 * sampled from. */
#ifndef AN_ROLE_H
#define AN_ROLE_H

#include "analyze/walk.h"

/* Static string: bound stride offset tile trips shift pitch modulus coefficient probability seed
 * flag unused. */
const char *an_scalar_role(const an_walk *w, int arg);
/* JSON of the domain (docs/formats.md), NULL when free; static string. */
const char *an_scalar_domain(const an_walk *w, int arg);

/* The least value that inference assumes of every integer scalar; the domains promise it. */
#define AN_SCALAR_MIN 1

#endif
