/* Purpose: loops: one symbolic iteration with a trip counter, the bound on the trips, the state
 * after the loop. In: a loop's tree. Out: changes of the walk's state. Which variables advance how
 * is walk_induct.c's.
 *
 * A loop without a bound that its condition gives is walked once without recording, to learn what
 * its `break`s say and what its variables are at the end of an iteration. */
#include <string.h>

#include "analyze/walk_loop.h"

static an_atom *atom_of(an_walk *w, const an_sym *s) {
    const an_atom *x = an_as_atom(s);
    return x ? w->S->atoms[x->serial] : NULL;
}

/* ---- entry of an iteration ------------------------------------------------------------------- */

const an_sym *an_loop_low(const an_loop_run *r, const an_sym *a) {
    return a ? an_lower(r->w->S, &r->outer_guards, a) : NULL;
}

const an_sym *an_loop_high(const an_loop_run *r, const an_sym *a) {
    return a ? an_upper(r->w->S, &r->outer_guards, a) : NULL;
}

uint64_t an_loop_sources(const an_loop_run *r, int k) {
    const an_value *init = &r->v[k].init;
    return r->from[k] | (init->kind == AN_V_INT ? an_sources(r->w, init->i) : 0);
}

static an_value entry_lost(an_loop_run *r, int k) {
    an_walk *w = r->w;
    an_induct *x = &r->v[k];
    x->iter = NULL;
    if (x->var->type->cls == AN_T_PTR && r->proved[k]) return r->pointer[k];
    if (x->var->type->cls != AN_T_INT || !r->proved[k]) {
        an_value any = an_unknown_of(
            w, x->var->type, "it changes in a loop in a way that is not followed", AN_DEP_LOAD);
        if (any.kind == AN_V_INT) an_made_of(w, any.i, an_loop_sources(r, k));
        x->iter = any.kind == AN_V_INT ? an_as_atom(any.i) : NULL;
        return any;
    }
    const an_sym *s = an_unknown(w->S, "it changes in a loop", r->elo[k], r->ehi[k],
                                 r->varies[k] ? AN_DEP_LOAD : 0);
    an_made_of(w, s, an_loop_sources(r, k));
    x->iter = an_as_atom(s);
    return an_int(s);
}

static an_value entry_value(an_loop_run *r, int k) {
    an_walk *w = r->w;
    an_induct *x = &r->v[k];
    const an_sym *s;
    switch (x->kind) {
    case AN_I_ADD:
        if (x->init.kind == AN_V_PTR) {
            an_value p = x->init;
            p.off = an_add(w->S, p.off, an_mul(w->S, x->step, r->trip));
            return p;
        }
        s = an_add(w->S, x->init.i, an_mul(w->S, x->step, r->trip));
        return s ? an_int(s)
                 : an_unknown_of(w, x->var->type, "it grows beyond the inference", AN_DEP_LOAD);
    case AN_I_MUL:
        s = an_iter(w->S, r->loop.id, an_loop_low(r, x->init.i), NULL, x->init.i->deps);
        break;
    case AN_I_DIV:
        s = an_iter(w->S, r->loop.id,
                    an_proved_nonneg(w->S, &r->outer_guards, x->init.i) ? an_const(w->S, 0) : NULL,
                    an_loop_high(r, x->init.i), x->init.i->deps);
        break;
    case AN_I_GROW:
        s = an_add(w->S, an_loop_high(r, x->init.i), an_mul(w->S, x->step, r->last));
        s = an_unknown(w->S, "a counter", an_loop_low(r, x->init.i), s,
                       x->init.i->deps | AN_DEP_LOAD);
        break;
    default:
        return entry_lost(r, k);
    }
    x->iter = an_as_atom(s);
    return x->kind != AN_I_DIV && an_is_narrow(x->var->type)
               ? an_to_type(w, an_int(s), x->var->type)
               : an_int(s);
}

void an_loop_enter(an_loop_run *r, const an_sym *last_trip) {
    an_walk *w = r->w;
    an_guard_reset(w, r->outer);
    memcpy(w->env, r->entry, (size_t)w->ir->n_slots * sizeof *w->env);
    r->trip = an_made_of(w, an_trip(w->S, r->loop.id, last_trip), r->trip_from);
    r->last = last_trip;
    for (int k = 0; k < r->n; k++) w->env[r->v[k].var->slot] = entry_value(r, k);
    an_assume_relations(r);
    w->live = true;
    an_assume_repeated(r);
}

