/* Which argument each pointer points into, and which functions reach a barrier.
 *
 * In: the tree and what is assigned to pointer variables. Out: slots, marks. Whatever the order of
 * the assignments, a pointer that may point into two arguments belongs to none. */
#include <stdlib.h>
#include <string.h>

#include "analyze/probe_int.h"

void an_probe_flow(an_pctx *x, an_pdecl *to, an_pnode *from) {
    if (x->emit) return;
    x->flows = lp_grow(x->flows, &x->cap_flows, x->n_flows + 1, sizeof *x->flows);
    x->flows[x->n_flows++] = (an_pflow){to, from};
}

static int meet(int a, int b) {
    if (a == AN_SLOT_NONE) return b;
    if (b == AN_SLOT_NONE) return a;
    return a == b ? a : AN_SLOT_ANY;
}

static int slot_of_binary(const an_pctx *x, const an_pnode *n) {
    enum CXBinaryOperatorKind op = clang_getCursorBinaryOperatorKind(n->cursor);
    if (n->n != 2) return AN_SLOT_ANY;
    if (op == CXBinaryOperator_Comma || op == CXBinaryOperator_Assign)
        return an_probe_slot(x, n->kid[1]);
    if (op != CXBinaryOperator_Add && op != CXBinaryOperator_Sub) return AN_SLOT_ANY;
    return an_probe_slot(x, n->kid[an_probe_is_pointer(n->kid[0]) ? 0 : 1]);
}

int an_probe_slot(const an_pctx *x, an_pnode *n) {
    an_proot r;
    n = an_probe_peel(n);
    switch (n->kind) {
    case CXCursor_DeclRefExpr:
        return n->decl ? n->decl->slot : AN_SLOT_ANY;
    case CXCursor_BinaryOperator:
        return slot_of_binary(x, n);
    case CXCursor_CompoundAssignOperator:
        return n->n == 2 ? an_probe_slot(x, n->kid[0]) : AN_SLOT_ANY;
    case CXCursor_CStyleCastExpr:
        return n->n && an_probe_is_pointer(n->kid[n->n - 1]) ? an_probe_slot(x, n->kid[n->n - 1])
                                                             : AN_SLOT_ANY;
    case CXCursor_ConditionalOperator:
        return n->n == 3 ? meet(an_probe_slot(x, n->kid[1]), an_probe_slot(x, n->kid[2]))
                         : AN_SLOT_ANY;
    case CXCursor_UnaryOperator:
        if (n->n != 1) return AN_SLOT_ANY;
        if (clang_getCursorUnaryOperatorKind(n->cursor) == CXUnaryOperator_Deref)
            return AN_SLOT_ANY;
        if (clang_getCursorUnaryOperatorKind(n->cursor) != CXUnaryOperator_AddrOf)
            return an_probe_slot(x, n->kid[0]);
        r = an_probe_root(n->kid[0]);
        return r.kind == AN_ROOT_DEREF ? an_probe_slot(x, r.ptr) : AN_SLOT_ANY;
    case CXCursor_UnexposedExpr:
        if (!an_probe_is_decay(n)) return AN_SLOT_ANY;
        r = an_probe_root(n->kid[0]);
        return r.kind == AN_ROOT_DEREF ? an_probe_slot(x, r.ptr) : AN_SLOT_ANY;
    default:
        return AN_SLOT_ANY;
    }
}

static void solve_slots(an_pctx *x) {
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < x->n_flows; i++) {
            an_pflow *f = &x->flows[i];
            int slot = meet(f->to->slot, f->from ? an_probe_slot(x, f->from) : AN_SLOT_ANY);
            changed |= slot != f->to->slot;
            f->to->slot = slot;
        }
    }
}

/* ---- barriers ----------------------------------------------------------------------------------
 */

an_pfunc *an_probe_callee(const an_pnode *call, char **name) {
    *name = NULL;
    an_pnode *f = call->n ? an_probe_strip(call->kid[0]) : NULL;
    if (!f || f->kind != CXCursor_DeclRefExpr || f->decl) return NULL;
    if (f->func) return f->func;
    CXString cs = clang_getCursorSpelling(f->cursor);
    const char *s = clang_getCString(cs);
    *name = lp_strdup(s ? s : "");
    clang_disposeString(cs);
    return NULL;
}

/* Builtins that all work-items of a group must call together. */
static bool is_collective(const char *name) {
    static const char *const begins[] = {"barrier",    "work_group_",       "sub_group_",
                                         "async_work", "wait_group_events", "intel_sub_group_"};
    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
        if (strncmp(name, begins[i], strlen(begins[i])) == 0) return true;
    return false;
}

static bool reaches_barrier(const an_pnode *n) {
    if (n->kind == CXCursor_CallExpr) {
        char *name;
        const an_pfunc *f = an_probe_callee(n, &name);
        bool found = f ? f->barrier : name && is_collective(name);
        free(name);
        if (found) return true;
    }
    for (int i = 0; i < n->n; i++)
        if (reaches_barrier(n->kid[i])) return true;
    return false;
}

bool an_probe_has_barrier(const an_pctx *x, const an_pnode *n) {
    return x->barriers && reaches_barrier(n);
}

void an_probe_solve(an_pctx *x) {
    solve_slots(x);
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < x->n_funcs; i++) {
            an_pfunc *f = x->funcs[i];
            if (f->barrier || !f->body || !reaches_barrier(f->body)) continue;
            f->barrier = changed = x->barriers = true;
        }
    }
}
