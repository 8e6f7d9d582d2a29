/* Purpose: the tree of a kernel and its helpers from libclang's AST: entry, nodes, and what the
 * kernel's own text says. In: the cursor of the kernel's definition. Out: an_ir. Declarations are
 * ir_decl.c, expressions ir_expr.c, statements ir_stmt.c. Does not interpret anything: that is
 * walk*.c. */
#include <stdlib.h>
#include <string.h>

#include "analyze/ir_int.h"
#include "common/expr.h"
#include "common/intr.h"

enum { MAX_NODES = 400000, MAX_DEPTH = 1200 };

/* ---- for the other ir_*.c files --------------------------------------------------------------
 */

static enum CXChildVisitResult collect(CXCursor c, CXCursor parent, CXClientData data) {
    (void)parent;
    an_kids *k = data;
    enum CXCursorKind kind = clang_getCursorKind(c);
    if (clang_isReference(kind) || clang_isAttribute(kind)) return CXChildVisit_Continue;
    k->v = lp_grow(k->v, &k->cap, k->n + 1, sizeof *k->v);
    k->v[k->n++] = c;
    return CXChildVisit_Continue;
}

an_kids an_ir_children(CXCursor c) {
    an_kids k = {0};
    clang_visitChildren(c, collect, &k);
    return k;
}

void an_ir_range(CXCursor c, uint32_t *off, uint32_t *end) {
    CXSourceRange r = clang_getCursorExtent(c);
    unsigned a = 0, b = 0;
    clang_getExpansionLocation(clang_getRangeStart(r), NULL, NULL, NULL, &a);
    clang_getExpansionLocation(clang_getRangeEnd(r), NULL, NULL, NULL, &b);
    *off = a;
    *end = b;
}

void an_ir_unsupported(an_ir *ir, CXCursor c, const char *what) {
    if (ir->unsupported) return;
    uint32_t end;
    an_ir_range(c, &ir->unsupported_off, &end);
    ir->unsupported = what;
}

an_node *an_ir_new(an_ir *ir, an_nkind kind, CXCursor c) {
    an_node *n = an_arena_alloc(ir->arena, sizeof *n);
    n->kind = kind;
    an_ir_range(c, &n->off, &n->end);
    ir->n_nodes++;
    return n;
}

void an_ir_set_kids(an_ir *ir, an_node *n, int count) {
    n->n = count;
    n->kid = an_arena_alloc(ir->arena, (size_t)count * sizeof *n->kid);
}

int64_t an_ir_eval(CXCursor c, bool *ok) {
    CXEvalResult r = clang_Cursor_Evaluate(c);
    int64_t v = 0;
    *ok = false;
    if (!r) return 0;
    if (clang_EvalResult_getKind(r) == CXEval_Int) {
        v = clang_EvalResult_getAsLongLong(r);
        *ok = true;
    }
    clang_EvalResult_dispose(r);
    return v;
}

void an_ir_build_kids(an_ir *ir, an_node *n, const an_kids *k, int depth) {
    an_ir_set_kids(ir, n, (int)k->n);
    for (size_t i = 0; i < k->n; i++) n->kid[i] = an_ir_build_node(ir, k->v[i], depth + 1);
}

typedef struct an_type_entry {
    CXType key;
    const an_type *type;
} an_type_entry;

static an_type_entry *type_entry(an_type_entry *v, size_t n, CXType t) {
    size_t i = (size_t)((uintptr_t)t.data[0] / 16 * 0x9e3779b97f4a7c15ULL >> 32) & (n - 1);
    while (v[i].type && !clang_equalTypes(v[i].key, t)) i = (i + 1) & (n - 1);
    return &v[i];
}

static void grow_types(an_ir *ir) {
    size_t n = ir->cap_types ? 4 * ir->cap_types : 64;
    an_type_entry *v = lp_alloc(n, sizeof *v);
    for (size_t i = 0; i < ir->cap_types; i++)
        if (ir->types[i].type) *type_entry(v, n, ir->types[i].key) = ir->types[i];
    free(ir->types);
    ir->types = v;
    ir->cap_types = n;
}

const an_type *an_ir_type(an_ir *ir, CXType t) {
    if (2 * (ir->n_types + 1) > ir->cap_types) grow_types(ir);
    an_type_entry *x = type_entry(ir->types, ir->cap_types, t);
    if (!x->type) {
        *x = (an_type_entry){t, an_type_of(ir->arena, t)};
        ir->n_types++;
    }
    return x->type;
}

/* ---- nodes ------------------------------------------------------------------------------------
 */

