/* Arguments of a sample. Input: a launch and a random stream. Output: scalar values, buffer lengths
 * and recipes, or why not. Order: scalars, then the kernel's constraints, then sizes, so that the
 * cheap checks come first. Does not choose the launch (sample.c). */
#include "gen/fill.h"

#include <stdlib.h>

#define ITEM_WORK 32             /* operations that starting a work-item costs */
#define CONSTANT_MAX_BYTES 65536 /* what every OpenCL device has, and NVIDIA's not more */

static db_sample_arg *arg_at(const db_sample *s, int i) {
    return &s->args[i];
}

static gen_reason draw_scalars(gen_draw *d, db_sample *s) {
    bool naive = d->c->strategy == LP_STRATEGY_NAIVE;
    for (int i = 0; i < d->k->n_args; i++) {
        if (d->k->args[i].kind != GEN_SCALAR) continue;
        lp_text value = {0};
        gen_reason why = naive ? gen_naive_scalar(d, i, &value) : gen_draw_scalar(d, i, &value);
        arg_at(s, i)->value = lp_text_take(&value);
        if (why != GEN_OK) return why;
    }
    return GEN_OK;
}

/* Entries of sparse rows: mean_degree times the rows that the row pointers delimit. */
static gen_reason set_row_counts(gen_draw *d, db_sample *s) {
    for (int i = 0; i < d->k->n_args; i++) {
        const gen_arg *a = &d->k->args[i];
        if (a->rows_of < 0) continue;
        int64_t pointers = 0;
        const lp_expr *extent = d->k->args[a->rows_of].extent;
        if (!extent) return GEN_EXTENT;
        if (gen_eval(d, extent, &pointers)) return GEN_OVERFLOW;
        double entries = d->c->mean_degree * (double)(pointers > 1 ? pointers - 1 : 1);
        lp_text value = {0};
        gen_reason why =
            gen_rebind_scalar(d, i, entries < 0x1p62 ? (int64_t)entries : a->hi, &value);
        free(arg_at(s, i)->value);
        arg_at(s, i)->value = lp_text_take(&value);
        if (why != GEN_OK) return why;
    }
    return GEN_OK;
}

static gen_reason check_constraints(const gen_draw *d) {
    for (int i = 0; i < d->k->n_constraints; i++) {
        int64_t holds = 0;
        if (gen_eval(d, d->k->constraints[i], &holds)) return GEN_OVERFLOW;
        if (!holds) return GEN_CONSTRAINT;
    }
    return GEN_OK;
}

/* Elements of a buffer: at least what the kernel touches, one where it touches none. */
static gen_reason length_of(const gen_draw *d, const gen_arg *a, int64_t *elems) {
    *elems = 0;
    if (a->extent) {
        if (gen_eval(d, a->extent, elems)) return GEN_OVERFLOW;
    } else if (a->row->access[0] != 'n') { /* "none" */
        return GEN_EXTENT;
    }
    int64_t least = a->content == GEN_CONTENT_ROWPTR ? 2 : 1;
    if (*elems < least) *elems = least;
    if (d->c->strategy != LP_STRATEGY_NAIVE || a->kind != GEN_BUFFER) return GEN_OK;
    if (*elems > d->global) return GEN_EXTENT;
    *elems = d->global;
    return GEN_OK;
}

/* The exclusive upper limit of contents, within what the type can hold. */
static gen_reason limit_of(const gen_draw *d, const lp_expr *x, const gen_type *t, int64_t *limit) {
    if (gen_eval(d, x, limit)) return GEN_OVERFLOW;
    if (*limit < 1) return GEN_EXTENT;
    if (!t->floating && t->hi < INT64_MAX && *limit > t->hi) *limit = t->hi + 1;
    return GEN_OK;
}

static gen_reason members_recipe(const gen_draw *d, const gen_arg *a, lp_text *out) {
    lp_text_addf(out, "members(%lld", (long long)a->row->elem_bytes);
    for (int i = 0; i < a->n_members; i++) {
        const gen_member *m = &a->members[i];
        int64_t limit = 0;
        gen_reason why = limit_of(d, m->limit, &m->type, &limit);
        if (why != GEN_OK) return why;
        lp_text_addf(out, ";%lld:%.*s:%lld", (long long)m->at, m->type_len, m->type_name,
                     (long long)limit);
    }
    lp_text_addc(out, ')');
    return GEN_OK;
}

