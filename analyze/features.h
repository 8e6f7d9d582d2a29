/* Features of one kernel for models: named formulas over `global`, `local` and scalar arguments.
 * docs/formats.md lists them with their units. */
#ifndef AN_FEATURES_H
#define AN_FEATURES_H

#include "analyze/walk.h"
#include "db/record.h"

/* Fills k->features from the last walk; needs the arguments and local_bytes of `k`. `names` are
 * those of the arguments. A feature whose formula is not uniform or too long is left out. */
void an_record_features(an_walk *w, const char *const *names, db_kernel *k);

#endif
