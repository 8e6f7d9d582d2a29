/* Shared by the files that record features: features.c (plain counts), features_mem.c (how memory
 * is accessed), features_work.c (what is done, how often, by how many), features_time.c. */
#ifndef AN_FEATURES_INT_H
#define AN_FEATURES_INT_H

#include "analyze/walk.h"
#include "db/record.h"

/* What is being recorded. */
typedef struct an_rec {
    an_walk *w;
    an_symtab *S;
    const char *const *names;
    db_kernel *k;
    size_t cap;
} an_rec;

/* False when the formula is not uniform or too long; the feature is left out then. */
bool an_feature(an_rec *r, const char *name, const an_sym *v);
/* The same of v / by, without the search for a simpler form that an_div makes; NULL: by 1. */
bool an_quotient(an_rec *r, const char *name, const an_sym *v, const an_sym *by);

/* After an_work_settle. */
void an_memory_features(an_rec *r);
void an_work_features(an_rec *r);
/* After all others: of their formulas. */
void an_time_features(an_rec *r);

#endif