/* Index contents stay below their limit and within the type; row pointers must be able to hold the
 * last one. */
static gen_reason limited_recipe(const gen_draw *d, const gen_arg *a, lp_text *out) {
    int64_t limit = 0;
    if (a->content == GEN_CONTENT_ROWPTR) {
        if (gen_eval(d, a->content_limit, &limit)) return GEN_OVERFLOW;
        if (limit < 0 || a->type.floating || limit > a->type.hi) return GEN_OVERFLOW;
        lp_text_addf(out, "%s(%lld)", d->c->degree == LP_DEGREE_SKEWED ? "rowptr_skewed" : "rowptr",
                     (long long)limit);
        return GEN_OK;
    }
    gen_reason why = limit_of(d, a->content_limit, &a->type, &limit);
    if (why == GEN_OK)
        lp_text_addf(out, "%s(%lld)",
                     a->content == GEN_CONTENT_PERMUTATION ? "permutation" : "index",
                     (long long)limit);
    return why;
}

static gen_reason recipe_of(const gen_draw *d, const gen_arg *a, lp_text *out) {
    const lp_campaign *c = d->c;
    if (a->content_limit) return limited_recipe(d, a, out);
    if (a->content == GEN_CONTENT_MEMBERS) return members_recipe(d, a, out);
    if (a->content == GEN_CONTENT_ZERO || a->row->access[0] == 'w' || a->row->access[0] == 'n')
        lp_text_add(out, "zero");
    else if (a->content == GEN_CONTENT_FLAGS)
        lp_text_addf(out, "flags(%.9g)", c->flag_density);
    else if (!a->builtin)
        lp_text_add(out, "bytes");
    else if (a->content == GEN_CONTENT_FLOATS)
        lp_text_addf(out, "uniform(%lld,%lld)", (long long)a->float_lo, (long long)a->float_hi);
    else if (a->type.floating)
        lp_text_addf(out, "uniform(%.9g,%.9g)", c->float_min, c->float_max);
    else
        lp_text_addf(out, "uniform_int(0,%lld)",
                     (long long)(c->int_max < a->type.hi ? c->int_max : a->type.hi));
    return GEN_OK;
}

static gen_reason fill_buffer(const gen_draw *d, const gen_arg *a, db_sample_arg *to) {
    lp_text recipe = {0};
    gen_reason why = length_of(d, a, &to->elems);
    if (why != GEN_OK || a->kind == GEN_LOCAL) return why;
    why = recipe_of(d, a, &recipe);
    to->recipe = lp_text_take(&recipe);
    return why;
}

/* Sums of bytes by kind of memory; an overflow of int64 is more than any limit. */
typedef struct sizes {
    int64_t buffers, constants, locals;
} sizes;

static gen_reason add_bytes(sizes *sum, const gen_arg *a, int64_t elems, gen_reason too_large) {
    int64_t *to = a->kind == GEN_LOCAL ? &sum->locals : &sum->buffers;
    int64_t bytes = 0;
    if (__builtin_mul_overflow(elems, a->row->elem_bytes, &bytes) ||
        __builtin_add_overflow(*to, bytes, to))
        return too_large;
    if (a->constant) sum->constants += bytes;
    return GEN_OK;
}

static gen_reason fill_buffers(gen_draw *d, const gen_limits *lim, db_sample *s) {
    sizes sum = {.locals = d->k->row->local_bytes};
    for (int i = 0; i < d->k->n_args; i++) {
        const gen_arg *a = &d->k->args[i];
        if (a->kind == GEN_SCALAR) continue;
        gen_reason why = fill_buffer(d, a, arg_at(s, i));
        if (why == GEN_OK)
            why = add_bytes(&sum, a, arg_at(s, i)->elems,
                            a->kind == GEN_LOCAL ? GEN_LOCAL_MEMORY : GEN_MEMORY);
        if (why != GEN_OK) return why;
    }
    if (sum.locals > lim->local_mem_bytes) return GEN_LOCAL_MEMORY;
    if (sum.constants > CONSTANT_MAX_BYTES) return GEN_CONSTANT_MEMORY;
    if (sum.buffers > d->c->sample_bytes_max) return GEN_MEMORY;
    s->bytes = sum.buffers;
    return GEN_OK;
}

