/* The syntax tree that the probe source is made from.
 *
 * In: the parsed normalised source. Out: functions, variables, and the bodies as trees of nodes
 * with their ranges in the text. Changes nothing. */
#include <stdlib.h>
#include <string.h>

#include "analyze/parse.h"
#include "analyze/probe_int.h"

enum { MAX_NODES = 400000, MAX_DEPTH = 1200 };

void an_probe_fail(an_pctx *x, uint32_t off, const char *why) {
    if (x->fail) return;
    x->fail = why;
    x->fail_off = off;
}

void an_probe_gap(an_pctx *x, uint32_t off, const char *why) {
    if (x->gap && x->gap_off <= off) return;
    x->gap = why;
    x->gap_off = off;
}

int an_probe_line(const an_pctx *x, uint32_t off) {
    size_t lo = 0, hi = x->n_lines;
    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;
        if (x->line_at[mid] <= off)
            lo = mid + 1;
        else
            hi = mid;
    }
    return (int)lo;
}

/* ---- types -------------------------------------------------------------------------------------
 */

an_pspace an_probe_space(CXType t) {
    /* libclang's numbers are those of clang's LangAS; it has no names for them. */
    static const an_pspace spaces[] = {AN_PS_PRIVATE, AN_PS_GLOBAL,  AN_PS_LOCAL,  AN_PS_CONSTANT,
                                       AN_PS_PRIVATE, AN_PS_GENERIC, AN_PS_GLOBAL, AN_PS_GLOBAL};
    if (t.kind == CXType_Invalid) return AN_PS_PRIVATE;
    unsigned as = clang_getAddressSpace(t);
    return as < sizeof spaces / sizeof *spaces ? spaces[as] : AN_PS_GENERIC;
}

static int canonical_kind(const an_pnode *n) {
    return n->type.kind == CXType_Invalid ? CXType_Invalid
                                          : (int)clang_getCanonicalType(n->type).kind;
}

bool an_probe_is_array(const an_pnode *n) {
    int k = canonical_kind(n);
    return k == CXType_ConstantArray || k == CXType_IncompleteArray;
}

bool an_probe_is_pointer(const an_pnode *n) {
    return canonical_kind(n) == CXType_Pointer;
}

static bool is_vector(const an_pnode *n) {
    int k = canonical_kind(n);
    if (k == CXType_Pointer)
        k = (int)clang_getCanonicalType(clang_getPointeeType(clang_getCanonicalType(n->type))).kind;
    return k == CXType_ExtVector || k == CXType_Vector;
}

/* ---- shapes ------------------------------------------------------------------------------------
 */

static bool is_implicit(const an_pnode *n) {
    return n->kind == CXCursor_UnexposedExpr && n->n == 1 && n->off == n->kid[0]->off &&
           n->end == n->kid[0]->end;
}

bool an_probe_is_decay(const an_pnode *n) {
    return is_implicit(n) && an_probe_is_pointer(n) && an_probe_is_array(n->kid[0]);
}

bool an_probe_is_swizzle(const an_pnode *n) {
    return n->kind == CXCursor_UnexposedExpr && n->n == 1 && n->off == n->kid[0]->off &&
           n->end > n->kid[0]->end && is_vector(n->kid[0]);
}

an_pnode *an_probe_bare(an_pnode *n) {
    while (n->kind == CXCursor_ParenExpr && n->n == 1) n = n->kid[0];
    return n;
}

an_pnode *an_probe_peel(an_pnode *n) {
    for (;;) {
        n = an_probe_bare(n);
        if (!is_implicit(n) || !an_probe_is_pointer(n->kid[0])) return n;
        n = n->kid[0];
    }
}

an_pnode *an_probe_strip(an_pnode *n) {
    for (;;) {
        n = an_probe_bare(n);
        if (!is_implicit(n)) return n;
        n = n->kid[0];
    }
}

an_pnode *an_probe_base(const an_pnode *n) {
    an_pnode *s = an_probe_strip(n->kid[0]);
    bool first = an_probe_is_pointer(n->kid[0]) || an_probe_is_array(s) || is_vector(s);
    return n->kid[first ? 0 : 1];
}

an_pnode *an_probe_index(const an_pnode *n) {
    return an_probe_base(n) == n->kid[0] ? n->kid[1] : n->kid[0];
}

static an_proot part_of(an_pnode *whole, bool indexed) {
    an_proot r = an_probe_root(whole);
    r.indexed |= indexed;
    return r;
}

/* Through a pointer, unless it is an array that just became one. */
static an_proot through(an_pnode *pointer, bool indexed) {
    an_pnode *s = an_probe_strip(pointer);
    if (an_probe_is_array(s) || !an_probe_is_pointer(s)) return part_of(s, indexed);
    return (an_proot){.kind = AN_ROOT_DEREF, .ptr = pointer, .indexed = indexed};
}

