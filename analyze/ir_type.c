/* Purpose: libclang types as an_type. In: CXType. Out: arena objects. Does not look at expressions.
 */
#include "analyze/ir_type.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    enum CXTypeKind kind;
    an_tclass cls;
    bool is_signed;
    const char *name;
} scalar_types[] = {
    {CXType_Void, AN_T_VOID, false, "void"},   {CXType_Bool, AN_T_INT, false, "bool"},
    {CXType_Char_S, AN_T_INT, true, "char"},   {CXType_Char_U, AN_T_INT, false, "char"},
    {CXType_SChar, AN_T_INT, true, "char"},    {CXType_UChar, AN_T_INT, false, "uchar"},
    {CXType_Short, AN_T_INT, true, "short"},   {CXType_UShort, AN_T_INT, false, "ushort"},
    {CXType_Int, AN_T_INT, true, "int"},       {CXType_UInt, AN_T_INT, false, "uint"},
    {CXType_Long, AN_T_INT, true, "long"},     {CXType_ULong, AN_T_INT, false, "ulong"},
    {CXType_LongLong, AN_T_INT, true, "long"}, {CXType_ULongLong, AN_T_INT, false, "ulong"},
    {CXType_Half, AN_T_FLOAT, true, "half"},   {CXType_Float16, AN_T_FLOAT, true, "half"},
    {CXType_Float, AN_T_FLOAT, true, "float"}, {CXType_Double, AN_T_FLOAT, true, "double"},
    {CXType_Enum, AN_T_INT, false, "uint"},
};

/* The qualifiers stand before the first '*' of the pointee's spelling ("const __global float"). The
 * C API's clang_getAddressSpace only knows target numbers, not OpenCL's spaces. */
static an_space space_of_spelling(const char *s) {
    if (strstr(s, "__global")) return AN_GLOBAL;
    if (strstr(s, "__constant")) return AN_CONSTANT;
    if (strstr(s, "__local")) return AN_LOCAL;
    return AN_PRIVATE;
}

static an_space space_of(CXType t) {
    CXString cs = clang_getTypeSpelling(t);
    char head[256];
    const char *s = clang_getCString(cs);
    size_t n = s ? strcspn(s, "*") : 0;
    if (n >= sizeof head) n = sizeof head - 1;
    if (n) memcpy(head, s, n);
    head[n] = 0;
    clang_disposeString(cs);
    return space_of_spelling(head);
}

static const char *record_name(an_arena *a, CXType t) {
    CXString cs = clang_getTypeSpelling(clang_getUnqualifiedType(t));
    const char *s = clang_getCString(cs);
    const char *last = s ? strrchr(s, ' ') : NULL;
    last = last ? last + 1 : (s ? s : "");
    char *name = an_arena_alloc(a, strlen(last) + 8);
    strcpy(name, "struct ");
    strcat(name, last);
    clang_disposeString(cs);
    return name;
}

/* "float[4][2]" */
static const char *array_name(an_arena *a, const an_type *t) {
    const char *inner = t->inner->name,
               *rest = t->inner->cls == AN_T_ARRAY ? strchr(inner, '[') : "";
    size_t n = strlen(inner) - (rest ? strlen(rest) : 0);
    char *name = an_arena_alloc(a, strlen(inner) + 32);
    snprintf(name, strlen(inner) + 32, "%.*s[%lld]%s", (int)n, inner, (long long)t->n_elems,
             rest ? rest : "");
    return name;
}

static bool fill_scalar(an_type *out, CXType c) {
    for (size_t i = 0; i < sizeof scalar_types / sizeof *scalar_types; i++) {
        if (scalar_types[i].kind != c.kind) continue;
        out->cls = scalar_types[i].cls;
        out->is_signed = scalar_types[i].is_signed;
        out->is_float = out->cls == AN_T_FLOAT;
        out->name = scalar_types[i].name;
        out->bits = out->size > 0 ? (int)out->size * 8 : 0;
        return true;
    }
    return false;
}

static void fill_vector(an_type *out, an_arena *a, CXType c) {
    const an_type *el = an_type_of(a, clang_getElementType(c));
    out->cls = AN_T_VEC;
    out->lanes = (int)clang_getNumElements(c);
    out->bits = el->bits;
    out->is_signed = el->is_signed;
    out->is_float = el->is_float;
    out->inner = el;
    char *name = an_arena_alloc(a, strlen(el->name) + 16);
    strcpy(name, el->name);
    if (out->lanes >= 10) strcat(name, "1");
    strcat(name, (const char[]){(char)('0' + out->lanes % 10), 0});
    out->name = name;
}

const an_type *an_type_of(an_arena *a, CXType t) {
    an_type *out = an_arena_alloc(a, sizeof *out);
    CXType c = clang_getCanonicalType(t);
    out->n_elems = -1;
    out->name = "?";
    long long size = clang_Type_getSizeOf(c);
    out->size = size >= 0 ? size : -1;
    if (c.kind != CXType_Pointer) out->space = space_of(t);
    if (fill_scalar(out, c)) return out;
    switch ((int)c.kind) {
    case CXType_Pointer: {
        CXType p = clang_getPointeeType(c);
        out->cls = AN_T_PTR;
        out->space = space_of(p);
        out->inner = an_type_of(a, p);
        break;
    }
    case CXType_ConstantArray:
    case CXType_IncompleteArray:
        out->cls = AN_T_ARRAY;
        out->inner = an_type_of(a, clang_getArrayElementType(c));
        out->n_elems = c.kind == CXType_ConstantArray ? clang_getArraySize(c) : -1;
        out->name = array_name(a, out);
        break;
    case CXType_Atomic: { /* atomic_int: an int that is accessed in another way */
        an_space space = out->space;
        *out = *an_type_of(a, clang_Type_getValueType(c));
        out->space = space;
        break;
    }
    case CXType_Record:
        out->cls = AN_T_RECORD;
        out->name = record_name(a, c);
        break;
    case CXType_ExtVector:
    case CXType_Vector:
        fill_vector(out, a, c);
        break;
    default: {
        CXString cs = clang_getTypeSpelling(c);
        const char *s = clang_getCString(cs);
        out->cls = AN_T_OPAQUE;
        if (s) out->name = an_arena_strndup(a, s, strlen(s));
        clang_disposeString(cs);
    }
    }
    return out;
}

static enum CXVisitorResult count_member(CXCursor field, CXClientData ctx) {
    int *left = ctx;
    CXType type = clang_getCanonicalType(clang_getCursorType(field)); /* through any typedef */
    if (--*left > 0) clang_Type_visitFields(type, count_member, left);
    return *left > 0 ? CXVisit_Continue : CXVisit_Break;
}

/* libclang checks the whole record first and goes through a nested one again for every member of
 * its type: 60 lines of source can make that 2^60 members. */
long long an_field_bits(CXCursor field) {
    int left = 4096;
    clang_Type_visitFields(clang_getCursorType(clang_getCursorSemanticParent(field)), count_member,
                           &left);
    return left > 0 ? clang_Cursor_getOffsetOfField(field) : -1;
}
