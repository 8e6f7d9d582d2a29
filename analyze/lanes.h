/* How far a value moves from one work-item to the next of a warp, or from one iteration of a loop
 * to the next. An estimate for costs: nothing that must be safe may rest on it. */
#ifndef AN_LANES_H
#define AN_LANES_H

#include "analyze/walk.h"

enum { AN_WARP = 32 };

typedef struct an_move {
    /* Over AN_WARP steps, uniform, of either sign where it is regular: so that a half step is not
     * lost. NULL: nobody knows how far. */
    const an_sym *d;
    bool scattered; /* not in equal steps: somewhere within `d` */
    bool loaded;    /* because a value from memory differs */
} an_move;

/* From one work-item to the next. */
an_move an_lane_move(an_walk *w, const an_sym *a);
/* From one iteration of the loop to the next. */
an_move an_loop_move(an_walk *w, const an_sym *a, const an_loop *loop);
bool an_moves(const an_move *m); /* it is not certainly the same value */
/* Bytes (or whatever the value counts) of the whole move, never negative; NULL when unknown. */
const an_sym *an_move_span(an_walk *w, const an_move *m);
/* What a value is in the middle of the launch and of its loops, uniform; NULL when unknown. */
const an_sym *an_typical(an_walk *w, const an_sym *a);

#endif