an_proot an_probe_root(an_pnode *n) {
    n = an_probe_strip(n);
    switch (n->kind) {
    case CXCursor_DeclRefExpr:
        return (an_proot){.kind = n->decl ? AN_ROOT_VAR : AN_ROOT_VALUE, .var = n->decl};
    case CXCursor_ArraySubscriptExpr:
        if (n->n != 2) break;
        return through(an_probe_base(n),
                       an_probe_strip(an_probe_index(n))->kind != CXCursor_IntegerLiteral);
    case CXCursor_MemberRefExpr:
        if (n->n < 1) break;
        return an_probe_is_pointer(n->kid[0]) ? through(n->kid[0], false)
                                              : part_of(n->kid[0], false);
    case CXCursor_UnaryOperator:
        if (n->n == 1 && clang_getCursorUnaryOperatorKind(n->cursor) == CXUnaryOperator_Deref)
            return through(n->kid[0], false);
        break;
    case CXCursor_UnexposedExpr:
        if (!an_probe_is_swizzle(n)) break;
        return an_probe_is_pointer(n->kid[0]) ? through(n->kid[0], false)
                                              : part_of(n->kid[0], false);
    case CXCursor_CompoundLiteralExpr:
    case CXCursor_StringLiteral:
        return (an_proot){.kind = AN_ROOT_TEMP};
    default:
        break;
    }
    return (an_proot){.kind = AN_ROOT_VALUE};
}

/* ---- declarations ------------------------------------------------------------------------------
 */

static const char *spelling(an_pctx *x, CXCursor c) {
    CXString cs = clang_getCursorSpelling(c);
    const char *s = clang_getCString(cs);
    const char *copy = an_arena_strndup(&x->arena, s ? s : "", s ? strlen(s) : 0);
    clang_disposeString(cs);
    return copy;
}

static an_pdecl *decl_of(an_pctx *x, CXCursor c) {
    an_pdecl **at = &x->bucket[clang_hashCursor(c) % AN_PROBE_BUCKETS];
    for (an_pdecl *d = *at; d; d = d->next)
        if (clang_equalCursors(d->cursor, c)) return d;
    an_pdecl *d = an_arena_alloc(&x->arena, sizeof *d);
    *d = (an_pdecl){.cursor = c,
                    .name = spelling(x, c),
                    .slot = AN_SLOT_NONE,
                    .region = -1,
                    .top = clang_getCursorKind(clang_getCursorSemanticParent(c)) ==
                           CXCursor_TranslationUnit,
                    .space = an_probe_space(clang_getCursorType(c)),
                    .next = *at};
    *at = d;
    return d;
}

static an_pfunc *func_of(an_pctx *x, CXCursor c) {
    CXCursor canonical = clang_getCanonicalCursor(c);
    for (size_t i = 0; i < x->n_funcs; i++)
        if (clang_equalCursors(x->funcs[i]->canonical, canonical)) return x->funcs[i];
    return NULL;
}

/* ---- nodes -------------------------------------------------------------------------------------
 */

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

static uint32_t place(CXSourceLocation loc) {
    unsigned at = 0;
    clang_getFileLocation(loc, NULL, NULL, NULL, &at);
    return at;
}

static void refer(an_pctx *x, an_pnode *n) {
    CXCursor ref = clang_getCursorReferenced(n->cursor);
    enum CXCursorKind kind = clang_getCursorKind(ref);
    if (kind == CXCursor_VarDecl || kind == CXCursor_ParmDecl) n->decl = decl_of(x, ref);
    if (kind == CXCursor_FunctionDecl) n->func = func_of(x, ref);
}

static void refuse(an_pctx *x, const an_pnode *n) {
    static const struct {
        enum CXCursorKind kind;
        const char *why;
    } refused[] = {
        {CXCursor_GotoStmt, "goto"},
        {CXCursor_IndirectGotoStmt, "goto"},
        {CXCursor_GCCAsmStmt, "inline assembly"},
        {CXCursor_StmtExpr, "a statement expression"},
        {CXCursor_BlockExpr, "a block"},
    };
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        if ((int)refused[i].kind == n->kind) an_probe_fail(x, n->off, refused[i].why);
}

