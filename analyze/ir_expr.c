/* Purpose: expressions of the tree. In: cursors of expressions. Out: an_node. Does not compute
 * anything but literals. */
#include <string.h>

#include "analyze/ir_int.h"

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

/* `&v` of a private variable: its value can change behind our back. */
static void note_address(an_node *n) {
    an_node *x = n->kid[0];
    while (x && (x->kind == AN_CAST || x->kind == AN_MEMBER || x->kind == AN_SWIZZLE) &&
           x->n == 1 && !x->arrow)
        x = x->kid[0];
    if (x && x->kind == AN_REF && x->decl) x->decl->address_taken = true;
}

static an_node *build_call(an_ir *ir, CXCursor c, int depth) {
    an_node *n = an_ir_new(ir, AN_CALL, c);
    int count = clang_Cursor_getNumArguments(c);
    CXCursor ref = clang_getCursorReferenced(c);
    if (clang_getCursorKind(ref) == CXCursor_FunctionDecl) n->decl = an_ir_function(ir, ref, depth);
    an_ir_set_kids(ir, n, count > 0 ? count : 0);
    for (int i = 0; i < n->n; i++)
        n->kid[i] = an_ir_build_node(ir, clang_Cursor_getArgument(c, (unsigned)i), depth + 1);
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

/* Gives a scalar part of a private struct or vector its own declaration. */
static void note_part(an_ir *ir, an_node *n) {
    int64_t off = 0;
    bool scalar = n->type && (n->type->cls == AN_T_INT || n->type->cls == AN_T_FLOAT);
    an_decl *whole = scalar ? part_root(n, &off) : NULL;
    if (!whole) return;
    for (an_decl *p = whole->parts; p; p = p->next_part)
        if (p->part_off == off && p->type->size == n->type->size && p->type->cls == n->type->cls) {
            n->decl = p;
            return;
        }
    an_decl *p = an_ir_decl(ir, clang_getNullCursor(), AN_D_VAR);
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

/* as_uint(f) is a macro of the built-in header, and everything in it is where its name is: the same
 * bits are another number, and conversions inside are taken for one. */
static bool in_bit_cast(const an_ir *ir, uint32_t off) {
    const lp_text *t = &ir->unit->text;
    return t->len > (size_t)off + 3 && !strncmp(lp_text_str(t) + off, "as_", 3);
}

/* An implicit conversion, a vector component (`.x` reaches past its operand) or something libclang
 * does not name. */
static an_node *build_unexposed(an_ir *ir, CXCursor c, const an_kids *k, int depth) {
    an_node *n;
    if (k->n != 1) {
        n = an_ir_new(ir, AN_OTHER, c);
        an_ir_build_kids(ir, n, k, depth);
        return n;
    }
    uint32_t off, end, koff, kend;
    an_ir_range(c, &off, &end);
    an_ir_range(k->v[0], &koff, &kend);
    n = an_ir_new(ir, end > kend && off == koff ? AN_SWIZZLE : AN_CAST, c);
    an_ir_build_kids(ir, n, k, depth);
    n->type = an_ir_type(ir, clang_getCursorType(c));
    if (n->kind == AN_CAST) {
        const an_type *from = n->kid[0] ? n->kid[0]->type : NULL;
        if ((!from || from->is_float != n->type->is_float) && in_bit_cast(ir, off))
            n->kind = AN_OTHER;
        return n;
    }
    n->lane = n->type->cls == AN_T_VEC ? -1 : lane_of(ir, kend, end);
    if (n->lane >= 0) n->value = n->lane * n->type->size;
    note_part(ir, n);
    return n;
}

static an_node *build_member(an_ir *ir, CXCursor c, const an_kids *k, int depth) {
    an_node *n = an_ir_new(ir, AN_MEMBER, c);
    CXCursor field = clang_getCursorReferenced(c);
    long long bits = an_field_bits(field);
    if (bits < 0 || clang_Cursor_isBitField(field) || k->n < 1) {
        n->kind = AN_OTHER;
        an_ir_build_kids(ir, n, k, depth);
        return n;
    }
    n->value = bits / 8;
    an_ir_set_kids(ir, n, 1);
    n->kid[0] = an_ir_build_node(ir, k->v[0], depth + 1);
    n->arrow = n->kid[0] && n->kid[0]->type && n->kid[0]->type->cls == AN_T_PTR;
    n->type = an_ir_type(ir, clang_getCursorType(c));
    note_part(ir, n);
    return n;
}

an_node *an_ir_expr(an_ir *ir, CXCursor c, const an_kids *k, int depth) {
    an_node *n;
    bool ok;
    switch ((int)clang_getCursorKind(c)) {
    case CXCursor_ParenExpr:
        return k->n == 1 ? an_ir_build_node(ir, k->v[0], depth + 1) : an_ir_new(ir, AN_OTHER, c);
    case CXCursor_IntegerLiteral:
    case CXCursor_CharacterLiteral:
    case CXCursor_UnaryExpr:
        n = an_ir_new(ir, AN_INT, c);
        n->value = an_ir_eval(c, &ok);
        if (!ok) n->kind = AN_OTHER;
        return n;
    case CXCursor_FloatingLiteral:
        return an_ir_new(ir, AN_FLOATLIT, c);
    case CXCursor_DeclRefExpr:
        n = an_ir_new(ir, AN_REF, c);
        n->decl = an_ir_referenced(ir, c, depth);
        if (!n->decl) n->kind = AN_OTHER;
        return n;
    case CXCursor_UnaryOperator:
        n = an_ir_new(ir, AN_UNARY, c);
        n->op = unary_op(c);
        an_ir_build_kids(ir, n, k, depth);
        if (n->n != 1 || n->op == AN_OP_NONE)
            n->kind = AN_OTHER;
        else if (n->op == AN_ADDR)
            note_address(n);
        return n;
    case CXCursor_BinaryOperator:
    case CXCursor_CompoundAssignOperator:
        n = an_ir_new(ir, AN_BINARY, c);
        n->op = binary_op(c);
        an_ir_build_kids(ir, n, k, depth);
        if (clang_getCursorKind(c) == CXCursor_CompoundAssignOperator)
            n->kind = AN_OPASSIGN;
        else if (clang_getCursorBinaryOperatorKind(c) == CXBinaryOperator_Assign)
            n->kind = AN_ASSIGN;
        if (n->n != 2 || (n->op == AN_OP_NONE && n->kind != AN_ASSIGN)) n->kind = AN_OTHER;
        return n;
    case CXCursor_ConditionalOperator:
        n = an_ir_new(ir, AN_COND, c);
        an_ir_build_kids(ir, n, k, depth);
        if (n->n != 3) n->kind = AN_OTHER;
        return n;
    case CXCursor_ArraySubscriptExpr:
        n = an_ir_new(ir, AN_INDEX, c);
        an_ir_build_kids(ir, n, k, depth);
        if (n->n != 2) n->kind = AN_OTHER;
        return n;
    case CXCursor_CStyleCastExpr: {
        n = an_ir_new(ir, AN_CAST, c);
        an_ir_set_kids(ir, n, 1);
        n->kid[0] = k->n ? an_ir_build_node(ir, k->v[k->n - 1], depth + 1) : NULL;
        if (!n->kid[0]) n->kind = AN_OTHER, n->n = 0;
        return n;
    }
    case CXCursor_CallExpr:
        return build_call(ir, c, depth);
    case CXCursor_MemberRefExpr:
        return build_member(ir, c, k, depth);
    case CXCursor_InitListExpr:
        n = an_ir_new(ir, AN_LIST, c);
        an_ir_build_kids(ir, n, k, depth);
        return n;
    case CXCursor_UnexposedExpr:
        return build_unexposed(ir, c, k, depth);
    default:
        n = an_ir_new(ir, AN_OTHER, c);
        an_ir_build_kids(ir, n, k, depth);
        return n;
    }
}
