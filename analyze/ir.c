/* Purpose: the tree of a kernel and its helpers from libclang's AST. In: the cursor of the kernel's
 * definition. Out: an_ir. Does not interpret anything: that is walk*.c. */
#include "analyze/ir.h"

#include <stdlib.h>
#include <string.h>

#include "analyze/ir_type.h"
#include "common/expr.h"

enum { MAX_NODES = 400000, MAX_DEPTH = 1200 };

typedef struct kids {
    CXCursor *v;
    size_t n, cap;
} kids;

static enum CXChildVisitResult collect(CXCursor c, CXCursor parent, CXClientData data) {
    (void)parent;
    kids *k = data;
    enum CXCursorKind kind = clang_getCursorKind(c);
    if (clang_isReference(kind) || clang_isAttribute(kind)) return CXChildVisit_Continue;
    k->v = lp_grow(k->v, &k->cap, k->n + 1, sizeof *k->v);
    k->v[k->n++] = c;
    return CXChildVisit_Continue;
}

static kids children(CXCursor c) {
    kids k = {0};
    clang_visitChildren(c, collect, &k);
    return k;
}

static void range_of(CXCursor c, uint32_t *off, uint32_t *end) {
    CXSourceRange r = clang_getCursorExtent(c);
    unsigned a = 0, b = 0;
    clang_getExpansionLocation(clang_getRangeStart(r), NULL, NULL, NULL, &a);
    clang_getExpansionLocation(clang_getRangeEnd(r), NULL, NULL, NULL, &b);
    *off = a;
    *end = b;
}

static void unsupported(an_ir *ir, CXCursor c, const char *what) {
    if (ir->unsupported) return;
    uint32_t end;
    range_of(c, &ir->unsupported_off, &end);
    ir->unsupported = what;
}

static an_node *new_node(an_ir *ir, an_nkind kind, CXCursor c) {
    an_node *n = an_arena_alloc(ir->arena, sizeof *n);
    n->kind = kind;
    range_of(c, &n->off, &n->end);
    ir->n_nodes++;
    return n;
}

static void set_kids(an_ir *ir, an_node *n, int count) {
    n->n = count;
    n->kid = an_arena_alloc(ir->arena, (size_t)count * sizeof *n->kid);
}

static an_node *build(an_ir *ir, CXCursor c, int depth);

