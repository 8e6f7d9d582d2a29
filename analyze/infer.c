/* Purpose: inference of one kernel: two walks, then the record. In: the kernel's cursor and its
 * unit. Out: fields of db_kernel. Does not parse, normalise or store. */
#include "analyze/infer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/content.h"
#include "analyze/features.h"
#include "analyze/live.h"
#include "analyze/pattern.h"
#include "analyze/reason.h"
#include "analyze/role.h"
#include "analyze/symtext.h"
#include "analyze/symval.h"
#include "analyze/untyped.h"
#include "analyze/walk.h"
#include "common/text.h"

enum { MORE_ROUNDS = 4 };
enum { MAX_CONSTRAINTS_SIZE = 20 * AN_TEXT_MAX }; /* of all together */

typedef struct infer {
    an_arena arena;
    an_ir ir;
    an_symtab S;
    an_walk w;
    an_arginfo *args;
    const char **names;
    int n_args;
    const an_unit *u;
} infer;

static void skip(infer *f, db_kernel *k, an_reason r, uint32_t off, const char *text) {
    const char *file = "";
    uint32_t line = 0, col = 0;
    lp_text t = {0};
    an_unit_where(f->u, off, &file, &line, &col);
    lp_text_addf(&t, "%s:%u:%u: %s", file, line, col, text);
    k->ok = false;
    k->reason = lp_strdup(an_reason_code(r));
    k->detail = lp_text_take(&t);
}

/* ---- arguments ------------------------------------------------------------------------------- */

static const char *arg_kind(const an_type *t) {
    if (t->cls == AN_T_RECORD) return "struct";
    if (t->cls == AN_T_OPAQUE) return "image";
    if (t->cls != AN_T_PTR) return "scalar";
    return t->space == AN_LOCAL ? "local" : t->space == AN_CONSTANT ? "constant" : "buffer";
}

static void fill_arguments(infer *f, db_kernel *k) {
    const an_decl *d = f->ir.kernel;
    k->n_args = f->n_args;
    k->args = lp_alloc((size_t)(f->n_args ? f->n_args : 1), sizeof *k->args);
    for (int i = 0; i < f->n_args; i++) {
        const an_type *t = d->params[i]->type, *el = t->cls == AN_T_PTR ? t->inner : t;
        db_arg *a = &k->args[i];
        a->idx = i;
        a->name = lp_strdup(d->params[i]->name);
        a->kind = lp_strdup(arg_kind(t));
        a->type = lp_strdup(el->name);
        a->elem_bytes = el->size > 0 ? el->size : 0;
        a->access = lp_strdup("none");
    }
}

/* Arguments that no sample can provide; true when the kernel is skipped. */
static bool refuse_arguments(infer *f, db_kernel *k) {
    const an_decl *d = f->ir.kernel;
    char text[300];
    for (int i = 0; i < f->n_args; i++) {
        const an_type *t = d->params[i]->type;
        an_reason r = AN_OK;
        const char *what = "";
        if (t->cls == AN_T_OPAQUE)
            r = AN_IMAGE, what = "is an image, a sampler or a pipe";
        else if (t->cls == AN_T_RECORD)
            r = AN_STRUCT_ARG, what = "is a struct passed by value";
        else if (t->cls == AN_T_PTR && !an_is_untyped(t) &&
                 (t->inner->cls == AN_T_PTR || t->inner->size < 1))
            r = AN_POINTER_ARG, what = "points to something without a size";
        if (r == AN_OK) continue;
        snprintf(text, sizeof text, "argument '%s' %s", d->params[i]->name, what);
        skip(f, k, r, d->body->off, text);
        return true;
    }
    return false;
}

/* ---- what walks leave ---------------------------------------------------------------------------
 */

static void reset_walk(infer *f) {
    for (int i = 0; i < f->n_args; i++) {
        f->args[i].extent = f->args[i].simple = NULL;
        f->args[i].simplified = false;
        f->args[i].use = 0;
        f->args[i].loaded = false;
        f->args[i].adds = f->args[i].plain = false;
        f->args[i].added = NULL;
    }
    for (size_t i = 0; i < f->ir.n_decls; i++) f->ir.decls[i]->seen = NULL;
}

/* ---- the record ------------------------------------------------------------------------------ */

static char *formula(const infer *f, const an_sym *a) {
    lp_text t = {0};
    an_sym_text(&t, a, f->names);
    return lp_text_take(&t);
}

/* For people to read: what is too long is left out. */
static char *short_formula(const infer *f, const an_sym *a) {
    return an_size(a) > AN_TEXT_MAX ? lp_strdup("?") : formula(f, a);
}

