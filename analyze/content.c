/* Purpose: contents that buffers must have. In: what a learning walk found out about arguments and
 * members of their elements. Out: limits that the next walk counts on, and their text in the
 * record. */
#include "analyze/content.h"

#include <stdlib.h>

#include "analyze/flag.h"
#include "analyze/symtext.h"
#include "common/text.h"

/* Contents chosen where the text does not bound what memory holds. */
enum { LOOP_BOUND_MAX = 32 };

/* 8 bits bound an index by themselves, unless it goes into an array that is shorter. */
static bool integer_elements(const an_walk *w, int i) {
    const an_arginfo *a = &w->args[i];
    const an_type *t = i < w->n_args ? w->ir->kernel->params[i]->type : NULL;
    const an_type *el = t ? t->inner : a->type;
    if (t && (t->cls != AN_T_PTR || t->space == AN_LOCAL)) return false;
    return (el->bits >= 16 || a->index_cap) &&
           (el->cls == AN_T_INT || (el->cls == AN_T_VEC && !el->is_float));
}

/* Two members that share bytes cannot have contents of their own. */
static bool overlaps(const an_walk *w, int i) {
    const an_arginfo *a = &w->args[i], *b;
    for (int j = w->n_args; j < w->n_args + AN_MEMBERS; j++) {
        b = &w->args[j];
        if (j != i && b->type && b->parent == a->parent && a->at < b->at + b->type->size &&
            b->at < a->at + a->type->size)
            return true;
    }
    return false;
}

static bool chosen_by_us(const an_walk *w, int i) {
    const an_arginfo *a = &w->args[i];
    if (i < w->n_args) return !a->stored && integer_elements(w, i);
    return a->type && !w->args[a->parent].stored && !overlaps(w, i) && integer_elements(w, i);
}

static const an_sym *limit_of(const an_walk *w, const an_arginfo *a) {
    int64_t cap = a->index_cap;
    if (a->row_pointer && a->learnt) {
        const an_sym *rows = an_sub(w->S, a->learnt, an_const(w->S, 1));
        return an_add(w->S, an_scale(w->S, rows, AN_MEAN_ROW), an_const(w->S, 1));
    }
    if (a->need_bound) {
        bool small = a->need_index && cap && cap < LOOP_BOUND_MAX;
        return an_const(w->S, (small ? cap : LOOP_BOUND_MAX) + 1);
    }
    if (!a->need_index) return NULL;
    return cap ? an_const(w->S, cap) : an_base(w->S, AN_A_GSZ);
}

bool an_choose_contents(an_walk *w) {
    bool same = true;
    for (int i = 0; i < w->n_args + AN_MEMBERS; i++) {
        an_arginfo *a = &w->args[i], old = *a;
        a->content = chosen_by_us(w, i) ? limit_of(w, a) : NULL;
        a->total = a->counted;
        a->zero = a->total && (a->need_index || a->need_bound);
        same &= a->content == old.content && a->zero == old.zero;
        if (a->zero && old.zero) same &= an_nonneg(w->S, an_sub(w->S, old.total, a->total));
    }
    return same;
}

/* The member of `arg` with chosen contents that comes next behind byte `after`; NULL for none. */
static const an_arginfo *next_member(const an_walk *w, int arg, int64_t after) {
    const an_arginfo *best = NULL;
    for (int i = w->n_args; i < w->n_args + AN_MEMBERS; i++) {
        const an_arginfo *m = &w->args[i];
        if (m->type && m->parent == arg && m->content && m->at > after &&
            (!best || m->at < best->at))
            best = m;
    }
    return best;
}

/* "members:8;0:int:EXPR;4:short:EXPR" */
static void members_text(const an_walk *w, int arg, const char *const *names, lp_text *t) {
    const an_arginfo *m = next_member(w, arg, -1);
    if (m)
        lp_text_addf(t, "members:%lld", (long long)w->ir->kernel->params[arg]->type->inner->size);
    for (; m; m = next_member(w, arg, m->at)) {
        lp_text_addf(t, ";%lld:%s:", (long long)m->at, m->type->name);
        an_sym_text(t, m->content, names);
    }
}

/* NULL when contents are free. */
char *an_content_text(const an_walk *w, int i, const char *const *names) {
    const an_arginfo *a = &w->args[i];
    lp_text t = {0};
    members_text(w, i, names, &t);
    if (t.len) return lp_text_take(&t);
    if (a->zero) return lp_strdup("zero");
    if (a->real) {
        lp_text_addf(&t, "floats:%lld:%lld", (long long)a->real_lo, (long long)a->real_hi);
        return lp_text_take(&t);
    }
    if (!a->content)
        return a->loaded && !a->stored && an_holds_flags(w->ir, i) ? lp_strdup("flags") : NULL;
    const an_sym *v = a->row_pointer ? an_sub(w->S, a->content, an_const(w->S, 1)) : a->content;
    lp_text_add(&t, a->row_pointer               ? "rowptr:"
                    : a->need_bound              ? "bounded:"
                    : a->scatters && !a->gathers ? "permutation:"
                                                 : "index:");
    an_sym_text(&t, v, names);
    return lp_text_take(&t);
}
