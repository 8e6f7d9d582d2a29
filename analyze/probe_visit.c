/* Rewrites statements and expressions: each access goes through a check, each loop counts.
 *
 * In: the tree. Out: edits (second pass), or what must be known before them: flows of pointers and
 * variables whose address is taken (first pass). Calls are in probe_call.c. */
#include <stdlib.h>
#include <string.h>

#include "analyze/probe_int.h"
#include "common/probe.h"

static void visit_kids(an_pctx *x, const an_pnode *n) {
    for (int i = 0; i < n->n; i++) an_probe_visit(x, n->kid[i], AN_PV_VALUE, false);
}

/* ---- addresses ---------------------------------------------------------------------------------
 */

/* The address of an lvalue becomes a pointer at `site`: the checks must know the variable. True
 * when the site has been opened with a parenthesis that must be closed. */
static bool escape(an_pctx *x, const an_pnode *site, an_pnode *lvalue) {
    static const char letters[] = {'p', 'g', 'l', 'c', 'p'};
    an_proot r = an_probe_root(lvalue);
    if (r.kind == AN_ROOT_TEMP) {
        an_pspace s = an_probe_space(an_probe_strip(lvalue)->type);
        x->open[s] = true;
        an_probe_gap(x, site->off,
                     "a pointer to a value without a name: accesses of its address "
                     "space are not checked");
    }
    if (r.kind != AN_ROOT_VAR) return false;
    if (r.var->region < 0) {
        r.var->region = x->n_regions++;
        if (r.var->top) {
            x->tops = lp_grow(x->tops, &x->cap_tops, x->n_tops + 1, sizeof(an_pdecl *));
            x->tops[x->n_tops++] = r.var;
        }
    }
    if (r.var->top) return false;
    an_probe_put(x, site->off, "(llp_var_%c(llp, %d, &%s, sizeof(%s)), ", letters[r.var->space],
                 r.var->region, r.var->name, r.var->name);
    return true;
}

static void visit_address(an_pctx *x, const an_pnode *site, an_pnode *lvalue) {
    bool close = escape(x, site, lvalue);
    an_probe_visit(x, lvalue, AN_PV_PLACE, false);
    if (close) an_probe_put(x, site->end, ")");
}

/* ---- accesses ----------------------------------------------------------------------------------
 */

static void note_size(an_pctx *x, const an_pnode *n, CXType t) {
    if (clang_Type_getSizeOf(t) > LP_PROBE_SINK_BYTES)
        an_probe_gap(x, n->off, "an access of more bytes than a skipped one may have");
}

/* `p->x` of a vector: the access is to all of *p, since a component has no address. */
static void visit_whole(an_pctx *x, an_pnode *ptr, bool write) {
    CXType pointee = clang_getPointeeType(clang_getCanonicalType(ptr->type));
    an_pspace s = an_probe_space(pointee);
    const char *arrow = strstr(x->source + ptr->end, "->");
    if (x->open[s] || !arrow) {
        an_probe_visit(x, ptr, AN_PV_VALUE, false);
        return;
    }
    char *type = an_probe_type_text(x, clang_getPointeeType(ptr->type), "*", ptr);
    x->generic |= s == AN_PS_GENERIC;
    an_probe_put(x, ptr->off, "(*(%s *)", type);
    an_probe_put_check(x, ptr->off, s, an_probe_slot(x, ptr), write);
    an_probe_visit(x, ptr, AN_PV_VALUE, false);
    an_probe_replace(x, ptr->end, (uint32_t)(arrow + 2 - x->source), ", sizeof(%s), %d)).", type,
                     an_probe_line(x, ptr->off));
    free(type);
}

static void visit_subscript(an_pctx *x, an_pnode *n, an_pmode part, const an_proot *r) {
    an_pnode *base = an_probe_base(n), *array = an_probe_strip(base);
    for (int i = 0; i < 2; i++) {
        an_pnode *k = n->kid[i];
        long long count = -1;
        if (k == base && an_probe_is_array(array)) {
            an_probe_visit(x, array, part, false);
            continue;
        }
        if (k != base && an_probe_is_array(array) && part == AN_PV_PART && r->kind == AN_ROOT_VAR &&
            r->var->space != AN_PS_LOCAL && an_probe_strip(k)->kind != CXCursor_IntegerLiteral)
            count = clang_getArraySize(clang_getCanonicalType(array->type));
        if (count >= 0) an_probe_put(x, k->off, "llp_i(llp, (long)(");
        an_probe_visit(x, k, AN_PV_VALUE, false);
        if (count >= 0) an_probe_put(x, k->end, "), %lld, %d)", count, an_probe_line(x, k->off));
    }
}