static char *dup_or_null(const char *s) {
    return s ? lp_strdup(s) : NULL;
}

/* Launches that touch nothing may have bounds below the first element: no length is negative. */
static const an_sym *count_of(infer *f, const an_sym *extent) {
    bool some = !an_nonneg(&f->S, extent) &&
                an_negative_at_points(&f->S, extent, f->w.constraints, f->w.n_constraints);
    return some ? an_max(&f->S, extent, an_const(&f->S, 0)) : extent;
}

static void record_arguments(infer *f, db_kernel *k) {
    for (int i = 0; i < f->n_args; i++) {
        db_arg *a = &k->args[i];
        const an_arginfo *x = &f->args[i];
        if (!strcmp(a->kind, "scalar")) {
            a->role = lp_strdup(an_scalar_role(&f->w, i));
            a->domain = dup_or_null(an_scalar_domain(&f->w, i));
            continue;
        }
        free(a->access);
        a->access = lp_strdup(x->stored && x->loaded ? "rw"
                              : x->stored            ? "w"
                              : x->loaded            ? "r"
                                                     : "none");
        a->pattern = dup_or_null(an_arg_pattern(&f->w, i));
        a->extent = formula(f, x->extent ? count_of(f, x->extent) : an_const(&f->S, 1));
        a->content = an_content_text(&f->w, i, f->names);
    }
}

static void record_accesses(infer *f, db_kernel *k) {
    static const char *const kinds[] = {
        [AN_LOAD] = "load", [AN_STORE] = "store", [AN_ATOMIC] = "atomic"};
    k->n_accesses = (int)f->w.n_acc;
    k->accesses = lp_alloc(f->w.n_acc + 1, sizeof *k->accesses);
    for (size_t i = 0; i < f->w.n_acc; i++) {
        const an_access *a = &f->w.acc[i];
        db_access *out = &k->accesses[i];
        const an_type *t = f->ir.kernel->params[a->arg]->type->inner;
        const an_sym *elem = an_const(&f->S, t->size);
        const char *file;
        uint32_t line = 0, col = 0;
        an_unit_where(f->u, a->off, &file, &line, &col);
        out->arg = a->arg;
        out->line = line;
        out->kind = lp_strdup(kinds[a->kind]);
        out->index_expr = short_formula(f, an_div(&f->S, a->byte, elem));
        out->pattern = lp_strdup(an_access_pattern(&f->w, a));
        out->lo = short_formula(f, an_div(&f->S, a->lo, elem));
        out->hi = short_formula(f, an_div(&f->S, a->hi, elem));
        out->conditional = a->conditional;
    }
}

static void record_constraints(infer *f, db_kernel *k) {
    lp_text t = {0};
    lp_text_addc(&t, '[');
    for (size_t i = 0; i < f->w.n_constraints; i++) {
        lp_text_add(&t, i ? ",\"" : "\"");
        an_sym_text(&t, f->w.constraints[i], f->names); /* names and operators: nothing to escape */
        lp_text_add(&t, " >= 0\"");
    }
    lp_text_addc(&t, ']');
    free(k->constraints);
    k->constraints = lp_text_take(&t);
}

static int64_t static_local_bytes(const infer *f) {
    int64_t n = 0;
    for (size_t i = 0; i < f->ir.n_decls; i++) {
        const an_decl *d = f->ir.decls[i];
        if (d->kind == AN_D_VAR && d->type->space == AN_LOCAL && d->type->cls != AN_T_PTR &&
            d->type->size > 0)
            n += d->type->size;
    }
    return n;
}

static bool constraints_too_long(const infer *f) {
    int64_t n = 0;
    for (size_t i = 0; i < f->w.n_constraints; i++) n += an_size(f->w.constraints[i]);
    return n > MAX_CONSTRAINTS_SIZE;
}

/* ---- the two walks --------------------------------------------------------------------------- */

static void walk(infer *f, an_pass pass) {
    an_walk_free(&f->w);
    reset_walk(f);
    an_walk_init(&f->w, &f->ir, &f->S, f->args, pass);
    an_walk_run(&f->w);
}

/* Arguments that point to void get the type that the first walk saw. False when one gets none;
 * *again when the walk is worth doing with the types known. */
