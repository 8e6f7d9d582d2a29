/* Reads from the syntax tree what each chunk declares and refers to, and which chunks are kernels.
 *
 * In: a parsed unit and its chunks. Out: the links of an_chunks. Uses in the text are found by name
 * (normal.c); what the tree knows settles names that are declared twice, inside a function and
 * outside. */
#include <stdlib.h>
#include <string.h>

#include "analyze/chunk.h"
#include "analyze/parse.h"

/* Number of the cursor's name; AN_NO_NAME for what has none. */
static uint32_t name_of(const an_chunks *c, CXCursor cursor) {
    CXString s = clang_getCursorSpelling(cursor);
    const char *text = clang_getCString(s);
    uint32_t name = text ? an_name_find(&c->names, text, strlen(text)) : AN_NO_NAME;
    clang_disposeString(s);
    return name;
}

static bool is_tag(enum CXCursorKind k) {
    return k == CXCursor_StructDecl || k == CXCursor_UnionDecl || k == CXCursor_EnumDecl ||
           k == CXCursor_EnumConstantDecl;
}

static bool at_file_scope(CXCursor cursor) {
    return clang_getCursorKind(clang_getCursorSemanticParent(cursor)) == CXCursor_TranslationUnit;
}

/* ---- inside a declaration -----------------------------------------------------------------------
 */

typedef struct inside {
    an_chunks *c;
    uint32_t chunk;
    bool in_function;
} inside;

static void add_reference(inside *in, CXCursor cursor) {
    CXCursor to = clang_getCursorReferenced(cursor);
    enum CXCursorKind k = clang_getCursorKind(to);
    if (clang_isInvalid(k)) return;
    if (k == CXCursor_FunctionDecl || k == CXCursor_TypedefDecl || is_tag(k) ||
        (k == CXCursor_VarDecl && at_file_scope(to)))
        an_links_add(&in->c->refers, name_of(in->c, to), in->chunk);
}

static enum CXChildVisitResult visit_inside(CXCursor cursor, CXCursor parent, CXClientData data) {
    inside *in = data;
    enum CXCursorKind k = clang_getCursorKind(cursor);
    (void)parent;
    if (is_tag(k) && !in->in_function)
        an_links_add(&in->c->declared, name_of(in->c, cursor), in->chunk);
    else if (clang_isDeclaration(k))
        an_links_add(&in->c->local, name_of(in->c, cursor), in->chunk);
    else
        add_reference(in, cursor);
    if (k == CXCursor_FieldDecl) an_links_add(&in->c->fields, name_of(in->c, cursor), in->chunk);
    return CXChildVisit_Recurse;
}

/* ---- top-level declarations ---------------------------------------------------------------------
 */

/* A function is a kernel when the keyword stands before its name. */
static bool is_kernel(const an_chunks *c, uint32_t chunk, uint32_t offset) {
    const an_chunk *k = &c->v[chunk];
    for (size_t i = k->begin; i < k->end; i++) {
        const pp_tok *t = &c->toks.v[i];
        if ((uint32_t)(t->s - c->src.bytes) >= offset) return false;
        if (pp_is(t, "kernel") || pp_is(t, "__kernel")) return true;
    }
    return false;
}

static void add_function(an_chunks *c, CXCursor cursor, uint32_t chunk, uint32_t offset) {
    uint32_t name = name_of(c, cursor);
    if (!clang_isCursorDefinition(cursor)) {
        c->v[chunk].prototypes = name;
        return;
    }
    c->v[chunk].defines = name;
    c->v[chunk].old_style = !pp_is(&c->toks.v[c->v[chunk].end - 1], "}"); /* cut before the body */
    if (!is_kernel(c, chunk, offset)) return;
    c->kernels = lp_grow(c->kernels, &c->cap_kernels, c->n_kernels + 1, sizeof *c->kernels);
    c->kernels[c->n_kernels++] = (an_kernel_ref){cursor, chunk, offset};
}

static enum CXChildVisitResult visit_top(CXCursor cursor, CXCursor parent, CXClientData data) {
    an_chunks *c = data;
    uint32_t offset;
    (void)parent;
    if (!an_offset(clang_getCursorLocation(cursor), &offset)) return CXChildVisit_Continue;
    uint32_t chunk = an_chunk_at(c, offset);
    if (chunk == AN_NO_NAME) return CXChildVisit_Continue;
    enum CXCursorKind k = clang_getCursorKind(cursor);
    an_links_add(&c->declared, name_of(c, cursor), chunk);
    if (k == CXCursor_FunctionDecl) add_function(c, cursor, chunk, offset);
    inside in = {.c = c, .chunk = chunk, .in_function = k == CXCursor_FunctionDecl};
    clang_visitChildren(cursor, visit_inside, &in);
    return CXChildVisit_Continue;
}

void an_chunks_read_tree(an_chunks *c, CXTranslationUnit tu) {
    clang_visitChildren(clang_getTranslationUnitCursor(tu), visit_top, c);
    an_links_sort(&c->declared);
    an_links_sort(&c->local);
    an_links_sort(&c->fields);
    an_links_sort(&c->refers);
}

/* ---- ends of bodies -----------------------------------------------------------------------------
 */

typedef struct ends {
    uint32_t *v;
    size_t n, cap;
} ends;

static enum CXChildVisitResult visit_end(CXCursor cursor, CXCursor parent, CXClientData data) {
    ends *x = data;
    uint32_t offset;
    (void)parent;
    if (clang_getCursorKind(cursor) == CXCursor_FunctionDecl && clang_isCursorDefinition(cursor) &&
        an_offset(clang_getRangeEnd(clang_getCursorExtent(cursor)), &offset)) {
        x->v = lp_grow(x->v, &x->cap, x->n + 1, sizeof *x->v);
        x->v[x->n++] = offset;
    }
    return CXChildVisit_Continue;
}

uint32_t *an_body_ends(CXTranslationUnit tu, size_t *n) {
    ends x = {0};
    clang_visitChildren(clang_getTranslationUnitCursor(tu), visit_end, &x);
    *n = x.n;
    return x.v;
}
