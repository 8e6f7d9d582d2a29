/* A loop while it is walked: shared by walk_loop.c (iterations, invariants, what holds after it)
 * and walk_trips.c (how often it runs). */
#ifndef AN_WALK_LOOP_H
#define AN_WALK_LOOP_H

#include "analyze/walk.h"

typedef struct an_loop_run {
    an_walk *w;
    const an_node *node, *init, *cond, *inc, *body;
    bool is_do;
    bool is_row;                  /* row pointers say how often it runs */
    int64_t row_step;             /* entries of the row an iteration */
    bool unwrapped;               /* an_assume_unwrapped holds */
    bool related;                 /* the condition compares two LOST integers */
    struct an_relation *relation; /* between LOST integers, proved (walk_relate.c) */
    int n_relations;
    long path_steps; /* spent on walking paths */
    an_loop loop;
    an_induct *v;
    int n;
    an_mark outer; /* guards before the loop */
    an_guards outer_guards;
    an_value *entry;          /* variables before the loop */
    an_value *before;         /* do: variables before a condition that changes some */
    const an_sym *base_trips; /* by the condition alone */
    const an_sym *most[4];    /* each is at least as many as its trips */
    int n_most;
    const an_sym *count; /* of its trips when nothing but its condition ends it; NULL unknown */
    const an_sym *trip;  /* the counter of the current run */
    uint64_t trip_from;  /* loads that its bound is made of */
    const an_sym *last;  /* and the largest that it may be; NULL unknown */
    const an_sym **lo,
        **hi; /* of each variable at the end of an iteration and at breaks; NULL unknown */
    const an_sym **elo, **ehi; /* of LOST integers at the entry of an iteration; NULL unknown */
    uint64_t *from;            /* loads that its value at the end of an iteration is made of */
    char *open;                /* OPEN_LO, OPEN_HI: that end is left open for one round */
    an_value *pointer;         /* of LOST pointers at the entry of an iteration */
    bool *varies;              /* LOST integers: may differ between the work-items of a group */
    bool *proved;              /* elo and ehi are supposed or proved to hold in every iteration */
    bool *fixed;               /* proved once and for all, together with others */
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
/* The same for a condition that changes variables, after its evaluation; `before`: the variables
 * until then. */
int an_assume_effects(an_loop_run *r, const an_value *before);
/* Unsigned counters that go down are not below zero where the condition is evaluated, when
 * an_enter_by_condition found that. */
void an_assume_unwrapped(an_loop_run *r);
/* What the condition of a do loop says at the entry of an iteration. */
void an_assume_repeated(an_loop_run *r);
/* The value is the constant 0. */
bool an_is_zero(an_walk *w, const an_node *n);

/* Puts the variables to their values at the entry of an iteration, which is at most the
 * `last_trip`-th (NULL: any). */
void an_loop_enter(an_loop_run *r, const an_sym *last_trip);
/* Walks the body and the increment; false when no path reaches the end of the iteration. */
bool an_loop_body(an_loop_run *r);

/* Loads that the variable's value is made of, a mask. */
uint64_t an_loop_sources(const an_loop_run *r, int k);
/* walk_leave.c: the state after the loop. */
void an_loop_leave(an_loop_run *r, bool endless);

/* One walk of the loop that records nothing: r->lo, r->hi and what ends it. */
void an_loop_probe(an_loop_run *r);
/* walk_invar.c: finds the ranges that LOST variables keep; ends with a probe under them. */
void an_loop_invariants(an_loop_run *r);
/* A guard from `first` on compares two LOST integers. */
bool an_compares_lost(const an_loop_run *r, int first);

bool an_is_lost_int(const an_loop_run *r, int k);

/* walk_paths.c: one iteration from the state `entry`, once for each way through its `if`s. */
enum { AN_MAX_PATHS = 32 };
typedef struct an_path_ends {
    an_snap *end[AN_MAX_PATHS]; /* of the paths that go on */
    int n;
} an_path_ends;
/* False when there are too many. */
bool an_walk_paths(an_loop_run *r, const an_snap *entry, an_path_ends *ends);
void an_drop_ends(an_walk *w, an_path_ends *ends);

/* walk_relate.c: ranges and relations of LOST integers that hold together: sets r->fixed and
 * r->relation. The others are left to an_loop_invariants. */
void an_loop_relations(an_loop_run *r);
/* What the relations say about the values at the entry of an iteration, as guards. */
void an_assume_relations(an_loop_run *r);

/* walk_rank.c: an upper bound of the trips by something that shrinks in every iteration; NULL when
 * nothing is found. */
const an_sym *an_trips_by_rank(an_loop_run *r);
/* The same after a walk of the loop, by a variable that a division makes smaller. */
const an_sym *an_trips_by_shrinking(an_loop_run *r);
/* The largest value of `a` before the loop when that is a useful bound, else NULL; asks for
 * contents that bound it. */
const an_sym *an_loop_limit(an_loop_run *r, const an_sym *a);

/* walk_narrow.c: counters below 32 bits that may pass the range of their type before the loop ends
 * are LOST from here on; true when there are new ones, and all that was found out is void. */
bool an_drop_wrapping(an_loop_run *r);

/* walk_steps.c: LOST variables that every iteration advances by the same amount become ADD. */
void an_find_steps(an_loop_run *r);
/* While the loop goes on, rest - u * trip >= 0: adds to r->most; `only`: it goes on as long as that
 * holds, which sets r->count. */
void an_note_count(an_loop_run *r, const an_sym *rest, const an_sym *u, bool only);
/* g = rest - u * trip: false when the trip has another power. */
bool an_split_guard(an_loop_run *r, const an_sym *g, const an_sym **rest, const an_sym **u);

/* walk_cas.c: the loop repeats an atomic compare-and-exchange until it succeeds. */
bool an_is_cas_loop(const an_loop_run *r);

#endif
