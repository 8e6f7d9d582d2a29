/* Purpose: statements other than loops: blocks, declarations, branches, switch, return, barriers.
 * In: statement trees. Out: changes of the walk's state. */
#include <string.h>

#include "analyze/walk.h"
#include "common/text.h"

/* ---- barriers -------------------------------------------------------------------------------- */

static void require_uniform(an_walk *w, const an_sym *g, uint32_t off) {
    static const an_guards none;
    const an_sym *lo = an_lower(w->S, &none, g);
    if (!lo || an_ceil_of(w->S, lo) < 0) {
        an_fail(w, AN_BARRIER, off, "a barrier that only some work-items of a group may reach");
        return;
    }
    an_require(w, lo); /* the launch makes the condition true for every work-item */
}

void an_barrier(an_walk *w, uint32_t off, bool of_local) {
    bool passed = !w->nest && of_local; /* by every group, also where a helper may return early */
    for (const an_frame *f = w->frame; f && f->up; f = f->up) passed &= !f->n_ret && !f->ret_lost;
    if (passed) w->phase++;
    an_count(w, AN_F_BARRIER, 1);
    an_work_add(w, AN_W_BARRIER, 1);
    for (const an_frame *f = w->frame; f; f = f->up)
        for (an_loop *l = f == w->frame ? w->loop : NULL; l; l = l->outer) l->has_barrier = true;
    for (const an_frame *f = w->frame; f; f = f->up)
        for (an_loop *l = f->loops; l; l = l->outer) l->has_barrier = true;
    if (!w->final) return;
    if (w->opaque_div) {
        an_fail(w, AN_BARRIER, off, "a barrier that only some work-items of a group may reach");
        return;
    }
    for (int i = 0; i < w->G.n && !an_stopped(w); i++)
        if (w->gdiv[i]) require_uniform(w, w->G.g[i], off);
}

/* ---- branches -------------------------------------------------------------------------------- */

/* What a condition said, kept apart because the branch may change the variables in it. */
typedef struct assumed {
    const an_sym *g[AN_MAX_GUARDS];
    bool div[AN_MAX_GUARDS];
    int n, opaque, unsaid;
    an_chance chance;
    an_rfact f[AN_MAX_FACTS];
    int nf;
} assumed;

static void take_assumed(const an_walk *w, an_mark m, assumed *a) {
    a->n = w->G.n - m.n;
    a->opaque = w->opaque_div - m.opaque;
    a->unsaid = w->unsaid - m.unsaid;
    a->nf = w->G.nf - m.facts;
    for (int i = 0; i < a->nf; i++) a->f[i] = w->G.f[m.facts + i];
    for (int i = 0; i < a->n; i++) {
        a->g[i] = w->G.g[m.n + i];
        a->div[i] = w->gdiv[m.n + i];
    }
}

static bool is_divergent(const assumed *a) {
    bool d = a->opaque > 0;
    for (int i = 0; i < a->n; i++) d |= a->div[i];
    return d;
}

static bool ends_in(const an_node *n, an_nkind kind) {
    if (!n) return false;
    if (n->kind == AN_BLOCK && n->n && !n->value) return ends_in(n->kid[n->n - 1], kind);
    return n->kind == kind;
}

static void exec_branch(an_walk *w, const an_node *cond, bool truth, const an_node *body,
                        an_snap **out, assumed *what) {
    an_mark m = an_guard_mark(w);
    w->live = true;
    an_assume(w, cond, truth);
    take_assumed(w, m, what);
    what->chance = an_work_chance(w, cond, truth);
    if (body) an_work_side(w, m.n, m.unsaid, what->chance.p);
    w->nest++;
    if (body) an_exec(w, body);
    w->nest--;
    *out = w->live ? an_snapshot(w) : NULL;
    an_guard_reset(w, m);
}

static void leave_by_data(const an_walk *w, an_loop *l, const assumed *stays) {
    l->leaves = true;
    if (!w->quiet) l->go_on *= an_work_stay(stays->chance);
}

/* One side left this block: for the rest of it the other side's condition holds. `left` is the side
 * that left. */