static int64_t eval_int(CXCursor c, bool *ok) {
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

/* ---- declarations ---------------------------------------------------------------------------- */

static an_decl *find_decl(an_ir *ir, CXCursor c) {
    for (size_t i = ir->n_decls; i-- > 0;)
        if (clang_equalCursors(ir->decls[i]->cursor, c)) return ir->decls[i];
    return NULL;
}

static an_decl *new_decl(an_ir *ir, CXCursor c, an_dkind kind) {
    an_decl *d = an_arena_alloc(ir->arena, sizeof *d);
    CXString cs = clang_getCursorSpelling(c);
    const char *s = clang_getCString(cs);
    d->kind = kind;
    d->cursor = c;
    d->name = an_arena_strndup(ir->arena, s ? s : "", s ? strlen(s) : 0);
    clang_disposeString(cs);
    d->type = an_type_of(ir->arena, clang_getCursorType(c));
    d->slot = -1;
    ir->decls = lp_grow(ir->decls, &ir->cap_decls, ir->n_decls + 1, sizeof *ir->decls);
    ir->decls[ir->n_decls++] = d;
    return d;
}

static void build_function(an_ir *ir, an_decl *d, CXCursor def, int depth) {
    int n = clang_Cursor_getNumArguments(def);
    d->n_params = n > 0 ? n : 0;
    d->params = an_arena_alloc(ir->arena, (size_t)d->n_params * sizeof *d->params);
    for (int i = 0; i < d->n_params; i++) {
        d->params[i] = new_decl(ir, clang_Cursor_getArgument(def, (unsigned)i), AN_D_PARAM);
        d->params[i]->slot = ir->n_slots++;
    }
    kids k = children(def);
    for (size_t i = 0; i < k.n; i++)
        if (clang_getCursorKind(k.v[i]) == CXCursor_CompoundStmt)
            d->body = build(ir, k.v[i], depth + 1);
    free(k.v);
}

static an_decl *function_decl(an_ir *ir, CXCursor ref, int depth) {
    CXCursor def = clang_getCursorDefinition(ref);
    CXCursor key = clang_Cursor_isNull(def) ? clang_getCanonicalCursor(ref) : def;
    an_decl *d = find_decl(ir, key);
    if (d) return d;
    d = new_decl(ir, key, AN_D_FUNC);
    d->result = an_type_of(ir->arena, clang_getCursorResultType(key));
    if (!clang_Cursor_isNull(def)) build_function(ir, d, def, depth);
    return d;
}

static an_decl *var_decl(an_ir *ir, CXCursor c, int depth) {
    an_decl *d = find_decl(ir, c);
    if (d) return d;
    CXCursor parent = clang_getCursorSemanticParent(c);
    bool top = clang_getCursorKind(parent) == CXCursor_TranslationUnit;
    d = new_decl(ir, c, top ? AN_D_CONST : AN_D_VAR);
    if (!top) d->slot = ir->n_slots++;
    CXCursor init = clang_Cursor_getVarDeclInitializer(c);
    if (!clang_Cursor_isNull(init)) d->init = build(ir, init, depth + 1);
    return d;
}

static an_decl *referenced_decl(an_ir *ir, CXCursor c, int depth) {
    CXCursor ref = clang_getCursorReferenced(c);
    switch ((int)clang_getCursorKind(ref)) {
    case CXCursor_ParmDecl:
        return find_decl(ir, ref);
    case CXCursor_VarDecl:
        return var_decl(ir, ref, depth);
    case CXCursor_FunctionDecl:
        return function_decl(ir, ref, depth);
    case CXCursor_EnumConstantDecl: {
        an_decl *d = find_decl(ir, ref);
        if (d) return d;
        d = new_decl(ir, ref, AN_D_ENUM);
        d->value = clang_getEnumConstantDeclValue(ref);
        return d;
    }
    default:
        return NULL;
    }
}

/* ---- expressions ----------------------------------------------------------------------------- */

static const struct {
    enum CXBinaryOperatorKind kind;
    an_op op;
} binary_ops[] = {
    {CXBinaryOperator_Mul, AN_MUL},
    {CXBinaryOperator_Div, AN_DIVIDE},
    {CXBinaryOperator_Rem, AN_REM},
    {CXBinaryOperator_Add, AN_ADD},
    {CXBinaryOperator_Sub, AN_SUB},
    {CXBinaryOperator_Shl, AN_SHL},
    {CXBinaryOperator_Shr, AN_SHR},
    {CXBinaryOperator_LT, AN_LT},
    {CXBinaryOperator_GT, AN_GT},
    {CXBinaryOperator_LE, AN_LE},
    {CXBinaryOperator_GE, AN_GE},
    {CXBinaryOperator_EQ, AN_EQ},
    {CXBinaryOperator_NE, AN_NE},
    {CXBinaryOperator_And, AN_BAND},
    {CXBinaryOperator_Xor, AN_BXOR},
    {CXBinaryOperator_Or, AN_BOR},
    {CXBinaryOperator_LAnd, AN_LAND},
    {CXBinaryOperator_LOr, AN_LOR},
    {CXBinaryOperator_Comma, AN_COMMA},
    {CXBinaryOperator_MulAssign, AN_MUL},
    {CXBinaryOperator_DivAssign, AN_DIVIDE},
    {CXBinaryOperator_RemAssign, AN_REM},
    {CXBinaryOperator_AddAssign, AN_ADD},
    {CXBinaryOperator_SubAssign, AN_SUB},
    {CXBinaryOperator_ShlAssign, AN_SHL},
    {CXBinaryOperator_ShrAssign, AN_SHR},
    {CXBinaryOperator_AndAssign, AN_BAND},
    {CXBinaryOperator_XorAssign, AN_BXOR},
    {CXBinaryOperator_OrAssign, AN_BOR},
};

static const struct {
    enum CXUnaryOperatorKind kind;
    an_op op;
} unary_ops[] = {
    {CXUnaryOperator_PostInc, AN_POSTINC}, {CXUnaryOperator_PostDec, AN_POSTDEC},
    {CXUnaryOperator_PreInc, AN_PREINC},   {CXUnaryOperator_PreDec, AN_PREDEC},
    {CXUnaryOperator_AddrOf, AN_ADDR},     {CXUnaryOperator_Deref, AN_DEREF},
    {CXUnaryOperator_Plus, AN_PLUS},       {CXUnaryOperator_Minus, AN_NEG},
    {CXUnaryOperator_Not, AN_BNOT},        {CXUnaryOperator_LNot, AN_LNOT},
};

static an_op binary_op(CXCursor c) {
    enum CXBinaryOperatorKind k = clang_getCursorBinaryOperatorKind(c);
    for (size_t i = 0; i < sizeof binary_ops / sizeof *binary_ops; i++)
        if (binary_ops[i].kind == k) return binary_ops[i].op;
    return AN_OP_NONE;
}

static an_op unary_op(CXCursor c) {
    enum CXUnaryOperatorKind k = clang_getCursorUnaryOperatorKind(c);
    for (size_t i = 0; i < sizeof unary_ops / sizeof *unary_ops; i++)
        if (unary_ops[i].kind == k) return unary_ops[i].op;
    return AN_OP_NONE;
}

static void build_kids(an_ir *ir, an_node *n, const kids *k, int depth) {
    set_kids(ir, n, (int)k->n);
    for (size_t i = 0; i < k->n; i++) n->kid[i] = build(ir, k->v[i], depth + 1);
}

/* `&v` of a private variable: its value can change behind our back. */
static void note_address(an_node *n) {
    an_node *x = n->kid[0];
    while (x && (x->kind == AN_CAST || x->kind == AN_MEMBER || x->kind == AN_SWIZZLE) &&
           x->n == 1 && !x->arrow)
        x = x->kid[0];
    if (x && x->kind == AN_REF && x->decl) x->decl->address_taken = true;
}

static an_node *build_call(an_ir *ir, CXCursor c, int depth) {
    an_node *n = new_node(ir, AN_CALL, c);
    int count = clang_Cursor_getNumArguments(c);
    CXCursor ref = clang_getCursorReferenced(c);
    if (clang_getCursorKind(ref) == CXCursor_FunctionDecl) n->decl = function_decl(ir, ref, depth);
    set_kids(ir, n, count > 0 ? count : 0);
    for (int i = 0; i < n->n; i++)
        n->kid[i] = build(ir, clang_Cursor_getArgument(c, (unsigned)i), depth + 1);
    return n;
}

/* The private struct or vector that a chain of members and components starts at; adds their
 * offsets. */
static an_decl *part_root(const an_node *n, int64_t *off) {
    while (n && (n->kind == AN_MEMBER || n->kind == AN_SWIZZLE)) {
        if (n->arrow || (n->kind == AN_SWIZZLE && n->lane < 0)) return NULL;
        *off += n->value;
        n = n->kid[0];
    }
    bool whole = n && n->kind == AN_REF && n->decl->slot >= 0 && !n->decl->part_of;
    return whole && (n->decl->type->cls == AN_T_RECORD || n->decl->type->cls == AN_T_VEC) ? n->decl
                                                                                          : NULL;
}

/* Gives an integer part of a private struct or vector its own declaration. */
static void note_part(an_ir *ir, an_node *n) {
    int64_t off = 0;
    an_decl *whole = n->type && n->type->cls == AN_T_INT ? part_root(n, &off) : NULL;
    if (!whole) return;
    for (an_decl *p = whole->parts; p; p = p->next_part)
        if (p->part_off == off && p->type->size == n->type->size) {
            n->decl = p;
            return;
        }
    an_decl *p = new_decl(ir, clang_getNullCursor(), AN_D_VAR);
    p->name = whole->name;
    p->type = n->type;
    p->slot = ir->n_slots++;
    p->part_of = whole;
    p->part_off = off;
    p->next_part = whole->parts;
    whole->parts = p;
    n->decl = p;
}

/* `.x`, `.s0`, ...: the one component it names, -1 for several or none that is known. */
static int lane_of(const an_ir *ir, uint32_t from, uint32_t to) {
    static const char xyzw[] = "xyzw", hex[] = "0123456789abcdef";
    const char *s = lp_text_str(&ir->unit->text);
    char name[4] = "";
    int n = 0;
    for (uint32_t i = from; i < to && i < ir->unit->text.len; i++) {
        if (s[i] == '.' || s[i] == ' ' || s[i] == '\n' || s[i] == ')') continue;
        if (n == 3) return -1;
        name[n++] = (char)(s[i] >= 'A' && s[i] <= 'Z' ? s[i] + 32 : s[i]);
    }
    const char *at = n == 1                     ? strchr(xyzw, name[0])
                     : n == 2 && name[0] == 's' ? strchr(hex, name[1])
                                                : NULL;
    return at ? (int)(at - (n == 1 ? xyzw : hex)) : -1;
}

/* An implicit conversion, a vector component (`.x` reaches past its operand) or something libclang
 * does not name. */
static an_node *build_unexposed(an_ir *ir, CXCursor c, const kids *k, int depth) {
    an_node *n;
    if (k->n != 1) {
        n = new_node(ir, AN_OTHER, c);
        build_kids(ir, n, k, depth);
        return n;
    }
    uint32_t off, end, koff, kend;
    range_of(c, &off, &end);
    range_of(k->v[0], &koff, &kend);
    n = new_node(ir, end > kend && off == koff ? AN_SWIZZLE : AN_CAST, c);
    build_kids(ir, n, k, depth);
    if (n->kind == AN_CAST) return n;
    n->type = an_type_of(ir->arena, clang_getCursorType(c));
    n->lane = n->type->cls == AN_T_VEC ? -1 : lane_of(ir, kend, end);
    if (n->lane >= 0) n->value = n->lane * n->type->size;
    note_part(ir, n);
    return n;
}

static an_node *build_member(an_ir *ir, CXCursor c, const kids *k, int depth) {
    an_node *n = new_node(ir, AN_MEMBER, c);
    CXCursor field = clang_getCursorReferenced(c);
    long long bits = an_field_bits(field);
    if (bits < 0 || clang_Cursor_isBitField(field) || k->n < 1) {
        n->kind = AN_OTHER;
        build_kids(ir, n, k, depth);
        return n;
    }
    n->value = bits / 8;
    set_kids(ir, n, 1);
    n->kid[0] = build(ir, k->v[0], depth + 1);
    n->arrow = n->kid[0] && n->kid[0]->type && n->kid[0]->type->cls == AN_T_PTR;
    n->type = an_type_of(ir->arena, clang_getCursorType(c));
    note_part(ir, n);
    return n;
}

static an_node *build_expr(an_ir *ir, CXCursor c, const kids *k, int depth) {
    an_node *n;
    bool ok;
    switch ((int)clang_getCursorKind(c)) {
    case CXCursor_ParenExpr:
        return k->n == 1 ? build(ir, k->v[0], depth + 1) : new_node(ir, AN_OTHER, c);
    case CXCursor_IntegerLiteral:
    case CXCursor_CharacterLiteral:
    case CXCursor_UnaryExpr:
        n = new_node(ir, AN_INT, c);
        n->value = eval_int(c, &ok);
        if (!ok) n->kind = AN_OTHER;
        return n;
    case CXCursor_FloatingLiteral:
        return new_node(ir, AN_FLOATLIT, c);
    case CXCursor_DeclRefExpr:
        n = new_node(ir, AN_REF, c);
        n->decl = referenced_decl(ir, c, depth);
        if (!n->decl) n->kind = AN_OTHER;
        return n;
    case CXCursor_UnaryOperator:
        n = new_node(ir, AN_UNARY, c);
        n->op = unary_op(c);
        build_kids(ir, n, k, depth);
        if (n->n != 1 || n->op == AN_OP_NONE)
            n->kind = AN_OTHER;
        else if (n->op == AN_ADDR)
            note_address(n);
        return n;
    case CXCursor_BinaryOperator:
    case CXCursor_CompoundAssignOperator:
        n = new_node(ir, AN_BINARY, c);
        n->op = binary_op(c);
        build_kids(ir, n, k, depth);
        if (clang_getCursorKind(c) == CXCursor_CompoundAssignOperator)
            n->kind = AN_OPASSIGN;
        else if (clang_getCursorBinaryOperatorKind(c) == CXBinaryOperator_Assign)
            n->kind = AN_ASSIGN;
        if (n->n != 2 || (n->op == AN_OP_NONE && n->kind != AN_ASSIGN)) n->kind = AN_OTHER;
        return n;
    case CXCursor_ConditionalOperator:
        n = new_node(ir, AN_COND, c);
        build_kids(ir, n, k, depth);
        if (n->n != 3) n->kind = AN_OTHER;
        return n;
    case CXCursor_ArraySubscriptExpr:
        n = new_node(ir, AN_INDEX, c);
        build_kids(ir, n, k, depth);
        if (n->n != 2) n->kind = AN_OTHER;
        return n;
    case CXCursor_CStyleCastExpr: {
        n = new_node(ir, AN_CAST, c);
        set_kids(ir, n, 1);
        n->kid[0] = k->n ? build(ir, k->v[k->n - 1], depth + 1) : NULL;
        if (!n->kid[0]) n->kind = AN_OTHER, n->n = 0;
        return n;
    }
    case CXCursor_CallExpr:
        return build_call(ir, c, depth);
    case CXCursor_MemberRefExpr:
        return build_member(ir, c, k, depth);
    case CXCursor_InitListExpr:
        n = new_node(ir, AN_LIST, c);
        build_kids(ir, n, k, depth);
        return n;
    case CXCursor_UnexposedExpr:
        return build_unexposed(ir, c, k, depth);
    default:
        n = new_node(ir, AN_OTHER, c);
        build_kids(ir, n, k, depth);
        return n;
    }
}

/* ---- statements ------------------------------------------------------------------------------ */

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

static an_node *build_for(an_ir *ir, CXCursor c, const kids *k, int depth) {
    an_node *n = new_node(ir, AN_FOR, c);
    uint32_t semi[2], off, end;
    for_semicolons(ir, n->off, n->end, semi);
    set_kids(ir, n, 4);
    for (size_t i = 0; i < k->n; i++) {
        range_of(k->v[i], &off, &end);
        int slot = i + 1 == k->n ? 3 : off <= semi[0] ? 0 : off <= semi[1] ? 1 : 2;
        n->kid[slot] = build(ir, k->v[i], depth + 1);
    }
    return n;
}

static an_node *build_decl_stmt(an_ir *ir, CXCursor c, const kids *k, int depth) {
    an_node *n = new_node(ir, AN_BLOCK, c);
    int count = 0;
    set_kids(ir, n, (int)k->n);
    for (size_t i = 0; i < k->n; i++) {
        if (clang_getCursorKind(k->v[i]) != CXCursor_VarDecl) continue;
        an_node *d = new_node(ir, AN_DECL, k->v[i]);
        d->decl = var_decl(ir, k->v[i], depth);
        n->kid[count++] = d;
    }
    n->n = count;
    n->value = 1; /* a declaration statement opens no scope */
    return n;
}

static an_node *build_case(an_ir *ir, CXCursor c, const kids *k, int depth) {
    an_node *n = new_node(ir, AN_CASE, c);
    bool ok = false;
    n->value = k->n ? eval_int(k->v[0], &ok) : 0;
    set_kids(ir, n, 1);
    n->kid[0] = k->n >= 2 ? build(ir, k->v[k->n - 1], depth + 1) : NULL;
    return n;
}

static an_node *build_stmt(an_ir *ir, CXCursor c, const kids *k, int depth) {
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
        an_node *n = new_node(ir, plain[i].node, c);
        build_kids(ir, n, k, depth);
        return n;
    }
    if (kind == CXCursor_ForStmt && k->n >= 1) return build_for(ir, c, k, depth);
    if (kind == CXCursor_DeclStmt) return build_decl_stmt(ir, c, k, depth);
    if (kind == CXCursor_CaseStmt) return build_case(ir, c, k, depth);
    if (kind == CXCursor_UnexposedStmt && k->n >= 1)
        return build(ir, k->v[k->n - 1], depth + 1); /* attributes */
    unsupported(ir, c,
                kind == CXCursor_GotoStmt || kind == CXCursor_LabelStmt ||
                        kind == CXCursor_IndirectGotoStmt
                    ? "goto"
                : kind == CXCursor_GCCAsmStmt ? "inline assembly"
                                              : "a statement of an unknown kind");
    return new_node(ir, AN_UNKNOWN_STMT, c);
}

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
    for (int i = 0; i < n->n && !n->effects; i++) n->effects = n->kid[i] && n->kid[i]->effects;
}