static bool settle_untyped(infer *f, db_kernel *k, bool *again) {
    an_decl *d = f->ir.kernel;
    char text[300];
    for (int i = 0; i < f->n_args; i++) {
        const char *problem = NULL;
        if (!an_is_untyped(d->params[i]->type)) continue;
        if (an_type_untyped(&f->arena, d->params[i], &f->args[i], &problem)) {
            db_arg *a = &k->args[i];
            const an_type *el = d->params[i]->type->inner;
            free(a->type);
            a->type = lp_strdup(el->name);
            a->elem_bytes = el->size;
            *again |= f->args[i].view != NULL;
            continue;
        }
        snprintf(text, sizeof text, "argument '%s' points to something without a size: %s",
                 d->params[i]->name, problem);
        skip(f, k, AN_POINTER_ARG, d->body->off, text);
        return false;
    }
    return true;
}

/* A counter's total must cover what the last walk counts. */
static void check_counters(infer *f) {
    for (int i = 0; i < f->n_args && f->w.reason == AN_OK; i++) {
        const an_arginfo *a = &f->args[i];
        if (a->zero &&
            (a->plain || !a->added || !an_nonneg(&f->S, an_sub(&f->S, a->total, a->added))))
            an_fail(&f->w, AN_OPAQUE, f->ir.kernel->body->off, "the counter '%s' has no bound",
                    f->names[i]);
    }
}

/* One learning walk; false when the record says why there will be no other. */
static bool learn(infer *f, db_kernel *k, an_pass p) {
    bool again = false;
    walk(f, p);
    if (f->w.reason == AN_OK && !settle_untyped(f, k, &again)) return false;
    if (again) walk(f, p);
    for (int i = 0; i < f->n_args + AN_MEMBERS; i++) {
        an_arginfo *a = &f->args[i];
        a->learnt = a->extent;
        a->counted = a->adds && !a->plain ? a->added : NULL;
        if (i >= f->n_args) f->names[i] = f->names[a->parent];
    }
    for (size_t i = 0; i < f->ir.n_decls; i++) f->ir.decls[i]->known = f->ir.decls[i]->seen;
    return true;
}

static bool knows_arrays(const infer *f) {
    for (size_t i = 0; i < f->ir.n_decls; i++)
        if (f->ir.decls[i]->known) return true;
    return false;
}

static bool may_improve(const infer *f) {
    an_reason r = f->w.reason;
    return r == AN_OPAQUE || r == AN_INDIRECT || r == AN_NEGATIVE || r == AN_LOOP ||
           r == AN_BARRIER;
}

static void last_walk(infer *f) {
    walk(f, AN_PASS_FINAL);
    check_counters(f);
}

/* Learns with the contents that the last walk asked for until these do not change any more; only
 * then is what was learnt true of them. False when that is never so. */
static bool learn_again(infer *f, db_kernel *k) {
    for (int round = 0; round < MORE_ROUNDS; round++) {
        if (!learn(f, k, AN_PASS_AGAIN) || f->w.reason != AN_OK) return false;
        if (an_choose_contents(&f->w)) return true;
    }
    return false;
}

/* Row pointers whose number depends on contents that were only chosen now. */
static bool waits_for_rows(const infer *f) {
    for (int i = 0; i < f->n_args; i++)
        if (f->args[i].row_pointer && f->args[i].need_bound && !f->args[i].learnt) return true;
    return false;
}

/* A learning walk and the last one; where that fails, more learning walks and another last one.
 * False when the record says why not. */
static bool learn_and_walk(infer *f, db_kernel *k) {
    if (!learn(f, k, AN_PASS_LEARN)) return false;
    if (f->w.reason != AN_OK) return true;
    an_choose_contents(&f->w);
    if (waits_for_rows(f)) {
        if (!learn(f, k, AN_PASS_AGAIN)) return false;
        if (f->w.reason != AN_OK) return true;
        an_choose_contents(&f->w);
    }
    last_walk(f);
    if (!may_improve(f)) return true;
    bool promising = !an_choose_contents(&f->w) || knows_arrays(f);
    an_walk first = f->w;
    f->w = (an_walk){0};
    if (promising && learn_again(f, k)) {
        last_walk(f);
        an_walk_free(&first);
    } else {
        an_walk_free(&f->w);
        f->w = first;
    }
    return true;
}

/* ---- floating-point contents that decide an index
 * ------------------------------------------------
 */

/* What a buffer is tried with: [0, 1), [1, 2), [2, 3). */
enum { MAX_REALS = 3, REAL_RANGES = 3 };

/* Buffers of floats that the kernel only reads and makes integers of. */
static int real_arguments(const infer *f, int *which) {
    int n = 0;
    for (int i = 0; i < f->n_args; i++) {
        if (!f->args[i].need_real || f->args[i].stored) continue;
        if (n == MAX_REALS) return 0;
        which[n++] = i;
    }
    return n;
}

