/* Rewrites calls: helpers get the state of the probe, builtins get checked pointers.
 *
 * In: a call of the tree. Out: edits. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/probe_int.h"

static bool begins(const char *s, const char *prefix) {
    return strncmp(s, prefix, strlen(prefix)) == 0;
}

static void visit_arguments(an_pctx *x, const an_pnode *call) {
    for (int i = 1; i < call->n; i++) an_probe_visit(x, call->kid[i], AN_PV_VALUE, false);
}

/* ---- a pointer given to a builtin --------------------------------------------------------------
 */

typedef struct pointer {
    an_pnode *n; /* without implicit conversions */
    CXType pointee;
    an_pspace space;
    long long size; /* of what it points to */
} pointer;

static pointer pointer_of(an_pnode *arg) {
    pointer p = {.n = an_probe_peel(arg)};
    p.pointee = clang_getPointeeType(clang_getCanonicalType(p.n->type));
    p.space = an_probe_space(p.pointee);
    p.size = clang_Type_getSizeOf(p.pointee);
    return p;
}

/* `&v` of a whole private variable: it is there. */
static bool is_own_variable(const an_pnode *n) {
    if (n->kind != CXCursor_UnaryOperator || n->n != 1 ||
        clang_getCursorUnaryOperatorKind(n->cursor) != CXUnaryOperator_AddrOf)
        return false;
    an_proot r = an_probe_root(n->kid[0]);
    return r.kind == AN_ROOT_VAR && r.var->space == AN_PS_PRIVATE && !r.indexed;
}

/* The pointer's type, for a cast. */
static char *cast_text(const an_pctx *x, const pointer *p) {
    CXString cs = clang_getTypeSpelling(p->n->type);
    const char *s = clang_getCString(cs);
    lp_text t = {0};
    if (s && !strstr(s, "unnamed") && !strstr(s, "__attribute__")) {
        lp_text_add(&t, s);
    } else {
        lp_text_add(&t, "__typeof__(");
        lp_text_addn(&t, x->source + p->n->off, p->n->end - p->n->off);
        lp_text_add(&t, ")");
    }
    clang_disposeString(cs);
    return lp_text_take(&t);
}

static void visit_pointer(an_pctx *x, an_pnode *arg, bool write) {
    pointer p = pointer_of(arg);
    if (is_own_variable(p.n)) {
        an_probe_visit(x, p.n->kid[0], AN_PV_PLACE, false);
        return;
    }
    if (p.size < 1 || x->open[p.space]) {
        an_probe_visit(x, arg, AN_PV_VALUE, false);
        return;
    }
    char *cast = cast_text(x, &p);
    x->generic |= p.space == AN_PS_GENERIC;
    an_probe_put(x, arg->off, "(%s)", cast);
    an_probe_put_check(x, arg->off, p.space, an_probe_slot(x, p.n), write);
    an_probe_visit(x, arg, AN_PV_VALUE, false);
    an_probe_put(x, arg->end, ", %lld, %d)", p.size, an_probe_line(x, arg->off));
    free(cast);
}

/* ---- vloadN, vstoreN, vload_halfN, ... ---------------------------------------------------------
 */

/* Components of one access and from one access to the next. */
static bool lanes_of(const char *name, int *lanes, int *stride) {
    const char *s = name + (begins(name, "vload") ? 5 : begins(name, "vstore") ? 6 : 0);
    if (s == name) return false;
    bool aligned = *s == 'a';
    s += aligned;
    if (begins(s, "_half")) s += 5;
    *lanes = isdigit((unsigned char)*s) ? atoi(s) : 1; // NOLINT(cert-err34-c): a builtin's name
    *stride = aligned && *lanes == 3 ? 4 : *lanes;
    return true;
}

static void visit_vector_memory(an_pctx *x, const an_pnode *call, int lanes, int stride,
                                bool store) {
    static const char *const spaces[AN_PS_SPACES] = {"__private", "__global", "__local",
                                                     "__constant", "__generic"};
    int first = store ? 2 : 1; /* the offset, then the pointer */
    if (call->n < first + 2) return;
    an_pnode *offset = call->kid[first], *arg = call->kid[first + 1];
    pointer p = pointer_of(arg);
    if (p.size < 1 || x->open[p.space]) {
        visit_arguments(x, call);
        return;
    }
    char *cast = cast_text(x, &p);
    x->generic |= p.space == AN_PS_GENERIC;
    if (store) an_probe_visit(x, call->kid[1], AN_PV_VALUE, false);
    an_probe_put(x, offset->off, "0, (%s)", cast);
    an_probe_put_check(x, offset->off, p.space, an_probe_slot(x, p.n), store);
    an_probe_put(x, offset->off, "%lldL * (long)(", stride * p.size);
    an_probe_visit(x, offset, AN_PV_VALUE, false);
    an_probe_replace(x, offset->end, arg->off, ") + (const %s char *)(", spaces[p.space]);
    an_probe_visit(x, arg, AN_PV_VALUE, false);
    an_probe_put(x, arg->end, "), %lld, %d)", lanes * p.size, an_probe_line(x, call->off));
    for (int i = first + 2; i < call->n; i++) an_probe_visit(x, call->kid[i], AN_PV_VALUE, false);
    free(cast);
}

