/* Purpose: regions of a kernel and what is counted in them. In: the walk's state. Out: a tree of
 * regions. Does not say what an operation counts as (work_op.c), nor who reaches a region
 * (work_items.c). */
#include "analyze/work.h"

#include <string.h>

#include "analyze/walk_loop.h"

an_region *an_work_root(an_arena *arena) {
    return an_arena_alloc(arena, sizeof(an_region));
}

void an_work_add(an_walk *w, an_work c, int64_t n) {
    if (!w->quiet && !w->dead) w->region->n[c] += n;
}

static an_region *open_region(an_walk *w, int kind) {
    an_region *r = an_arena_alloc(w->arena, sizeof *r), *up = w->region;
    r->kind = kind;
    r->up = up;
    if (up->last)
        up->last->next = r;
    else
        up->child = r;
    up->last = r;
    w->region = r;
    return r;
}

static void take_guards(const an_walk *w, an_region *r, int from) {
    r->n_g = w->G.n - from;
    r->g = an_arena_alloc(w->arena, (size_t)(r->n_g + 1) * sizeof *r->g);
    if (r->n_g > 0) memcpy(r->g, &w->G.g[from], (size_t)r->n_g * sizeof *r->g);
}

void an_work_side(an_walk *w, int from, int unsaid, double p) {
    if (w->quiet) return;
    an_region *r = open_region(w, AN_R_SIDE);
    r->data = w->unsaid > unsaid;
    r->p = r->data ? p : 1;
    take_guards(w, r, from);
}

an_region *an_work_loop(an_loop_run *run, const an_sym *trips) {
    an_walk *w = run->w;
    if (w->quiet) return NULL;
    an_region *r = open_region(w, AN_R_LOOP);
    r->run = run;
    r->trips = trips;
    return r;
}

static bool differs(const an_walk *w, int from) {
    for (int i = from; i < w->G.n; i++)
        if (w->gdiv[i]) return true;
    return false;
}

void an_work_entered(an_loop_run *run, an_region *r, int from) {
    an_walk *w = run->w;
    if (!r) return;
    take_guards(w, r, from);
    an_work_add(w, AN_W_TRIP, 1);
    if (differs(w, from) && !run->loop.grid_stride) an_work_add(w, AN_W_TRIP_APART, 1);
    if (run->loop.halving) an_work_add(w, AN_W_TRIP_HALVE, 1);
    if (run->loop.grid_stride) an_work_add(w, AN_W_TRIP_GRID, 1);
    if (run->is_row || run->trip_from) an_work_add(w, AN_W_TRIP_DATA, 1);
}

static bool has_loop(const an_region *r) {
    for (const an_region *c = r->child; c; c = c->next)
        if ((c->kind == AN_R_LOOP && c->n[AN_W_TRIP]) || has_loop(c)) return true;
    return false;
}

void an_work_left(const an_loop_run *run, an_region *r, bool by_data) {
    if (!r) return;
    bool counted = run->is_row || run->trip_from; /* the data says how often, once */
    r->exit = run->loop.leaves || (by_data && !counted) || !r->trips;
    r->stay = run->loop.go_on;
    if (r->exit) r->n[AN_W_TRIP_EXIT] += r->n[AN_W_TRIP];
    if (!has_loop(r)) r->n[AN_W_TRIP_INNER] += r->n[AN_W_TRIP];
}

void an_work_branch(an_walk *w, bool data, bool apart) {
    an_work_add(w, data ? AN_W_BRANCH_DATA : apart ? AN_W_BRANCH_APART : AN_W_BRANCH_ALIKE, 1);
}