/* Counts assignments to a variable as a whole or to a part of it. */
static void note_assigned(an_node *n) {
    if (n->kind != AN_ASSIGN && n->kind != AN_OPASSIGN &&
        !(n->kind == AN_UNARY && n->op >= AN_PREINC && n->op <= AN_POSTDEC))
        return;
    an_node *x = n->kid[0];
    while (x && (x->kind == AN_CAST || x->kind == AN_MEMBER || x->kind == AN_SWIZZLE) && x->n == 1)
        x = x->kid[0];
    if (x && x->kind == AN_REF && x->decl) x->decl->n_assigned++;
}

static void note_effects(an_node *n) {
    n->effects = n->kind == AN_ASSIGN || n->kind == AN_OPASSIGN ||
                 (n->kind == AN_UNARY && n->op >= AN_PREINC && n->op <= AN_POSTDEC);
    /* A helper may store to the variable that it gets a pointer to. */
    for (int i = 0; n->kind == AN_CALL && i < n->n && !n->effects; i++) {
        const an_type *t = n->kid[i] ? n->kid[i]->type : NULL;
        n->effects = t && t->cls == AN_T_PTR && t->space == AN_PRIVATE;
    }
    for (int i = 0; i < n->n && !n->effects; i++) n->effects = n->kid[i] && n->kid[i]->effects;
}

an_node *an_ir_build_node(an_ir *ir, CXCursor c, int depth) {
    if (depth > MAX_DEPTH || ir->n_nodes > MAX_NODES || lp_interrupted()) {
        an_ir_unsupported(ir, c,
                          depth > MAX_DEPTH ? "nesting deeper than the limit"
                                            : "a kernel larger than the limit");
        return an_ir_new(
            ir, clang_isExpression(clang_getCursorKind(c)) ? AN_OTHER : AN_UNKNOWN_STMT, c);
    }
    an_kids k = an_ir_children(c);
    an_node *n;
    if (clang_isExpression(clang_getCursorKind(c))) {
        if (clang_getCursorKind(c) == CXCursor_StmtExpr)
            an_ir_unsupported(ir, c, "a statement expression");
        if (clang_getCursorKind(c) == CXCursor_BlockExpr) an_ir_unsupported(ir, c, "a block");
        n = an_ir_expr(ir, c, &k, depth);
        if (!n->type) n->type = an_ir_type(ir, clang_getCursorType(c));
    } else {
        n = an_ir_stmt(ir, c, &k, depth);
    }
    free(k.v);
    note_effects(n);
    note_assigned(n);
    return n;
}

/* ---- the kernel's own text ---------------------------------------------------------------------
 */

/* Up to the comma or the closing parenthesis of this level. */
static size_t argument_length(const char *s) {
    int depth = 0;
    size_t n = 0;
    for (; s[n]; n++) {
        if (s[n] == '(')
            depth++;
        else if (s[n] == ')')
            depth--;
        if (depth < 0 || (s[n] == ',' && depth == 0)) break;
    }
    return n;
}

/* Reads reqd_work_group_size from the kernel's own text: libclang does not expose the attribute. */
static void read_reqd(an_ir *ir, const an_decl *kernel) {
    uint32_t off, end;
    an_ir_range(kernel->cursor, &off, &end);
    const char *text = lp_text_str(&ir->unit->text);
    uint32_t stop = kernel->body ? kernel->body->off : end;
    static const char word[] = "reqd_work_group_size";
    for (uint32_t i = off; i + sizeof word < stop; i++) {
        if (strncmp(text + i, word, sizeof word - 1) != 0) continue;
        int64_t v[3] = {0, 0, 0};
        const char *p = text + i + strcspn(text + i, "(");
        for (int d = 0; d < 3 && *p; d++) {
            size_t n = argument_length(p + 1);
            char *arg = lp_strndup(p + 1, n);
            if (lp_expr_eval_text(arg, &(lp_binds){0}, &v[d], NULL)) v[d] = 0;
            free(arg);
            p += 1 + n;
        }
        ir->reqd_local = v[0] < 1 || v[0] > 1 << 20 || v[1] != 1 || v[2] != 1 ? -1 : (int)v[0];
        return;
    }
}

/* ---- entry ------------------------------------------------------------------------------------
 */

int an_ir_build(an_ir *ir, an_arena *arena, const an_unit *u, CXCursor kernel, lp_err *e) {
    memset(ir, 0, sizeof *ir);
    ir->arena = arena;
    ir->unit = u;
    ir->kernel = an_ir_function(ir, kernel, 0);
    if (!ir->kernel->body) return lp_fail(e, "kernel has no body");
    read_reqd(ir, ir->kernel);
    return 0;
}

void an_ir_free(an_ir *ir) {
    free(ir->decls);
    free(ir->index);
    free(ir->types);
    ir->decls = ir->index = NULL;
    ir->types = NULL;
    ir->n_index = ir->n_types = ir->cap_types = 0;
    ir->n_decls = ir->cap_decls = 0;
}

const char *an_callee(const an_node *call) {
    return call->decl ? call->decl->name : "";
}