/* Work-items times the counts of the features; a feature that depends on contents counts nothing.
 */
static int64_t work_of(const gen_draw *d) {
    int64_t each = ITEM_WORK;
    int64_t all = 0;
    for (int i = 0; i < d->k->n_weights; i++) {
        const gen_weight *w = &d->k->weights[i];
        int64_t n = 0;
        if (gen_eval(d, w->count, &n) || n <= 0) continue;
        if (__builtin_mul_overflow(n, w->num, &n) ||
            __builtin_add_overflow(each, n / w->den, &each))
            return INT64_MAX;
    }
    return __builtin_mul_overflow(each, d->global, &all) ? INT64_MAX : all;
}

static void begin(gen_draw *d, db_sample *s) {
    s->n_args = d->k->n_args;
    s->args = lp_alloc((size_t)s->n_args + 1, sizeof *s->args);
    for (int i = 0; i < s->n_args; i++)
        s->args[i] = (db_sample_arg){.idx = d->k->args[i].row->idx, .elems = -1};
    d->n_binds = 0;
    d->arg_of[d->n_binds] = -1;
    d->binds[d->n_binds++] = (lp_bind){"global", d->global};
    d->arg_of[d->n_binds] = -1;
    d->binds[d->n_binds++] = (lp_bind){"local", d->local};
}

/* What depends on the scalars: conditions, sizes and work. */
static gen_reason fill_rest(gen_draw *d, const gen_limits *lim, db_sample *s) {
    gen_reason why = check_constraints(d);
    if (why == GEN_OK) why = fill_buffers(d, lim, s);
    if (why != GEN_OK) return why;
    s->work = work_of(d);
    return d->c->launch_work_max > 0 && s->work > d->c->launch_work_max ? GEN_WORK : GEN_OK;
}

gen_reason gen_fill_scalars(gen_draw *d, db_sample *s) {
    begin(d, s);
    gen_reason why = draw_scalars(d, s);
    return why == GEN_OK && d->c->strategy != LP_STRATEGY_NAIVE ? set_row_counts(d, s) : why;
}

gen_reason gen_fill_args(gen_draw *d, const gen_limits *lim, db_sample *s) {
    gen_reason why = gen_fill_scalars(d, s);
    return why == GEN_OK ? fill_rest(d, lim, s) : why;
}

gen_reason gen_fill_like(gen_draw *d, const gen_limits *lim, const db_sample *first, db_sample *s) {
    begin(d, s);
    for (int i = 0; i < s->n_args; i++) {
        if (d->k->args[i].kind != GEN_SCALAR) continue;
        lp_text value = {0};
        gen_reason why = gen_follow_scalar(d, i, first->args[i].value, &value);
        arg_at(s, i)->value = lp_text_take(&value);
        if (why != GEN_OK) return why;
    }
    return fill_rest(d, lim, s);
}

/* The limits were kept by each launch; of the largest buffers together that has to be seen. */
static gen_reason check_sizes(const gen_kernel *k, const lp_campaign *c, db_sample *s) {
    sizes sum = {0};
    for (int i = 0; i < k->n_args; i++) {
        if (k->args[i].kind != GEN_BUFFER) continue;
        gen_reason why = add_bytes(&sum, &k->args[i], s->args[i].elems, GEN_MEMORY);
        if (why != GEN_OK) return why;
    }
    if (sum.constants > CONSTANT_MAX_BYTES) return GEN_CONSTANT_MEMORY;
    s->bytes = sum.buffers;
    return sum.buffers > c->sample_bytes_max ? GEN_MEMORY : GEN_OK;
}

gen_reason gen_share_lengths(const gen_kernel *k, const lp_campaign *c, db_sample *v, size_t n) {
    gen_reason why = GEN_OK;
    for (int a = 0; a < k->n_args; a++) {
        int64_t most = -1;
        if (k->args[a].kind != GEN_BUFFER) continue;
        for (size_t i = 0; i < n; i++)
            if (v[i].args[a].elems > most) most = v[i].args[a].elems;
        for (size_t i = 0; i < n; i++) v[i].args[a].elems = most;
    }
    for (size_t i = 0; i < n && why == GEN_OK; i++) why = check_sizes(k, c, &v[i]);
    return why;
}