/* Everything that was learnt is forgotten. */
static void start_again(infer *f) {
    for (int i = 0; i < f->n_args + AN_MEMBERS; i++)
        f->args[i] = (an_arginfo){.view = f->args[i].view};
    for (size_t i = 0; i < f->ir.n_decls; i++) f->ir.decls[i]->known = NULL;
    an_walk_free(&f->w);
    f->w = (an_walk){0};
}

/* Indices computed from floats in memory depend on how these lie to each other: x - least, then
 * divided by the width of a bin. Neighbouring ranges are tried for each buffer until every access
 * stays inside; the record prescribes them. */
static bool try_reals(infer *f, db_kernel *k) {
    int which[MAX_REALS], n = real_arguments(f, which), choices = 1;
    an_walk first = f->w; /* for its reason only */
    for (int i = 0; i < n; i++) choices *= REAL_RANGES;
    for (int c = 0; c < choices && n > 0; c++) {
        start_again(f);
        for (int i = 0, rest = c; i < n; i++, rest /= REAL_RANGES) {
            an_arginfo *a = &f->args[which[i]];
            a->real = true;
            a->real_lo = rest % REAL_RANGES;
            a->real_hi = a->real_lo + 1;
        }
        if (!learn_and_walk(f, k)) return false;
        if (f->w.reason == AN_OK) return true;
    }
    f->w.reason = first.reason;
    f->w.reason_off = first.reason_off;
    memcpy(f->w.detail, first.detail, sizeof f->w.detail);
    return true;
}

static void run(infer *f, db_kernel *k) {
    const an_decl *d = f->ir.kernel;
    if (f->ir.unsupported) {
        skip(f, k, AN_UNSUPPORTED, f->ir.unsupported_off, f->ir.unsupported);
        return;
    }
    if (f->ir.reqd_local < 0) {
        skip(f, k, AN_DIMS, d->body->off, "reqd_work_group_size asks for more than one dimension");
        return;
    }
    if (!learn_and_walk(f, k)) return;
    if (may_improve(f) && !try_reals(f, k)) return;
    k->dims = f->w.dims ? f->w.dims : 1;
    if (f->w.reason != AN_OK) {
        skip(f, k, f->w.reason, f->w.reason_off, f->w.detail);
        return;
    }
    if (constraints_too_long(f)) {
        skip(f, k, AN_OPAQUE, d->body->off, "its constraints grew beyond what formulas may hold");
        return;
    }
    k->ok = true;
    k->reqd_local = f->ir.reqd_local;
    k->local_bytes = static_local_bytes(f);
    k->pattern = lp_strdup(an_kernel_pattern(&f->w));
    record_arguments(f, k);
    record_accesses(f, k);
    an_record_features(&f->w, f->names, k);
    record_constraints(f, k);
}

static int64_t largest_of(const an_type *t) {
    if (t->cls != AN_T_INT || t->bits > 32 || t->bits < 1) return AN_INF;
    return ((int64_t)1 << (t->is_signed ? t->bits - 1 : t->bits)) - 1;
}

int an_infer(CXTranslationUnit tu, CXCursor kernel, const an_unit *u, db_kernel *k, lp_err *e) {
    (void)tu;
    infer f = {.u = u};
    k->dims = 0;
    if (!k->constraints) k->constraints = lp_strdup("[]");
    if (an_ir_build(&f.ir, &f.arena, u, kernel, e)) {
        an_ir_free(&f.ir);
        an_arena_free(&f.arena);
        return -1;
    }
    an_live_mark(&f.ir);
    f.n_args = f.ir.kernel->n_params;
    size_t n = (size_t)f.n_args + AN_MEMBERS;
    f.args = an_arena_alloc(&f.arena, n * sizeof *f.args);
    f.names = an_arena_alloc(&f.arena, n * sizeof *f.names);
    int64_t *min = an_arena_alloc(&f.arena, n * sizeof *min),
            *max = an_arena_alloc(&f.arena, n * sizeof *max);
    for (int i = 0; i < f.n_args; i++) {
        f.names[i] = f.ir.kernel->params[i]->name;
        min[i] = AN_SCALAR_MIN;
        max[i] = largest_of(f.ir.kernel->params[i]->type);
    }
    an_symtab_init(&f.S, &f.arena, min, max, f.n_args);
    fill_arguments(&f, k);
    if (!refuse_arguments(&f, k)) run(&f, k);
    an_walk_free(&f.w);
    an_symtab_free(&f.S);
    an_ir_free(&f.ir);
    an_arena_free(&f.arena);
    return 0;
}
