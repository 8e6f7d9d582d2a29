/* Purpose: the features of a kernel. In: the last walk. Out: names and formulas in db_kernel.
 * Does not evaluate them. */
#include "analyze/features.h"

#include <string.h>

#include "analyze/features_int.h"
#include "analyze/pattern.h"
#include "analyze/symtext.h"
#include "common/text.h"

static const char *const counted[AN_N_FEATURES] = {
    [AN_F_LOAD_GLOBAL] = "load_global_bytes",
    [AN_F_STORE_GLOBAL] = "store_global_bytes",
    [AN_F_LOAD_LOCAL] = "load_local_bytes",
    [AN_F_STORE_LOCAL] = "store_local_bytes",
    [AN_F_LOAD_CONSTANT] = "load_constant_bytes",
    [AN_F_FLOP] = "flop",
    [AN_F_IOP] = "iop",
    [AN_F_SPECIAL] = "special",
    [AN_F_ATOMIC] = "atomics",
    [AN_F_BARRIER] = "barriers",
    [AN_F_BRANCH] = "branches",
    [AN_F_TRIPS] = "loop_trips",
    [AN_F_PRIVATE] = "private_bytes",
};

static bool printable(const an_sym *v) {
    return an_uniform(v) && an_size(v) <= AN_TEXT_MAX;
}

bool an_feature(an_rec *r, const char *name, const an_sym *v) {
    return an_quotient(r, name, v, NULL);
}

bool an_quotient(an_rec *r, const char *name, const an_sym *v, const an_sym *by) {
    lp_text t = {0};
    if (!printable(v) || (by && !printable(by))) return false;
    r->k->features =
        lp_grow(r->k->features, &r->cap, (size_t)r->k->n_features + 1, sizeof *r->k->features);
    if (by) lp_text_addc(&t, '(');
    an_sym_text(&t, v, r->names);
    if (by) {
        lp_text_add(&t, ") / (");
        an_sym_text(&t, by, r->names);
        lp_text_addc(&t, ')');
    }
    r->k->features[r->k->n_features++] =
        (db_feature){.name = lp_strdup(name), .formula = lp_text_take(&t)};
    return true;
}

/* Bytes between neighbouring work-items, of the access where they are farthest apart. */
static const an_sym *widest_stride(an_rec *r) {
    const an_sym *stride = an_const(r->S, 0);
    for (size_t i = 0; i < r->w->n_acc; i++) {
        const an_sym *s = an_access_stride(r->w, &r->w->acc[i]);
        if (s) stride = an_max(r->S, stride, an_max(r->S, s, an_scale(r->S, s, -1)));
    }
    return stride;
}

/* Of one work-group: variables and arguments. */
static const an_sym *local_memory(an_rec *r) {
    const db_kernel *k = r->k;
    const an_sym *bytes = an_const(r->S, k->local_bytes);
    for (int i = 0; i < k->n_args; i++) {
        const an_sym *n = r->w->args[i].extent;
        if (strcmp(k->args[i].kind, "local") != 0 || !n) continue;
        bytes = an_add(r->S, bytes, an_scale(r->S, n, k->args[i].elem_bytes));
    }
    return bytes;
}

/* Work-items that a multiprocessor of a GPU holds at once: groups by local memory and by threads.
 */
enum { GPU_LOCAL = 233472, GPU_THREADS = 2048, GPU_GROUPS = 32 };

static const an_sym *resident_items(an_rec *r, const an_sym *local_bytes) {
    an_symtab *S = r->S;
    const an_sym *one = an_const(S, 1), *size = an_base(S, AN_A_LSZ);
    const an_sym *by_local = an_div(S, an_const(S, GPU_LOCAL), an_max(S, local_bytes, one));
    const an_sym *by_threads = an_div(S, an_const(S, GPU_THREADS), size);
    const an_sym *groups = an_min(S, an_min(S, by_local, by_threads), an_const(S, GPU_GROUPS));
    return an_mul(S, an_max(S, groups, one), size);
}

void an_record_features(an_walk *w, const char *const *names, db_kernel *k) {
    an_rec r = {.w = w, .S = w->S, .names = names, .k = k};
    for (int i = 0; i < AN_N_FEATURES; i++) an_feature(&r, counted[i], w->feat[i]);
    an_feature(&r, "coalesce_stride", widest_stride(&r));
    const an_sym *local_bytes = local_memory(&r);
    an_feature(&r, "local_bytes", local_bytes);
    an_feature(&r, "resident_items", resident_items(&r, local_bytes));
    an_work_settle(w);
    an_memory_features(&r);
    an_work_features(&r);
    an_time_features(&r);
}
