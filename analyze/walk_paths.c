/* Purpose: the paths of one iteration, one at a time. In: a loop and the state at the entry of an
 * iteration. Out: the state at the end of each path that goes on. Joins nothing but what an_exec
 * joins inside inner loops and switches: what a path leaves behind is known exactly. */
#include <string.h>

#include "analyze/walk_loop.h"

/* The next choice of sides in the order of a depth-first search; false after the last. */
static bool next_path(an_paths *p) {
    while (p->n > 0 && p->turns >> (p->n - 1) & 1) {
        p->n--;
        p->turns &= ~(1u << p->n);
    }
    if (p->n <= 0) return false;
    p->turns |= 1u << (p->n - 1);
    return true;
}

/* What the paths of one loop may cost, in steps of the walk: long bodies are not worth more. */
enum { MAX_PATH_STEPS = 8000 };

bool an_walk_paths(an_loop_run *r, const an_snap *entry, an_path_ends *ends) {
    an_walk *w = r->w;
    an_paths p = {0}, *outer = w->paths;
    bool all = r->path_steps < MAX_PATH_STEPS;
    long start = w->steps;
    ends->n = 0;
    if (!all) return false;
    w->paths = &p;
    w->quiet++;
    do {
        memcpy(w->env, entry->env, (size_t)w->ir->n_slots * sizeof *entry->env);
        w->G = entry->g;
        w->live = true;
        p.at = 0;
        bool on = an_loop_body(r);
        all = ends->n < AN_MAX_PATHS && r->path_steps + (w->steps - start) < MAX_PATH_STEPS;
        if (!on) continue;
        if (all) ends->end[ends->n++] = an_snapshot(w);
    } while (next_path(&p) && all && !an_stopped(w));
    w->quiet--;
    r->path_steps += w->steps - start;
    w->paths = outer;
    return all && !an_stopped(w);
}

void an_drop_ends(an_walk *w, an_path_ends *ends) {
    for (int i = 0; i < ends->n; i++) an_snap_drop(w, ends->end[i]);
    ends->n = 0;
}