/* ---- one iteration --------------------------------------------------------------------------- */

static bool touches_memory(const an_node *n) {
    if (!n) return false;
    if (n->kind == AN_INDEX || n->kind == AN_CALL || (n->kind == AN_UNARY && n->op == AN_DEREF) ||
        (n->kind == AN_MEMBER && n->arrow))
        return true;
    for (int i = 0; i < n->n; i++)
        if (touches_memory(n->kid[i])) return true;
    return false;
}

static void note_end(an_loop_run *r, const an_value *env, const an_guards *g, bool first) {
    an_walk *w = r->w;
    for (int k = 0; k < r->n; k++) {
        an_value v = env[r->v[k].var->slot];
        const an_sym *lo = v.kind == AN_V_INT ? an_lower(w->S, g, v.i) : NULL;
        const an_sym *hi = v.kind == AN_V_INT ? an_upper(w->S, g, v.i) : NULL;
        if (v.kind == AN_V_INT) r->from[k] |= an_sources(w, v.i);
        r->lo[k] = first ? lo : an_min(w->S, r->lo[k], lo);
        r->hi[k] = first ? hi : an_max(w->S, r->hi[k], hi);
    }
}

/* The condition at the end of the body is part of the iteration. */
static bool changes_by_condition(const an_loop_run *r) {
    return r->is_do && r->cond && r->cond->effects;
}

bool an_loop_body(an_loop_run *r) {
    an_walk *w = r->w;
    r->loop.outer = w->loop;
    an_snaps_drop(w, r->loop.breaks); /* of the iteration walked before */
    r->loop.breaks = r->loop.continues = NULL;
    w->loop = &r->loop;
    an_mark m = an_guard_mark(w);
    an_exec_open(w, r->body); /* its guards hold at the end of the iteration */
    if (r->loop.continues) an_guard_reset(w, m);
    an_snap *end = w->live ? an_snapshot(w) : NULL;
    for (an_snap *c = r->loop.continues; c; c = c->next) end = an_join_more(w, end, c);
    bool on = end != NULL;
    an_snap_drop(w, end);
    an_snaps_drop(w, r->loop.continues);
    r->loop.continues = NULL;
    w->live = true;
    if (r->inc) an_eval(w, r->inc);
    if (changes_by_condition(r)) {
        if (r->before) an_env_drop(w, r->before);
        r->before = an_env_copy(w);
        an_eval(w, r->cond);
    }
    w->loop = r->loop.outer;
    return on;
}

/* Walks the body (and the increment) from the entry that is set. */
static void run_iteration(an_loop_run *r) {
    an_walk *w = r->w;
    an_loop_body(r);
    note_end(r, w->env, &w->G, true);
    for (an_snap *b = r->loop.breaks; b; b = b->next) note_end(r, b->env, &b->g, false);
}

/* The first walk, recording nothing. */
void an_loop_probe(an_loop_run *r) {
    an_walk *w = r->w;
    w->quiet++;
    r->loop.trips = r->base_trips; /* not what a range that did not hold gave */
    an_loop_enter(r, r->base_trips ? an_sub(w->S, r->base_trips, an_const(w->S, 1)) : NULL);
    int first = r->is_do ? w->G.n : an_enter_by_condition(r);
    if (!r->is_do)
        r->loop.trips =
            an_fewer(w, r->loop.trips, an_trips_of(r, w->G.g + first, w->G.n - first, &w->G));
    r->loop.n_stay = 0;
    run_iteration(r);
    const an_sym *more = NULL;
    if (r->is_do) {
        int at =
            changes_by_condition(r) ? an_assume_effects(r, r->before) : an_enter_by_condition(r);
        more = an_trips_of(r, w->G.g + at, w->G.n - at, &w->G);
    }
    r->loop.trips = an_fewer(w, r->loop.trips, an_trips_by_shrinking(r));
    const an_sym *stay = an_trips_of(r, r->loop.stay, r->loop.n_stay, &w->G);
    /* The iteration that leaves is one more, also when none goes on. */
    const an_sym *one = an_const(w->S, 1), *zero = an_const(w->S, 0);
    if (more)
        r->loop.trips = an_fewer(w, r->loop.trips, an_add(w->S, an_max(w->S, more, zero), one));
    if (stay)
        r->loop.trips = an_fewer(w, r->loop.trips, an_add(w->S, an_max(w->S, stay, zero), one));
    an_guard_reset(w, r->outer);
    w->quiet--;
}