static an_node *build(an_ir *ir, CXCursor c, int depth) {
    if (depth > MAX_DEPTH || ir->n_nodes > MAX_NODES) {
        unsupported(ir, c,
                    depth > MAX_DEPTH ? "nesting deeper than the limit"
                                      : "a kernel larger than the limit");
        return new_node(ir, clang_isExpression(clang_getCursorKind(c)) ? AN_OTHER : AN_UNKNOWN_STMT,
                        c);
    }
    kids k = children(c);
    an_node *n;
    if (clang_isExpression(clang_getCursorKind(c))) {
        n = build_expr(ir, c, &k, depth);
        if (!n->type) n->type = an_type_of(ir->arena, clang_getCursorType(c));
        if (clang_getCursorKind(c) == CXCursor_StmtExpr)
            unsupported(ir, c, "a statement expression");
    } else {
        n = build_stmt(ir, c, &k, depth);
    }
    free(k.v);
    note_effects(n);
    note_assigned(n);
    return n;
}

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
    range_of(kernel->cursor, &off, &end);
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

int an_ir_build(an_ir *ir, an_arena *arena, const an_unit *u, CXCursor kernel, lp_err *e) {
    memset(ir, 0, sizeof *ir);
    ir->arena = arena;
    ir->unit = u;
    ir->kernel = function_decl(ir, kernel, 0);
    if (!ir->kernel->body) return lp_fail(e, "kernel has no body");
    read_reqd(ir, ir->kernel);
    return 0;
}

void an_ir_free(an_ir *ir) {
    free(ir->decls);
    ir->decls = NULL;
    ir->n_decls = ir->cap_decls = 0;
}

const char *an_callee(const an_node *call) {
    return call->decl ? call->decl->name : "";
}
