/* Shared by features_mem.c (how accesses lie to each other) and features_reach.c (where they go).
 */
#ifndef AN_FEATURES_MEM_H
#define AN_FEATURES_MEM_H

#include "analyze/features_int.h"
#include "analyze/lanes.h"

enum { AN_SECTOR = 32 };

/* One access and how it moves. */
typedef struct an_touch {
    const an_access *a;
    an_move lane, loop;
    const an_sym *lane_step;     /* bytes between work-items, >= 0; NULL when unknown */
    const an_sym *mult, *enters; /* executions by a work-item; the same of the loop around it */
    const an_sym *items;         /* work-items that get there */
    const an_sym *all;           /* mult * items; NULL when too long */
    const an_sym *base;          /* byte without its constant */
    int64_t at;                  /* the constant */
} an_touch;

/* Its index was loaded, or jumps. */
bool an_touch_random(const an_touch *t);
/* Bytes of all buffers that the kernel reads, or stores to; NULL when unknown. */
const an_sym *an_footprint(const an_rec *r, bool stored);

void an_reach_features(an_rec *r, const an_touch *t, size_t n);

#endif