static bool any_lost(const an_loop_run *r) {
    for (int k = 0; k < r->n; k++)
        if (r->v[k].kind == AN_I_LOST &&
            (r->v[k].var->type->cls == AN_T_INT || r->v[k].var->type->cls == AN_T_PTR))
            return true;
    return false;
}

/* A condition that is one comparison, which says one thing, ends the loop after so many trips. */
static void note_count(an_loop_run *r, int first) {
    const an_node *c = r->cond;
    const an_sym *rest, *u;
    while (c->kind == AN_CAST && c->n == 1) c = c->kid[0];
    bool only = c->kind == AN_BINARY && c->op >= AN_LT && c->op <= AN_GE && !c->effects &&
                r->w->G.n == first + 1;
    for (int i = first; i < r->w->G.n; i++)
        if (an_split_guard(r, r->w->G.g[i], &rest, &u)) an_note_count(r, rest, u, only);
}

/* Trips from the condition alone, without walking the body. */
static void count_trips(an_loop_run *r) {
    an_walk *w = r->w;
    if (!r->cond || r->is_do) return;
    an_loop_enter(r, NULL);
    w->quiet++;
    int first = an_enter_by_condition(r);
    w->quiet--;
    r->related = an_compares_lost(r, first);
    note_count(r, first);
    r->loop.trips = r->base_trips = an_trips_of(r, w->G.g + first, w->G.n - first, &w->G);
    an_guard_reset(w, r->outer);
}

static bool constant_true(an_walk *w, const an_node *cond) {
    int64_t v;
    if (!cond) return true;
    an_value c = an_peek(w, cond);
    return c.kind == AN_V_INT && an_is_const(c.i, &v) && v;
}

/* ---- the loop -------------------------------------------------------------------------------- */

static void take_parts(an_loop_run *r, const an_node *n) {
    r->node = n;
    r->is_do = n->kind == AN_DO;
    if (n->kind == AN_FOR) {
        r->init = n->kid[0];
        r->cond = n->kid[1];
        r->inc = n->kid[2];
        r->body = n->kid[3];
    } else {
        r->cond = n->kid[r->is_do ? 1 : 0];
        r->body = n->kid[r->is_do ? 0 : 1];
    }
}

/* A break or continue of this loop. */
static bool jumps(const an_node *n) {
    if (!n || n->kind == AN_FOR || n->kind == AN_WHILE || n->kind == AN_DO || n->kind == AN_SWITCH)
        return n && n->kind == AN_SWITCH;
    if (n->kind == AN_BREAK || n->kind == AN_CONTINUE) return true;
    for (int i = 0; i < n->n; i++)
        if (jumps(n->kid[i])) return true;
    return false;
}

static void note_kind(an_loop_run *r) {
    an_symtab *S = r->w->S;
    for (int k = 0; k < r->n; k++) {
        const an_induct *x = &r->v[k];
        if (x->kind == AN_I_MUL || x->kind == AN_I_DIV) r->loop.halving = true;
        if (x->kind != AN_I_ADD || !x->step) continue;
        for (int i = 0; i < x->step->n; i++)
            for (int f = 0; f < x->step->t[i].n; f++)
                if (x->step->t[i].f[f] == S->atoms[AN_A_GSZ]) r->loop.grid_stride = true;
    }
}

/* Mean trips for the cost: rows of a matrix have AN_MEAN_ROW entries, not all of them; what repeats
 * until nobody interferes is taken to run twice. */
static const an_sym *cost_trips(an_loop_run *r) {
    an_walk *w = r->w;
    const an_sym *t = r->loop.trips;
    if (r->loop.finite || (t && an_is_cas_loop(r)))
        return t ? an_min(w->S, t, an_const(w->S, 2)) : an_const(w->S, 2);
    if (t && r->is_row && r->row_step > 0)
        return an_const(w->S, (AN_MEAN_ROW - 1) / r->row_step + 1);
    for (int i = 0; i < w->n_args && t; i++)
        if (w->args[i].row_pointer && w->args[i].content &&
            (an_floor_of(
                 w->S, an_sub(w->S, an_add(w->S, t, an_const(w->S, 2)), w->args[i].content)) >= 0))
            return an_const(w->S, AN_MEAN_ROW);
    return an_max(w->S, t, an_const(w->S, 0)); /* a loop that never runs costs nothing */
}

