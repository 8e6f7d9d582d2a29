/* Purpose: ranges of the variables that a loop changes without a fixed step, by induction: what is
 * supposed at the entry of an iteration must hold at its end. In: a loop. Out: r->elo, r->ehi,
 * r->pointer, r->proved. Does not count trips. */
#include "analyze/walk_loop.h"

/* Pointers that trade places: the same set of objects at the end of an iteration as at its start.
 */
static bool judge_pointer(an_loop_run *r, int k, int round) {
    an_walk *w = r->w;
    an_value all =
        an_join_values(w, r->pointer[k], &r->outer_guards, w->env[r->v[k].var->slot], &w->G);
    for (const an_snap *b = r->loop.breaks; b; b = b->next)
        all = an_join_values(w, all, &r->outer_guards, b->env[r->v[k].var->slot], &b->g);
    if (all.obj && all.obj == r->pointer[k].obj && all.off == r->pointer[k].off) return true;
    r->pointer[k] = all;
    if (!all.obj || round >= 3) r->proved[k] = false;
    return false;
}

enum { OPEN_LO = 1, OPEN_HI = 2 };

/* After a round in which an end was left open: the limit that the loop itself imposes, whatever it
 * started from. */
static void close_ends(an_loop_run *r, int k) {
    an_symtab *S = r->w->S;
    if (r->open[k] & OPEN_HI) r->ehi[k] = an_max(S, an_loop_high(r, r->v[k].init.i), r->hi[k]);
    if (r->open[k] & OPEN_LO) r->elo[k] = an_min(S, an_loop_low(r, r->v[k].init.i), r->lo[k]);
    r->open[k] = 0;
}

/* One round of an_loop_invariants for variable k, after a walk of the loop: true when its range
 * held.
 */
static bool judge(an_loop_run *r, int k, int round) {
    an_symtab *S = r->w->S;
    if (r->v[k].init.kind == AN_V_PTR) return judge_pointer(r, k, round);
    if (r->open[k]) {
        close_ends(r, k);
        r->proved[k] = r->elo[k] && r->ehi[k];
        return false;
    }
    an_value end = r->w->env[r->v[k].var->slot];
    bool varies = end.kind != AN_V_INT || an_divergent(end.i);
    bool news = varies && !r->varies[k];
    r->varies[k] |= varies;
    bool above = r->lo[k] && an_nonneg(S, an_sub(S, r->lo[k], r->elo[k]));
    bool below = r->hi[k] && an_nonneg(S, an_sub(S, r->ehi[k], r->hi[k]));
    if (above && below) return !news;
    r->elo[k] = an_min(S, r->elo[k], r->lo[k]);
    r->ehi[k] = an_max(S, r->ehi[k], r->hi[k]);
    if (round == 1) {
        r->open[k] = (char)((above ? 0 : OPEN_LO) | (below ? 0 : OPEN_HI));
        if (!above) r->elo[k] = NULL;
        if (!below) r->ehi[k] = NULL;
    } else if (round >= 3 || !r->ehi[k] || !r->elo[k]) {
        r->proved[k] = false;
    }
    return false;
}

bool an_is_lost_int(const an_loop_run *r, int k) {
    return r->v[k].kind == AN_I_LOST && r->v[k].init.kind == AN_V_INT;
}

/* The condition compares two variables whose steps are not known: the ends of a search. */
bool an_compares_lost(const an_loop_run *r, int first) {
    const an_guards *G = &r->w->G;
    for (int g = first; g < G->n; g++) {
        int n = 0;
        for (int k = 0; k < r->n; k++)
            for (int i = 0; i < G->g[g]->n && an_is_lost_int(r, k) && r->v[k].iter; i++)
                n += G->g[g]->t[i].n == 1 && G->g[g]->t[i].f[0] == r->v[k].iter;
        if (n > 1) return true;
    }
    return false;
}

/* Suppositions before the first round: what the variables are before the loop. */
static void suppose_start(an_loop_run *r) {
    for (int k = 0; k < r->n; k++) {
        const an_induct *x = &r->v[k];
        r->pointer[k] = x->init;
        if (x->kind == AN_I_LOST && x->init.kind == AN_V_PTR)
            r->proved[k] = x->init.obj && x->init.off;
        if (!an_is_lost_int(r, k) || r->fixed[k]) continue;
        r->varies[k] = an_divergent(x->init.i);
        r->elo[k] = an_loop_low(r, x->init.i);
        r->ehi[k] = an_loop_high(r, x->init.i);
        r->proved[k] = r->elo[k] && r->ehi[k];
    }
}

/* Ranges of LOST integers that hold in every iteration, by induction: suppose the range before the
 * loop (then also what one iteration makes of it, then what one iteration makes of any value), walk
 * once, keep it when the end of the iteration stays inside. */
void an_loop_invariants(an_loop_run *r) {
    bool settled = false;
    suppose_start(r);
    for (int round = 0; round < 6 && !settled; round++) {
        an_loop_probe(r);
        settled = true;
        for (int k = 0; k < r->n; k++)
            if (r->proved[k] && !r->fixed[k] && !judge(r, k, round)) settled = false;
    }
    if (settled) return;
    for (int k = 0; k < r->n; k++) r->proved[k] = r->fixed[k];
    an_loop_probe(r);
}
