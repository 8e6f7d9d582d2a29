/* Purpose: declarations of the tree: each variable, parameter, enum constant and function once. In:
 * cursors of declarations and of references to them. Out: an_decl. Does not build expressions. */
#include <stdlib.h>
#include <string.h>

#include "analyze/ir_int.h"

/* ---- finding ----------------------------------------------------------------------------------
 */

static size_t hash_slot(const an_ir *ir, CXCursor c) {
    return (size_t)(clang_hashCursor(c) * 0x9e3779b1U) & (ir->n_index - 1);
}

/* Where the cursor is, or where it would be put. */
static size_t probe(const an_ir *ir, CXCursor c) {
    size_t i = hash_slot(ir, c);
    while (ir->index[i] && !clang_equalCursors(ir->index[i]->cursor, c))
        i = (i + 1) & (ir->n_index - 1);
    return i;
}

static an_decl *find_decl(const an_ir *ir, CXCursor c) {
    return ir->n_index ? ir->index[probe(ir, c)] : NULL;
}

static void index_decl(an_ir *ir, an_decl *d) {
    if (2 * (ir->n_decls + 1) > ir->n_index) {
        free(ir->index);
        ir->n_index = ir->n_index ? 4 * ir->n_index : 256;
        ir->index = lp_alloc(ir->n_index, sizeof *ir->index);
        for (size_t i = 0; i < ir->n_decls; i++)
            if (!clang_Cursor_isNull(ir->decls[i]->cursor))
                ir->index[probe(ir, ir->decls[i]->cursor)] = ir->decls[i];
    }
    ir->index[probe(ir, d->cursor)] = d;
}

/* ---- making ------------------------------------------------------------------------------------
 */

an_decl *an_ir_decl(an_ir *ir, CXCursor c, an_dkind kind) {
    an_decl *d = an_arena_alloc(ir->arena, sizeof *d);
    CXString cs = clang_getCursorSpelling(c);
    const char *s = clang_getCString(cs);
    d->kind = kind;
    d->cursor = c;
    d->name = an_arena_strndup(ir->arena, s ? s : "", s ? strlen(s) : 0);
    clang_disposeString(cs);
    d->type = an_ir_type(ir, clang_getCursorType(c));
    d->slot = -1;
    if (!clang_Cursor_isNull(c)) index_decl(ir, d);
    ir->decls = lp_grow(ir->decls, &ir->cap_decls, ir->n_decls + 1, sizeof *ir->decls);
    ir->decls[ir->n_decls++] = d;
    return d;
}

static void build_function(an_ir *ir, an_decl *d, CXCursor def, int depth) {
    int n = clang_Cursor_getNumArguments(def);
    d->n_params = n > 0 ? n : 0;
    d->params = an_arena_alloc(ir->arena, (size_t)d->n_params * sizeof *d->params);
    for (int i = 0; i < d->n_params; i++) {
        d->params[i] = an_ir_decl(ir, clang_Cursor_getArgument(def, (unsigned)i), AN_D_PARAM);
        d->params[i]->slot = ir->n_slots++;
    }
    an_kids k = an_ir_children(def);
    for (size_t i = 0; i < k.n; i++)
        if (clang_getCursorKind(k.v[i]) == CXCursor_CompoundStmt)
            d->body = an_ir_build_node(ir, k.v[i], depth + 1);
    free(k.v);
}

an_decl *an_ir_function(an_ir *ir, CXCursor ref, int depth) {
    CXCursor def = clang_getCursorDefinition(ref);
    CXCursor key = clang_Cursor_isNull(def) ? clang_getCanonicalCursor(ref) : def;
    an_decl *d = find_decl(ir, key);
    if (d) return d;
    d = an_ir_decl(ir, key, AN_D_FUNC);
    d->result = an_ir_type(ir, clang_getCursorResultType(key));
    if (!clang_Cursor_isNull(def)) build_function(ir, d, def, depth);
    return d;
}

an_decl *an_ir_var(an_ir *ir, CXCursor c, int depth) {
    an_decl *d = find_decl(ir, c);
    if (d) return d;
    CXCursor parent = clang_getCursorSemanticParent(c);
    bool top = clang_getCursorKind(parent) == CXCursor_TranslationUnit;
    d = an_ir_decl(ir, c, top ? AN_D_CONST : AN_D_VAR);
    if (!top) d->slot = ir->n_slots++;
    CXCursor init = clang_Cursor_getVarDeclInitializer(c);
    if (!clang_Cursor_isNull(init)) d->init = an_ir_build_node(ir, init, depth + 1);
    return d;
}

an_decl *an_ir_referenced(an_ir *ir, CXCursor c, int depth) {
    CXCursor ref = clang_getCursorReferenced(c);
    switch ((int)clang_getCursorKind(ref)) {
    case CXCursor_ParmDecl:
        return find_decl(ir, ref);
    case CXCursor_VarDecl:
        return an_ir_var(ir, ref, depth);
    case CXCursor_FunctionDecl:
        return an_ir_function(ir, ref, depth);
    case CXCursor_EnumConstantDecl: {
        an_decl *d = find_decl(ir, ref);
        if (d) return d;
        d = an_ir_decl(ir, ref, AN_D_ENUM);
        d->value = clang_getEnumConstantDeclValue(ref);
        return d;
    }
    default:
        return NULL;
    }
}