/* Then what an iteration touches may never be touched. */
static bool ends_by_data(const an_loop_run *r) {
    return r->loop.data_exit || !r->loop.trips;
}

static bool mentions_changed(const an_loop_run *r, const an_node *n) {
    for (int k = 0; n && n->decl && k < r->n; k++)
        if (r->v[k].var == n->decl) return true;
    for (int i = 0; n && i < n->n; i++)
        if (mentions_changed(r, n->kid[i])) return true;
    return false;
}

/* The condition reads what differs between iterations: it is not read once before the loop. */
static bool reads_anew(const an_loop_run *r, const an_node *n) {
    if (!n) return false;
    bool access = n->kind == AN_INDEX || n->kind == AN_CALL || n->kind == AN_MEMBER ||
                  (n->kind == AN_UNARY && n->op == AN_DEREF);
    if (access && mentions_changed(r, n)) return true;
    for (int i = 0; i < n->n; i++)
        if (reads_anew(r, n->kid[i])) return true;
    return false;
}

static void walk_for_real(an_loop_run *r) {
    an_walk *w = r->w;
    const an_sym *trips = r->loop.trips, *mult = w->mult, *times = w->times;
    const an_sym *zero = an_const(w->S, 0), *one = an_const(w->S, 1);
    const an_sym *last = trips ? an_sub(w->S, trips, one) : NULL;
    const an_loop *around = w->around;
    const an_sym *runs = cost_trips(r);
    size_t first = w->n_acc;
    bool by_data = false;
    an_region *asked = NULL;
    r->loop.first_atom = (int)w->S->n_atoms;
    w->around = &r->loop;
    w->mult = mult ? an_mul(w->S, mult, runs) : NULL;
    r->loop.go_on = 1;
    an_work_add(w, AN_W_ENTRY, 1);
    if (!r->is_do &&
        touches_memory(r->cond)) { /* the condition is also evaluated when it ends the loop */
        an_loop_enter(r, trips);
        if (reads_anew(r, r->cond)) asked = an_work_loop(r, an_add(w->S, runs, one));
        w->times = an_mul(w->S, times, an_add(w->S, an_max(w->S, trips, zero), one));
        an_assume_unwrapped(r);
        an_eval(w, r->cond);
    }
    w->times = an_mul(w->S, times, an_max(w->S, trips, zero));
    an_count(w, AN_F_TRIPS, 1);
    an_loop_enter(r, last);
    an_region *region = an_work_loop(r, runs);
    int from = w->G.n;
    if (!r->is_do) {
        bool memory = touches_memory(r->cond);
        an_mark m = an_guard_mark(w);
        if (memory) w->quiet++;
        an_enter_by_condition(r);
        if (memory) w->quiet--;
        r->loop.divergent_cond = w->opaque_div > m.opaque;
        by_data = w->unsaid > m.unsaid;
        r->loop.data_exit |= by_data;
        if (by_data) r->loop.go_on *= an_work_stay(an_work_chance(w, r->cond, true));
        for (int i = m.n; i < w->G.n; i++) r->loop.divergent_cond |= w->gdiv[i];
    }
    an_work_entered(r, region, from);
    an_atom *t = atom_of(w, r->trip);
    if (t) t->hi = last;
    r->loop.n_stay = 0;
    run_iteration(r);
    if (r->is_do && r->cond && !r->cond->effects) an_eval(w, r->cond);
    an_work_left(r, region, by_data);
    if (asked && region) asked->exit = region->exit, asked->stay = region->stay;
    for (size_t i = first; i < w->n_acc && ends_by_data(r); i++) w->acc[i].conditional = true;
    w->mult = mult;
    w->times = times;
    w->around = around;
}

static void *per_variable(const an_loop_run *r, size_t size) {
    return an_arena_alloc(r->w->arena, (size_t)(r->n + 1) * size);
}

static bool prepare(an_loop_run *r) {
    an_walk *w = r->w;
    r->outer = an_guard_mark(w);
    r->outer_guards = w->G;
    r->n = an_find_inducts(w, r->node, &r->v);
    if (an_stopped(w)) return false;
    an_pointed_enter_loop(w, r->node);
    r->entry = an_env_copy(w);
    r->lo = per_variable(r, sizeof *r->lo);
    r->hi = per_variable(r, sizeof *r->hi);
    r->elo = per_variable(r, sizeof *r->elo);
    r->ehi = per_variable(r, sizeof *r->ehi);
    r->proved = per_variable(r, sizeof *r->proved);
    r->varies = per_variable(r, sizeof *r->varies);
    r->pointer = per_variable(r, sizeof *r->pointer);
    r->open = per_variable(r, sizeof *r->open);
    r->from = per_variable(r, sizeof *r->from);
    r->fixed = per_variable(r, sizeof *r->fixed);
    return true;
}

