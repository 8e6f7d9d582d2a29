/* A small tree of one kernel and the helpers it calls, made from libclang's AST once, so that
 * inference can walk it many times without touching libclang. Parentheses are gone, implicit
 * conversions are AN_CAST nodes. Everything lives in an arena. */
#ifndef AN_IR_H
#define AN_IR_H

#include <clang-c/Index.h>
#include <stdbool.h>
#include <stdint.h>

#include "analyze/arena.h"
#include "analyze/unit.h"

typedef enum {
    AN_T_VOID,
    AN_T_INT,
    AN_T_FLOAT,
    AN_T_VEC,
    AN_T_PTR,
    AN_T_ARRAY,
    AN_T_RECORD,
    AN_T_OPAQUE
} an_tclass;
typedef enum { AN_PRIVATE, AN_GLOBAL, AN_CONSTANT, AN_LOCAL } an_space;

typedef struct an_type {
    an_tclass cls;
    bool is_signed;              /* integers and integer vectors */
    bool is_float;               /* floats and float vectors */
    int bits;                    /* scalar, or one vector component */
    int lanes;                   /* vectors: 2 3 4 8 16 */
    int64_t size;                /* sizeof in bytes, -1 when it has none */
    an_space space;              /* pointers: of what they point to; others: of the object itself */
    const struct an_type *inner; /* pointee or array element */
    int64_t n_elems;             /* arrays, -1 when unknown */
    const char *name;            /* canonical, without qualifiers: "float", "uint4", "struct P" */
} an_type;

typedef enum {
    /* expressions */
    AN_INT,
    AN_FLOATLIT,
    AN_REF,
    AN_UNARY,
    AN_BINARY,
    AN_ASSIGN,
    AN_OPASSIGN,
    AN_COND,
    AN_CALL,
    AN_INDEX,
    AN_MEMBER,
    AN_SWIZZLE,
    AN_CAST,
    AN_LIST,
    AN_OTHER,
    /* statements */
    AN_BLOCK,
    AN_DECL,
    AN_IF,
    AN_FOR,
    AN_WHILE,
    AN_DO,
    AN_SWITCH,
    AN_CASE,
    AN_DEFAULT,
    AN_BREAK,
    AN_CONTINUE,
    AN_RETURN,
    AN_EMPTY,
    AN_UNKNOWN_STMT
} an_nkind;

typedef enum {
    AN_OP_NONE,
    AN_ADD,
    AN_SUB,
    AN_MUL,
    AN_DIVIDE,
    AN_REM,
    AN_SHL,
    AN_SHR,
    AN_BAND,
    AN_BOR,
    AN_BXOR,
    AN_LT,
    AN_GT,
    AN_LE,
    AN_GE,
    AN_EQ,
    AN_NE,
    AN_LAND,
    AN_LOR,
    AN_COMMA,
    AN_NEG,
    AN_BNOT,
    AN_LNOT,
    AN_DEREF,
    AN_ADDR,
    AN_PREINC,
    AN_PREDEC,
    AN_POSTINC,
    AN_POSTDEC,
    AN_PLUS
} an_op;

typedef enum { AN_D_PARAM, AN_D_VAR, AN_D_CONST, AN_D_ENUM, AN_D_FUNC } an_dkind;

typedef struct an_decl {
    an_dkind kind;
    const char *name;
    const an_type *type;
    int slot;      /* parameters and variables: index into the environment of the whole kernel */
    int64_t value; /* enum constants */
    struct an_node *init; /* variables, program-scope constants; NULL when none */
    /* functions */
    struct an_node *body; /* NULL: a builtin */
    struct an_decl **params;
    int n_params;
    const an_type *result;
    int n_assigned;     /* variables: assignments, ++ and --, besides the declaration */
    bool address_taken; /* variables: `&v` occurs, so its value is never known */
    /* Integer arrays: what this walk has seen stored, and what the walk before it saw. */
    struct an_cells *seen, *known;
    /* Integer members of a private struct and components of a private vector have values of their
     * own: declarations that hang on the whole's. */
    struct an_decl *parts, *next_part, *part_of;
    int64_t part_off; /* bytes */
    CXCursor cursor;
} an_decl;

typedef struct an_node {
    an_nkind kind;
    an_op op;
    uint32_t off, end;   /* byte range in the unit's text */
    const an_type *type; /* expressions */
    an_decl *decl;       /* AN_REF, AN_CALL (callee), AN_DECL */
    int64_t value;       /* AN_INT, AN_CASE: the constant; AN_MEMBER: byte offset of the field */
    bool arrow;          /* AN_MEMBER through a pointer */
    int lane;            /* AN_SWIZZLE: the component, -1 for several */
    bool dead;           /* statements: a compiler leaves it out (live.h) */
    bool effects; /* an assignment, ++ or --, or a call with a private pointer occurs in it */
    int n; /* children: AN_IF cond then [else]; AN_FOR init cond inc body (NULL where missing);
              AN_WHILE cond body; AN_DO body cond; AN_CASE/AN_DEFAULT statement; AN_DECL: none
              (decl->init) */
    struct an_node **kid;
} an_node;

typedef struct an_ir {
    an_arena *arena;
    const an_unit *unit;
    an_decl **decls;
    size_t n_decls, cap_decls;
    an_decl **index; /* hashed by cursor; open addressing */
    size_t n_index;
    struct an_type_entry *types; /* made so far, hashed */
    size_t n_types, cap_types;
    int n_slots;
    an_decl *kernel;
    const char *unsupported; /* first construct that inference cannot handle, NULL when none */
    uint32_t unsupported_off;
    int reqd_local; /* reqd_work_group_size(N, 1, 1), 0 when absent; -1 when another dimension is
                       not 1 */
    size_t n_nodes;
} an_ir;

/* Builds the tree of `kernel`. Memory comes from `arena`. Fails when the tree is too large or too
 * deep. */
int an_ir_build(an_ir *ir, an_arena *arena, const an_unit *u, CXCursor kernel, lp_err *e);
void an_ir_free(an_ir *ir); /* only what is not in the arena */

/* Name of a called function, "" for none. */
const char *an_callee(const an_node *call);

#endif
