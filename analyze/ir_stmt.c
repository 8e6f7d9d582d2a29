/* Purpose: statements of the tree. In: cursors of statements. Out: an_node, or what is not
 * supported.
 */
#include "analyze/ir_int.h"

/* libclang leaves missing parts of `for (;;)` out, so the two semicolons in the text tell which
 * child is which. */
static void for_semicolons(const an_ir *ir, uint32_t off, uint32_t end, uint32_t semi[2]) {
    const char *s = lp_text_str(&ir->unit->text);
    int depth = 0, found = 0;
    semi[0] = semi[1] = end;
    for (uint32_t i = off; i < end && i < ir->unit->text.len && found < 2; i++) {
        if (s[i] == '(' || s[i] == '[' || s[i] == '{')
            depth++;
        else if (s[i] == ')' || s[i] == ']' || s[i] == '}')
            depth--;
        else if (s[i] == ';' && depth == 1)
            semi[found++] = i;
    }
}

static an_node *build_for(an_ir *ir, CXCursor c, const an_kids *k, int depth) {
    an_node *n = an_ir_new(ir, AN_FOR, c);
    uint32_t semi[2], off, end;
    for_semicolons(ir, n->off, n->end, semi);
    an_ir_set_kids(ir, n, 4);
    for (size_t i = 0; i < k->n; i++) {
        an_ir_range(k->v[i], &off, &end);
        int slot = i + 1 == k->n ? 3 : off <= semi[0] ? 0 : off <= semi[1] ? 1 : 2;
        n->kid[slot] = an_ir_build_node(ir, k->v[i], depth + 1);
    }
    return n;
}

static an_node *build_decl_stmt(an_ir *ir, CXCursor c, const an_kids *k, int depth) {
    an_node *n = an_ir_new(ir, AN_BLOCK, c);
    int count = 0;
    an_ir_set_kids(ir, n, (int)k->n);
    for (size_t i = 0; i < k->n; i++) {
        if (clang_getCursorKind(k->v[i]) != CXCursor_VarDecl) continue;
        an_node *d = an_ir_new(ir, AN_DECL, k->v[i]);
        d->decl = an_ir_var(ir, k->v[i], depth);
        n->kid[count++] = d;
    }
    n->n = count;
    n->value = 1; /* a declaration statement opens no scope */
    return n;
}

static an_node *build_case(an_ir *ir, CXCursor c, const an_kids *k, int depth) {
    an_node *n = an_ir_new(ir, AN_CASE, c);
    bool ok = false;
    n->value = k->n ? an_ir_eval(k->v[0], &ok) : 0;
    an_ir_set_kids(ir, n, 1);
    n->kid[0] = k->n >= 2 ? an_ir_build_node(ir, k->v[k->n - 1], depth + 1) : NULL;
    return n;
}

an_node *an_ir_stmt(an_ir *ir, CXCursor c, const an_kids *k, int depth) {
    static const struct {
        enum CXCursorKind kind;
        an_nkind node;
        size_t min_kids, max_kids;
    } plain[] = {
        {CXCursor_CompoundStmt, AN_BLOCK, 0, SIZE_MAX}, {CXCursor_IfStmt, AN_IF, 2, 3},
        {CXCursor_WhileStmt, AN_WHILE, 2, 2},           {CXCursor_DoStmt, AN_DO, 2, 2},
        {CXCursor_SwitchStmt, AN_SWITCH, 2, 2},         {CXCursor_DefaultStmt, AN_DEFAULT, 1, 1},
        {CXCursor_BreakStmt, AN_BREAK, 0, 0},           {CXCursor_ContinueStmt, AN_CONTINUE, 0, 0},
        {CXCursor_ReturnStmt, AN_RETURN, 0, 1},         {CXCursor_NullStmt, AN_EMPTY, 0, 0},
    };
    enum CXCursorKind kind = clang_getCursorKind(c);
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) {
        if (plain[i].kind != kind) continue;
        if (k->n < plain[i].min_kids || k->n > plain[i].max_kids) break;
        an_node *n = an_ir_new(ir, plain[i].node, c);
        an_ir_build_kids(ir, n, k, depth);
        return n;
    }
    if (kind == CXCursor_ForStmt && k->n >= 1) return build_for(ir, c, k, depth);
    if (kind == CXCursor_DeclStmt) return build_decl_stmt(ir, c, k, depth);
    if (kind == CXCursor_CaseStmt) return build_case(ir, c, k, depth);
    if (kind == CXCursor_UnexposedStmt && k->n >= 1)
        return an_ir_build_node(ir, k->v[k->n - 1], depth + 1); /* attributes */
    an_ir_unsupported(ir, c,
                      kind == CXCursor_GotoStmt || kind == CXCursor_LabelStmt ||
                              kind == CXCursor_IndirectGotoStmt
                          ? "goto"
                      : kind == CXCursor_GCCAsmStmt ? "inline assembly"
                                                    : "a statement of an unknown kind");
    return an_ir_new(ir, AN_UNKNOWN_STMT, c);
}