static void keep_assumed(an_walk *w, const assumed *a, const an_node *left) {
    an_loop *l = w->loop;
    an_mark m = an_guard_mark(w);
    bool leaves_loop = ends_in(left, AN_BREAK) || ends_in(left, AN_RETURN);
    for (int i = 0; i < a->n; i++) {
        an_guard_push(w, a->g[i], a->div[i]);
        if (l && leaves_loop && l->n_stay < 8) l->stay[l->n_stay++] = a->g[i];
    }
    for (int i = 0; i < a->nf && w->G.nf < AN_MAX_FACTS; i++) w->G.f[w->G.nf++] = a->f[i];
    w->opaque_div += a->opaque;
    w->unsaid += a->unsaid;
    an_work_side(w, m.n, m.unsaid, a->chance.p);
    for (an_loop *x = l; x && a->unsaid && leaves_loop;
         x = ends_in(left, AN_RETURN) ? x->outer : NULL)
        leave_by_data(w, x, a);
    if (l && a->unsaid && !ends_in(left, AN_CONTINUE)) l->data_exit = true;
    if (l && is_divergent(a) && !ends_in(left, AN_CONTINUE)) l->divergent_exit = true;
}

/* The side of an `if` that this path takes; what its condition says holds for the rest of the path.
 * False when both sides are to be joined. */
static bool take_turn(an_walk *w, const an_node *n) {
    an_paths *p = w->paths;
    if (!p) return false;
    if (p->at >= AN_MAX_TURNS) {
        p->blurred = true;
        return false;
    }
    if (p->at == p->n) p->n++;
    bool yes = !(p->turns >> p->at++ & 1);
    const an_node *side = yes ? n->kid[1] : n->n > 2 ? n->kid[2] : NULL;
    an_assume(w, n->kid[0], yes);
    if (side) an_exec(w, side);
    return true;
}

static void exec_if(an_walk *w, const an_node *n) {
    const an_node *cond = n->kid[0], *then = n->kid[1], *other = n->n > 2 ? n->kid[2] : NULL;
    bool known;
    an_value c = an_eval(w, cond);
    an_count(w, AN_F_BRANCH, 1);
    if (c.kind == AN_V_INT) an_use(w, c.i, AN_U_FLAG);
    if (an_known_truth(c, &known)) {
        if (known ? then : other) an_exec(w, known ? then : other);
        return;
    }
    if (take_turn(w, n)) return;
    an_value *before = an_env_copy(w);
    an_snap *yes, *no;
    assumed if_true, if_false;
    exec_branch(w, cond, true, then, &yes, &if_true);
    memcpy(w->env, before, (size_t)w->ir->n_slots * sizeof *before);
    exec_branch(w, cond, false, other, &no, &if_false);
    an_work_branch(w, if_true.unsaid > 0 || if_false.unsaid > 0,
                   is_divergent(&if_true) || is_divergent(&if_false));
    w->live = yes || no;
    w->uniform_join = !is_divergent(&if_true) && !is_divergent(&if_false);
    an_join(w, yes, no);
    w->uniform_join = false;
    if (yes && !no) keep_assumed(w, &if_true, other);
    if (no && !yes) keep_assumed(w, &if_false, then);
    an_env_drop(w, before);
    an_snap_drop(w, yes);
    an_snap_drop(w, no);
}

static int count_cases(const an_node *body) {
    int n = 0;
    for (int i = 0; i < body->n; i++)
        n += body->kid[i] && (body->kid[i]->kind == AN_CASE || body->kid[i]->kind == AN_DEFAULT);
    return n ? n : 1;
}

static void exec_switch(an_walk *w, const an_node *n) {
    an_value c = an_eval(w, n->kid[0]);
    const an_node *body = n->kid[1];
    an_loop here = {.id = -1, .outer = w->loop}; /* only to collect breaks */
    an_snap *start = an_snapshot(w);
    an_mark m = an_guard_mark(w);
    bool has_default = false, by_data = c.kind != AN_V_INT || c.i->deps & AN_DEP_LOAD;
    int cases = count_cases(body);
    if (c.kind != AN_V_INT || an_divergent(c.i)) w->opaque_div++;
    w->unsaid++;
    an_count(w, AN_F_BRANCH, 1);
    an_work_add(w, AN_W_SWITCH, 1);
    if (body->kind != AN_BLOCK) {
        an_fail(w, AN_UNSUPPORTED, n->off, "a switch whose body is not a block");
        return;
    }
    an_paths *paths = w->paths;
    w->paths = NULL; /* cases are joined: what one says must not reach the next */
    w->loop = &here;
    w->nest++;
    w->live = false;
    for (int i = 0; i < body->n && !an_stopped(w); i++) {
        const an_node *s = body->kid[i];
        while (s && (s->kind == AN_CASE || s->kind == AN_DEFAULT)) {
            an_snap *through = w->live ? an_snapshot(w) : NULL;
            an_join(w, through, start);
            an_snap_drop(w, through);
            w->live = true;
            w->region = m.region;
            an_work_side(w, w->G.n, w->unsaid - by_data, 1.0 / cases);
            has_default |= s->kind == AN_DEFAULT;
            s = s->n ? s->kid[0] : NULL;
        }
        if (s && w->live) an_exec(w, s);
    }
    w->loop = here.outer;
    w->nest--;
    w->paths = paths;
    an_snap *end = w->live ? an_snapshot(w) : NULL;
    if (!has_default) end = an_join_more(w, end, start);
    for (an_snap *b = here.breaks; b; b = b->next) end = an_join_more(w, end, b);
    w->live = end != NULL;
    an_snap_drop(w, end);
    an_snap_drop(w, start);
    an_snaps_drop(w, here.breaks);
    if (w->loop && here.has_barrier) w->loop->has_barrier = true;
    an_guard_reset(w, m);
}