static bool any_unproved(const an_loop_run *r) {
    for (int k = 0; k < r->n; k++)
        if (r->v[k].kind == AN_I_LOST && r->v[k].init.kind == AN_V_INT && !r->proved[k])
            return true;
    return false;
}

/* How often it runs, and what holds in every iteration, if no counter below 32 bits wraps around.
 */
static void study_once(an_loop_run *r) {
    r->loop.trips = r->base_trips = r->count = NULL;
    r->n_most = 0;
    r->n_relations = 0;
    memset(r->fixed, 0, (size_t)r->n * sizeof *r->fixed);
    memset(r->proved, 0, (size_t)r->n * sizeof *r->proved);
    note_kind(r);
    count_trips(r);
    bool induct = any_lost(r) && r->w->quiet < 3;
    if (induct)
        an_loop_invariants(r);
    else if (!r->loop.trips || r->is_do)
        an_loop_probe(r);
    if (induct && (r->related || !r->loop.trips || any_unproved(r))) {
        an_loop_relations(r);
        an_loop_invariants(r);
    }
    if (r->loop.trips) return;
    r->loop.finite = an_is_cas_loop(r);
    r->loop.trips = r->base_trips = an_trips_by_rank(r);
    if (induct && r->loop.trips) an_loop_invariants(r); /* counters are bounded by the trips */
}

static void study(an_loop_run *r) {
    an_find_steps(r);
    do study_once(r);
    while (an_drop_wrapping(r));
}

/* What the trips grow with; the step that divides them is no count of them. */
static void use_trips(an_walk *w, const an_sym *a, unsigned how) {
    if (an_size(a) > 1000) { /* parts that values share would be visited again and again */
        an_use(w, a, how);
        return;
    }
    for (int i = 0; a && i < a->n && !w->quiet; i++)
        for (int k = 0; k < a->t[i].n; k++) {
            const an_atom *x = a->t[i].f[k];
            if (x->kind == AN_A_ARG) w->args[x->id].use |= how | AN_U_ANY;
            if (x->kind == AN_A_LOAD) continue;
            use_trips(w, x->p, how);
            if (x->kind != AN_A_DIV && x->kind != AN_A_MOD) use_trips(w, x->q, how);
        }
}

static void run_loop(an_loop_run *r) {
    an_walk *w = r->w;
    if (!prepare(r)) return;
    w->nest++;
    study(r);
    if (!r->loop.trips && !r->loop.finite && w->final)
        an_fail(w, AN_LOOP, r->node->off, "nothing bounds how often this loop runs");
    bool endless = constant_true(w, r->cond);
    r->loop.exact = r->loop.trips && r->cond && !endless;
    /* A walk over everything, shared by the work-items, grows no faster than what it walks over. */
    bool shared = r->loop.grid_stride || r->is_row;
    use_trips(w, r->loop.trips, shared ? AN_U_BOUND : AN_U_TRIPS);
    walk_for_real(r);
    w->nest--;
    if (r->loop.has_barrier && r->loop.divergent_exit && w->final)
        an_fail(w, AN_BARRIER, r->node->off,
                "a loop with a barrier that work-items leave at different times");
    if (r->loop.has_barrier && r->loop.halving) w->local_tree = true;
    an_loop_leave(r, endless);
    an_snaps_drop(w, r->loop.breaks);
    an_env_drop(w, r->entry);
}

void an_exec_loop(an_walk *w, const an_node *n) {
    an_loop_run *r = an_arena_alloc(w->arena, sizeof *r);
    an_paths *paths = w->paths; /* of the loop outside: this one joins its branches */
    w->paths = NULL;
    r->w = w;
    r->loop.id = w->n_loops++;
    take_parts(r, n);
    if (r->init) {
        if (r->init->type)
            an_eval(w, r->init);
        else
            an_exec(w, r->init);
    }
    if (r->is_do && an_is_zero(w, r->cond) && !jumps(r->body))
        an_exec(w, r->body); /* do { ... } while (0): a macro's block */
    else
        run_loop(r);
    w->paths = paths;
}
