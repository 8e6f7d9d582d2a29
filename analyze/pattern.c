/* Purpose: names for how memory is accessed. In: the walk's accesses. Out: static strings. Does not
 * change anything. */
#include "analyze/pattern.h"

#include <stdlib.h>
#include <string.h>

typedef struct shape {
    int gid, lid, grp, trip; /* terms with that factor */
    int div, load, unknown;
    bool grid_stride; /* a loop advances by the global size */
    bool unit;        /* the only work-item term is gid times the element size */
    bool offset;      /* something uniform is added */
} shape;

static void inner_atom(void *ctx, const an_atom *x) {
    shape *s = ctx;
    if (x->kind == AN_A_LOAD) s->load++;
    if (x->kind == AN_A_UNKNOWN || x->kind == AN_A_WRAP || x->kind == AN_A_ITER) s->unknown++;
    if ((x->kind == AN_A_DIV || x->kind == AN_A_MOD ||
         (x->kind >= AN_A_SHL && x->kind <= AN_A_MAX)) &&
        (x->deps & AN_DEP_VARYING))
        s->div++;
}

static bool has(const an_term *t, an_akind kind) {
    for (int k = 0; k < t->n; k++)
        if (t->f[k]->kind == kind) return true;
    return false;
}

static bool uniform_term(const an_term *t) {
    for (int k = 0; k < t->n; k++)
        if (t->f[k]->deps & AN_DEP_VARYING) return false;
    return true;
}

static shape shape_of(const an_walk *w, const an_access *a) {
    shape s = {0};
    const an_type *t = w->ir->kernel->params[a->arg]->type->inner;
    an_each_atom(w->S, a->byte, inner_atom, &s);
    for (int i = 0; i < a->byte->n; i++) {
        const an_term *x = &a->byte->t[i];
        if (has(x, AN_A_GID)) {
            s.gid++;
            s.unit = x->n == 1 && x->c == t->size;
        }
        if (has(x, AN_A_LID)) s.lid++;
        if (has(x, AN_A_GRP)) s.grp++;
        if (has(x, AN_A_TRIP)) s.trip++;
        if (has(x, AN_A_TRIP) && has(x, AN_A_GSZ)) s.grid_stride = true;
        if (uniform_term(x) && !(x->n == 0 && x->c > 0 && x->c < t->size)) s.offset = true;
    }
    if (s.gid != 1 || s.lid || s.grp) s.unit = false;
    return s;
}

const char *an_access_pattern(const an_walk *w, const an_access *a) {
    shape s = shape_of(w, a);
    if (s.load) return "indirect";
    if (s.unknown) return "opaque";
    if (s.grid_stride) return "grid-stride";
    if (s.div) return "composite";
    if (s.trip && (s.gid || s.lid || s.grp)) return "tiling";
    if (s.unit && !s.trip)
        return s.offset ? "offset-stride" : a->guarded ? "bounds-check" : "direct";
    if (s.grp || s.lid) return "tiling";
    return "offset-stride";
}

/* An index that is one element per work-item plus something. */
typedef struct unit_load {
    const an_sym *vary, *rest; /* its terms that vary and the others */
} unit_load;

static int by_vary(const void *a, const void *b) {
    const unit_load *x = a, *y = b;
    return (x->vary > y->vary) - (x->vary < y->vary);
}

static unit_load split_byte(const an_walk *w, const an_sym *byte) {
    unit_load u = {an_const(w->S, 0), an_const(w->S, 0)};
    for (int i = 0; i < byte->n; i++) {
        const an_sym **part = uniform_term(&byte->t[i]) ? &u.rest : &u.vary;
        *part = an_add(w->S, *part, an_of_term(w->S, &byte->t[i]));
    }
    return u;
}

static size_t unit_loads(const an_walk *w, int arg, unit_load *out) {
    size_t n = 0;
    const an_sym *last = NULL;
    for (size_t i = 0; i < w->n_acc; i++) {
        const an_access *a = &w->acc[i];
        if (a->arg != arg || a->kind != AN_LOAD || a->byte == last || !shape_of(w, a).unit)
            continue;
        out[n] = split_byte(w, a->byte);
        if (out[n].vary && out[n].rest) n++;
        last = a->byte;
    }
    return n;
}

/* Two loads whose distance is uniform, and an element or more where it is a number: neighbours of
 * one point. Sorted by what varies, so that each is compared with one other only. */
static bool is_stencil(const an_walk *w, int arg) {
    const an_type *t = w->ir->kernel->params[arg]->type->inner;
    unit_load *u = an_arena_alloc(w->arena, (w->n_acc + 1) * sizeof *u);
    size_t n = unit_loads(w, arg, u), first = 0;
    int64_t lo = 0, hi = 0, c;
    qsort(u, n, sizeof *u, by_vary);
    for (size_t i = 0; i < n; i++) {
        if (u[i].vary != u[first].vary) {
            first = i;
            lo = hi = 0;
        }
        const an_sym *d = an_sub(w->S, u[i].rest, u[first].rest);
        if (!d) continue;
        if (!an_is_const(d, &c)) return true;
        if (c < lo) lo = c;
        if (c > hi) hi = c;
        if (hi - lo >= t->size) return true;
    }
    return false;
}

/* One class for several: the same; bounds-check covers direct; anything else is composite. */
static const char *combine(const char *a, const char *b) {
    if (!a || !b) return a ? a : b;
    if (!strcmp(a, b)) return a;
    bool simple_a = !strcmp(a, "direct") || !strcmp(a, "bounds-check");
    bool simple_b = !strcmp(b, "direct") || !strcmp(b, "bounds-check");
    return simple_a && simple_b ? "bounds-check" : "composite";
}

const char *an_arg_pattern(const an_walk *w, int arg) {
    const char *p = NULL;
    for (size_t i = 0; i < w->n_acc; i++)
        if (w->acc[i].arg == arg) p = combine(p, an_access_pattern(w, &w->acc[i]));
    return p && is_stencil(w, arg) ? "stencil" : p;
}

const char *an_kernel_pattern(const an_walk *w) {
    const char *p = NULL;
    if (w->local_tree) return "reduction";
    for (int i = 0; i < w->n_args; i++) {
        const an_type *t = w->ir->kernel->params[i]->type;
        if (t->cls == AN_T_PTR && t->space != AN_LOCAL) p = combine(p, an_arg_pattern(w, i));
    }
    return p ? p : "direct";
}

const an_sym *an_access_stride(an_walk *w, const an_access *a) {
    an_symtab *S = w->S;
    const an_sym *stride = an_const(S, 0);
    for (int i = 0; i < a->byte->n; i++) {
        const an_term *x = &a->byte->t[i];
        int at = -1;
        for (int k = 0; k < x->n; k++)
            if (x->f[k]->kind == AN_A_GID || x->f[k]->kind == AN_A_LID)
                at = at < 0 ? k : -2;
            else if (x->f[k]->deps & AN_DEP_ITEM)
                return NULL;
        if (at == -2) return NULL;
        if (at < 0) continue;
        an_term rest = *x;
        memmove(&rest.f[at], &rest.f[at + 1], (size_t)(x->n - at - 1) * sizeof x->f[0]);
        rest.n--;
        stride = an_add(S, stride, an_of_term(S, &rest));
    }
    return an_uniform(stride) ? stride : NULL;
}