/* The parts of an lvalue that is a subscript, a member or what a pointer points to. */
static void visit_parts(an_pctx *x, an_pnode *n, an_pmode mode, const an_proot *r) {
    an_pmode part = mode == AN_PV_PLACE ? AN_PV_PLACE : AN_PV_PART;
    if (n->kind == CXCursor_ArraySubscriptExpr) {
        visit_subscript(x, n, part, r);
        return;
    }
    an_pnode *k = n->kid[0], *s = an_probe_strip(k);
    if (an_probe_is_array(s))
        an_probe_visit(x, s, part, false);
    else if (an_probe_is_pointer(k) || r->kind == AN_ROOT_VALUE)
        an_probe_visit(x, k, AN_PV_VALUE, false);
    else
        an_probe_visit(x, k, part, false);
}

static bool wants_check(const an_pctx *x, const an_pnode *n, const an_proot *r) {
    if (an_probe_is_array(n)) return false;
    if (r->kind == AN_ROOT_DEREF) return !x->open[an_probe_space(n->type)];
    return r->kind == AN_ROOT_VAR && r->var->space == AN_PS_LOCAL && r->indexed;
}

static void visit_lvalue(an_pctx *x, an_pnode *n, an_pmode mode, bool write) {
    an_proot r = an_probe_root(n);
    if (mode != AN_PV_VALUE || !wants_check(x, n, &r)) {
        visit_parts(x, n, mode, &r);
        return;
    }
    an_pspace s = an_probe_space(n->type);
    char *type = an_probe_type_text(x, n->type, "", n);
    x->generic |= s == AN_PS_GENERIC;
    note_size(x, n, n->type);
    an_probe_put(x, n->off, "(*(%s *)", type);
    if (r.kind == AN_ROOT_VAR)
        an_probe_put(x, n->off, "llp_lv(llp, ");
    else
        an_probe_put_check(x, n->off, s, an_probe_slot(x, r.ptr), write);
    an_probe_put(x, n->off, "&(");
    visit_parts(x, n, mode, &r);
    an_probe_put(x, n->end, "), sizeof(%s), ", type);
    if (r.kind == AN_ROOT_VAR)
        an_probe_put(x, n->end, "&%s, sizeof(%s), ", r.var->name, r.var->name);
    an_probe_put(x, n->end, "%d))", an_probe_line(x, n->off));
    free(type);
}

/* A component of a vector `v[i]`, `v.x` is an access to the vector: it has no address. */
static bool visit_component(an_pctx *x, an_pnode *n, an_pmode mode, bool write) {
    if (an_probe_is_swizzle(n)) {
        if (an_probe_is_pointer(n->kid[0]))
            visit_whole(x, n->kid[0], write);
        else
            an_probe_visit(x, n->kid[0], mode, write);
        return true;
    }
    an_pnode *base = n->kind == CXCursor_ArraySubscriptExpr && n->n == 2 ? an_probe_base(n) : NULL;
    if (!base || an_probe_is_pointer(base) || an_probe_is_array(an_probe_strip(base))) return false;
    for (int i = 0; i < 2; i++)
        an_probe_visit(x, n->kid[i], n->kid[i] == base ? mode : AN_PV_VALUE,
                       write && n->kid[i] == base);
    return true;
}

/* ---- operators ---------------------------------------------------------------------------------
 */

static void visit_unary(an_pctx *x, an_pnode *n, an_pmode mode, bool write) {
    an_proot r;
    if (n->n != 1) return;
    switch (clang_getCursorUnaryOperatorKind(n->cursor)) {
    case CXUnaryOperator_AddrOf:
        r = an_probe_root(n->kid[0]);
        if (r.kind == AN_ROOT_VAR) an_probe_flow(x, r.var, NULL);
        visit_address(x, n, n->kid[0]);
        break;
    case CXUnaryOperator_Deref:
        visit_lvalue(x, n, mode, write);
        break;
    case CXUnaryOperator_PostInc:
    case CXUnaryOperator_PostDec:
    case CXUnaryOperator_PreInc:
    case CXUnaryOperator_PreDec:
        an_probe_visit(x, n->kid[0], AN_PV_VALUE, true);
        break;
    default:
        visit_kids(x, n);
    }
}

static void visit_binary(an_pctx *x, an_pnode *n) {
    bool compound = n->kind == CXCursor_CompoundAssignOperator;
    bool assigns =
        compound || clang_getCursorBinaryOperatorKind(n->cursor) == CXBinaryOperator_Assign;
    if (!assigns || n->n != 2) {
        visit_kids(x, n);
        return;
    }
    const an_pnode *to = an_probe_strip(n->kid[0]);
    if (!compound && to->decl && an_probe_is_pointer(to)) an_probe_flow(x, to->decl, n->kid[1]);
    an_probe_visit(x, n->kid[0], AN_PV_VALUE, true);
    an_probe_visit(x, n->kid[1], AN_PV_VALUE, false);
}

