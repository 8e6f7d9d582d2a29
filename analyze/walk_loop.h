/* A loop while it is walked: shared by walk_loop.c (iterations, invariants, what holds after it)
 * and walk_trips.c (how often it runs). */
#ifndef AN_WALK_LOOP_H
#define AN_WALK_LOOP_H

#include "analyze/walk.h"

typedef struct an_loop_run {
    an_walk *w;
    const an_node *node, *init, *cond, *inc, *body;
    bool is_do;
    an_loop loop;
    an_induct *v;
    int n;
    an_mark outer; /* guards before the loop */
    an_guards outer_guards;
    an_value *entry;          /* variables before the loop */
    const an_sym *base_trips; /* by the condition alone */
    const an_sym *trip;       /* the counter of the current run */
    const an_sym **lo,
        **hi; /* of each variable at the end of an iteration and at breaks; NULL unknown */
    const an_sym **elo, **ehi; /* of LOST integers at the entry of an iteration; NULL unknown */
    uint64_t *from;            /* loads that its value at the end of an iteration is made of */
    char *open;                /* OPEN_LO, OPEN_HI: that end is left open for one round */
    an_value *pointer;         /* of LOST pointers at the entry of an iteration */
    bool *varies;              /* LOST integers: may differ between the work-items of a group */
    bool *proved;              /* elo and ehi are supposed or proved to hold in every iteration */
} an_loop_run;

/* Bounds under what held before the loop; NULL when unknown. */
const an_sym *an_loop_low(const an_loop_run *r, const an_sym *a);
const an_sym *an_loop_high(const an_loop_run *r, const an_sym *a);

/* An upper bound of the trips by `n` guards that hold while the loop goes on (`all`: every guard
 * that holds then); NULL unknown. */
const an_sym *an_trips_of(an_loop_run *r, const an_sym *const *g, int n, const an_guards *all);
/* The smaller of two upper bounds, either of which may be unknown. */
const an_sym *an_fewer(an_walk *w, const an_sym *a, const an_sym *b);
/* Evaluates the condition and pushes what it says; returns the first guard it pushed. */
int an_enter_by_condition(an_loop_run *r);
/* The value is the constant 0. */
bool an_is_zero(an_walk *w, const an_node *n);

#endif