static void exec_return(an_walk *w, const an_node *n) {
    an_value v = n->n ? an_eval(w, n->kid[0]) : an_none();
    an_frame *f = w->frame;
    if (f->n_ret < 16) {
        f->ret[f->n_ret].v = v;
        an_guards *g = an_arena_alloc(w->arena, sizeof *g);
        *g = w->G;
        f->ret[f->n_ret++].g = g;
    } else {
        f->ret_lost = true;
    }
    w->live = false;
}

static void exec_decl(an_walk *w, const an_node *n) {
    const an_decl *d = n->decl;
    if (d->type->cls == AN_T_ARRAY || an_in_local(d)) {
        if (d->init) an_init_array(w, d);
        if (d->type->size < 0)
            an_fail(w, AN_UNSUPPORTED, n->off, "the size of the array '%s' is not known", d->name);
        return;
    }
    if (d->slot < 0) return;
    w->env[d->slot] = an_none();
    an_set_parts(w, d, an_none());
    if (d->init) {
        an_value v = an_eval(w, d->init);
        w->env[d->slot] = an_to_type(w, v, d->type);
        an_set_parts(w, d, v);
        an_remember_condition(w, d);
    }
    if (!an_follows_address(d)) w->env[d->slot] = an_none();
}

void an_exec_open(an_walk *w, const an_node *n) {
    if (!n) return;
    if (n->kind != AN_BLOCK) {
        an_exec(w, n);
        return;
    }
    for (int i = 0; i < n->n && w->live && !an_stopped(w); i++) an_exec(w, n->kid[i]);
}

static void exec_block(an_walk *w, const an_node *n) {
    an_mark m = an_guard_mark(w);
    an_exec_open(w, n);
    if (!n->value && !w->paths) an_guard_reset(w, m); /* on one path they hold to its end */
}

static void exec_break(an_walk *w) {
    for (an_loop *l = w->loop; l; l = NULL) {
        an_snap *s = an_snapshot(w);
        s->next = l->breaks;
        l->breaks = s;
    }
    w->live = false;
}

static void exec_continue(an_walk *w) {
    an_loop *l = w->loop;
    while (l && l->id < 0) l = l->outer; /* a switch is none */
    if (l) {
        an_snap *s = an_snapshot(w);
        s->next = l->continues;
        l->continues = s;
    }
    w->live = false;
}

void an_exec(an_walk *w, const an_node *n) {
    if (!n || !w->live || an_stopped(w)) return;
    w->steps++;
    w->dead += n->dead;
    if (n->kind != AN_BLOCK && n->kind != AN_EMPTY) an_work_add(w, AN_W_STATEMENT, 1);
    switch (n->kind) {
    case AN_BLOCK:
        exec_block(w, n);
        break;
    case AN_DECL:
        exec_decl(w, n);
        break;
    case AN_IF:
        exec_if(w, n);
        break;
    case AN_FOR:
    case AN_WHILE:
    case AN_DO:
        an_exec_loop(w, n);
        break;
    case AN_SWITCH:
        exec_switch(w, n);
        break;
    case AN_CASE:
    case AN_DEFAULT:
        if (n->n) an_exec(w, n->kid[0]);
        break;
    case AN_BREAK:
        exec_break(w);
        break;
    case AN_CONTINUE:
        exec_continue(w);
        break;
    case AN_RETURN:
        exec_return(w, n);
        break;
    case AN_EMPTY:
        break;
    case AN_UNKNOWN_STMT:
        an_fail(w, AN_UNSUPPORTED, n->off, "a statement the inference does not know");
        break;
    default:
        w->unused = n;
        an_eval(w, n);
        break;
    }
    w->dead -= n->dead;
}