static void visit_unexposed(an_pctx *x, an_pnode *n, an_pmode mode, bool write) {
    if (an_probe_is_decay(n))
        visit_address(x, n, n->kid[0]);
    else if (n->n == 1 && n->off == n->kid[0]->off && n->end == n->kid[0]->end)
        an_probe_visit(x, n->kid[0], mode, write);
    else
        visit_kids(x, n);
}

/* ---- loops -------------------------------------------------------------------------------------
 */

static const char *step_of(const an_pctx *x, const an_pnode *loop) {
    return an_probe_has_barrier(x, loop) ? "llp_group_step" : "llp_step";
}

static void visit_condition(an_pctx *x, const an_pnode *loop, an_pnode *cond) {
    an_probe_put(x, cond->off, "%s(llp, %d) && (", step_of(x, loop), an_probe_line(x, loop->off));
    an_probe_visit(x, cond, AN_PV_VALUE, false);
    an_probe_put(x, cond->end, ")");
}

/* libclang leaves missing parts of `for (;;)` out, so the two semicolons in the text tell which
 * child is which. */
static void semicolons(const an_pctx *x, const an_pnode *n, uint32_t semi[2]) {
    const char *s = x->source;
    int depth = 0, found = 0;
    semi[0] = semi[1] = n->end;
    for (uint32_t i = n->off; i < n->end && found < 2; i++) {
        if (s[i] == '\'' || s[i] == '"')
            for (char quote = s[i++]; i < n->end && s[i] != quote; i++) i += s[i] == '\\';
        else if (strchr("([{", s[i]))
            depth++;
        else if (strchr(")]}", s[i]))
            depth--;
        else if (s[i] == ';' && depth == 1)
            semi[found++] = i;
    }
}

static void visit_for(an_pctx *x, an_pnode *n) {
    uint32_t semi[2];
    bool has_condition = false;
    semicolons(x, n, semi);
    for (int i = 0; i + 1 < n->n; i++)
        has_condition |= n->kid[i]->off > semi[0] && n->kid[i]->off <= semi[1];
    if (!has_condition)
        an_probe_put(x, semi[0] + 1, " %s(llp, %d)", step_of(x, n), an_probe_line(x, n->off));
    for (int i = 0; i < n->n; i++) {
        uint32_t off = n->kid[i]->off;
        if (i + 1 < n->n && off > semi[0] && off <= semi[1])
            visit_condition(x, n, n->kid[i]);
        else
            an_probe_visit(x, n->kid[i], AN_PV_VALUE, false);
    }
}

static void visit_while(an_pctx *x, an_pnode *n) {
    int cond = n->kind == CXCursor_DoStmt ? 1 : 0;
    if (n->n != 2) {
        an_probe_fail(x, n->off, "a loop of an unknown form");
        return;
    }
    for (int i = 0; i < 2; i++)
        if (i == cond)
            visit_condition(x, n, n->kid[i]);
        else
            an_probe_visit(x, n->kid[i], AN_PV_VALUE, false);
}

void an_probe_visit(an_pctx *x, an_pnode *n, an_pmode mode, bool write) {
    if (visit_component(x, n, mode, write)) return;
    switch (n->kind) {
    case CXCursor_UnaryExpr: /* sizeof: nothing is evaluated */
        break;
    case CXCursor_ParenExpr:
        if (n->n == 1) an_probe_visit(x, n->kid[0], mode, write);
        break;
    case CXCursor_UnexposedExpr:
        visit_unexposed(x, n, mode, write);
        break;
    case CXCursor_ArraySubscriptExpr:
    case CXCursor_MemberRefExpr:
        if (n->n) visit_lvalue(x, n, mode, write);
        break;
    case CXCursor_UnaryOperator:
        visit_unary(x, n, mode, write);
        break;
    case CXCursor_BinaryOperator:
    case CXCursor_CompoundAssignOperator:
        visit_binary(x, n);
        break;
    case CXCursor_CallExpr:
        an_probe_call(x, n);
        break;
    case CXCursor_ForStmt:
        visit_for(x, n);
        break;
    case CXCursor_WhileStmt:
    case CXCursor_DoStmt:
        visit_while(x, n);
        break;
    case CXCursor_VarDecl:
        if (n->n && an_probe_is_pointer(n)) an_probe_flow(x, n->decl, n->kid[n->n - 1]);
        visit_kids(x, n);
        break;
    default:
        visit_kids(x, n);
    }
}