static an_pnode *build(an_pctx *x, CXCursor c, int depth) {
    an_pnode *n = an_arena_alloc(&x->arena, sizeof *n);
    CXSourceRange r = clang_getCursorExtent(c);
    kids k = {0};
    n->cursor = c;
    n->type = clang_getCursorType(c);
    n->kind = (int)clang_getCursorKind(c);
    n->off = place(clang_getRangeStart(r));
    n->end = place(clang_getRangeEnd(r));
    if (n->kind == CXCursor_DeclRefExpr) refer(x, n);
    if (n->kind == CXCursor_VarDecl) n->decl = decl_of(x, c);
    refuse(x, n);
    if (++x->n_nodes > MAX_NODES || depth > MAX_DEPTH) {
        an_probe_fail(x, n->off, "larger or deeper than the limit");
        return n;
    }
    clang_visitChildren(c, collect, &k);
    n->n = (int)k.n;
    n->kid = an_arena_alloc(&x->arena, (k.n + 1) * sizeof(an_pnode *));
    for (size_t i = 0; i < k.n; i++) n->kid[i] = build(x, k.v[i], depth + 1);
    free(k.v);
    return n;
}

/* ---- the source --------------------------------------------------------------------------------
 */

/* libclang shows no attribute for it: is there the word in front of the name? */
static bool is_kernel(const an_pctx *x, CXCursor head) {
    uint32_t at = place(clang_getRangeStart(clang_getCursorExtent(head)));
    uint32_t name = place(clang_getCursorLocation(head));
    for (uint32_t i = at; i + 7 <= name; i++)
        if (strncmp(x->source + i, "kernel ", 7) == 0 &&
            (i == at || x->source[i - 1] == ' ' || x->source[i - 1] == '_'))
            return true;
    return false;
}

static void read_body(an_pctx *x, an_pfunc *f) {
    kids k = {0};
    if (clang_Cursor_isNull(f->definition)) return;
    f->is_kernel = is_kernel(x, f->definition);
    f->n_params = clang_Cursor_getNumArguments(f->definition);
    if (f->n_params < 0) f->n_params = 0;
    f->params = an_arena_alloc(&x->arena, (size_t)(f->n_params + 1) * sizeof(an_pdecl *));
    for (int i = 0; i < f->n_params; i++) {
        f->params[i] = decl_of(x, clang_Cursor_getArgument(f->definition, (unsigned)i));
        f->params[i]->space = AN_PS_PRIVATE;
    }
    clang_visitChildren(f->definition, collect, &k);
    for (size_t i = 0; i < k.n; i++)
        if (clang_getCursorKind(k.v[i]) == CXCursor_CompoundStmt) f->body = build(x, k.v[i], 0);
    free(k.v);
}

static enum CXChildVisitResult read_top(CXCursor c, CXCursor parent, CXClientData data) {
    (void)parent;
    an_pctx *x = data;
    uint32_t at;
    if (!an_offset(clang_getCursorLocation(c), &at)) return CXChildVisit_Continue;
    if (clang_getCursorKind(c) == CXCursor_VarDecl) {
        CXCursor init = clang_Cursor_getVarDeclInitializer(c);
        if (clang_Cursor_isNull(init)) return CXChildVisit_Continue;
        x->inits = lp_grow(x->inits, &x->cap_inits, x->n_inits + 1, sizeof(an_pnode *));
        x->inits[x->n_inits++] = build(x, init, 0);
    }
    if (clang_getCursorKind(c) != CXCursor_FunctionDecl) return CXChildVisit_Continue;
    x->heads = lp_grow(x->heads, &x->cap_heads, x->n_heads + 1, sizeof *x->heads);
    x->heads[x->n_heads++] = c;
    if (func_of(x, c)) return CXChildVisit_Continue;
    an_pfunc *f = an_arena_alloc(&x->arena, sizeof *f);
    f->canonical = clang_getCanonicalCursor(c);
    f->definition = clang_getCursorDefinition(c);
    f->name = spelling(x, c);
    x->funcs = lp_grow(x->funcs, &x->cap_funcs, x->n_funcs + 1, sizeof(an_pfunc *));
    x->funcs[x->n_funcs++] = f;
    return CXChildVisit_Continue;
}

void an_probe_read(an_pctx *x, CXTranslationUnit tu, const char *kernel) {
    for (uint32_t i = 0; x->source[i]; i++) {
        if (i && x->source[i - 1] != '\n') continue;
        x->line_at = lp_grow(x->line_at, &x->cap_lines, x->n_lines + 1, sizeof *x->line_at);
        x->line_at[x->n_lines++] = i;
    }
    clang_visitChildren(clang_getTranslationUnitCursor(tu), read_top, x);
    for (size_t i = 0; i < x->n_funcs; i++) {
        read_body(x, x->funcs[i]);
        if (strcmp(x->funcs[i]->name, kernel) == 0) x->kernel = x->funcs[i];
    }
    if (!x->kernel || !x->kernel->body) an_probe_fail(x, 0, "the kernel is not in its source");
}