/* ---- async_work_group_copy ---------------------------------------------------------------------
 */

/* llp_async does the copying, so that it can also not do it; the builtin is left with no element to
 * copy, for its event. (A count of its own confuses PoCL.) */
static void visit_async(an_pctx *x, const an_pnode *call, bool strided) {
    int n = strided ? 6 : 5;
    if (call->n != n) {
        visit_arguments(x, call);
        return;
    }
    an_pnode **a = call->kid + 1, *event = call->kid[n - 1];
    pointer to = pointer_of(a[0]), from = pointer_of(a[1]);
    bool load = to.space == AN_PS_LOCAL && from.space == AN_PS_GLOBAL;
    bool store = to.space == AN_PS_GLOBAL && from.space == AN_PS_LOCAL;
    if ((!load && !store) || to.size < 1) {
        an_probe_gap(x, call->off, "an asynchronous copy between other than global and local");
        visit_arguments(x, call);
        return;
    }
    char *to_cast = cast_text(x, &to), *from_cast = cast_text(x, &from);
    an_probe_replace(x, call->off, a[0]->off, "(llp_async_%s(llp, ", load ? "lg" : "gl");
    an_probe_visit(x, a[0], AN_PV_VALUE, false);
    an_probe_visit(x, a[1], AN_PV_VALUE, false);
    an_probe_replace(x, a[1]->end, a[2]->off, "), llp->an = (");
    an_probe_visit(x, a[2], AN_PV_VALUE, false);
    if (strided) {
        an_probe_replace(x, a[2]->end, a[3]->off, "), llp->as = (");
        an_probe_visit(x, a[3], AN_PV_VALUE, false);
    }
    int slot = an_probe_slot(x, load ? from.n : to.n);
    an_probe_replace(x, a[n - 3]->end, event->off,
                     "), llp_async(llp, %d, %d, %lld, %d), async_work_group_copy((%s)llp->%s, "
                     "(%s)llp->%s, 0, ",
                     slot < 0 ? -1 : slot, store, to.size, an_probe_line(x, call->off), to_cast,
                     load ? "al" : "ag", from_cast, load ? "ag" : "al");
    an_probe_visit(x, event, AN_PV_VALUE, false);
    an_probe_put(x, call->end, ")");
    free(to_cast);
    free(from_cast);
}

/* ---- calls -------------------------------------------------------------------------------------
 */

static void visit_helper(an_pctx *x, const an_pnode *call, const an_pfunc *f) {
    const char *open = strchr(x->source + call->kid[0]->end, '(');
    if (f == x->kernel || f->is_kernel || !open) {
        an_probe_fail(x, call->off, "a call of a kernel");
        return;
    }
    for (int i = 1; i < call->n && i <= f->n_params; i++)
        if (an_probe_is_pointer(call->kid[i])) an_probe_flow(x, f->params[i - 1], call->kid[i]);
    an_probe_put(x, (uint32_t)(open + 1 - x->source), call->n > 1 ? "llp, " : "llp");
    visit_arguments(x, call);
}

/* Builtins whose pointers are not followed here and now. */
static bool follows_nothing(const char *name) {
    static const char *const names[] = {"printf",   "wait_group_events", "prefetch", "to_global",
                                        "to_local", "to_private",        "get_fence"};
    return lp_is_one_of(name, names, sizeof names / sizeof *names);
}

static void visit_builtin(an_pctx *x, const an_pnode *call, const char *name) {
    int lanes, stride;
    if (lanes_of(name, &lanes, &stride)) {
        visit_vector_memory(x, call, lanes, stride, begins(name, "vstore"));
        return;
    }
    if (begins(name, "async_work_group_")) {
        visit_async(x, call, strcmp(name, "async_work_group_strided_copy") == 0);
        return;
    }
    if (strcmp(name, "wait_group_events") == 0) {
        an_probe_put(x, call->off, "(llp_wait(), ");
        an_probe_put(x, call->end, ")");
    }
    if (begins(name, "intel_sub_group_block_"))
        an_probe_gap(x, call->off, "a block read or write of a sub-group");
    bool reads = begins(name, "atomic_load");
    for (int i = 1; i < call->n; i++) {
        an_pnode *a = call->kid[i];
        if (an_probe_strip(an_probe_is_decay(a) ? a->kid[0] : a)->kind == CXCursor_StringLiteral)
            continue;
        if (an_probe_is_pointer(a) && (!follows_nothing(name) || is_own_variable(an_probe_peel(a))))
            visit_pointer(x, a, !reads);
        else
            an_probe_visit(x, a, AN_PV_VALUE, false);
    }
}

void an_probe_call(an_pctx *x, an_pnode *call) {
    char *name;
    an_pfunc *f = an_probe_callee(call, &name);
    if (f)
        visit_helper(x, call, f);
    else if (name)
        visit_builtin(x, call, name);
    else
        an_probe_fail(x, call->off, "a call through a pointer");
    free(name);
}
