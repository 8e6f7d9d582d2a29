/* What the files of the probe source share (probe*.c): the syntax tree with ranges, the pointers
 * and variables in it, and the edits of the text. */
#ifndef AN_PROBE_INT_H
#define AN_PROBE_INT_H

#include <clang-c/Index.h>
#include <stdbool.h>
#include <stdint.h>

#include "analyze/arena.h"
#include "common/text.h"

typedef enum {
    AN_PS_PRIVATE,
    AN_PS_GLOBAL,
    AN_PS_LOCAL,
    AN_PS_CONSTANT,
    AN_PS_GENERIC,
    AN_PS_SPACES
} an_pspace;

/* Which argument of the kernel a pointer points into: its index, or one of these. */
enum { AN_SLOT_NONE = -2, AN_SLOT_ANY = -1 };

typedef struct an_pfunc an_pfunc;

typedef struct an_pdecl {
    CXCursor cursor;
    const char *name;
    int slot;   /* of a pointer variable: all that is ever assigned to it */
    int region; /* of a variable whose address is taken, else -1 */
    bool top;   /* at file scope */
    an_pspace space;
    struct an_pdecl *next; /* of the same bucket */
} an_pdecl;

typedef struct an_pnode {
    CXCursor cursor;
    CXType type;
    int kind;          /* CXCursorKind */
    uint32_t off, end; /* bytes of the source */
    an_pdecl *decl;    /* of a reference to a variable, or of a declaration */
    an_pfunc *func;    /* of a reference to a function of the source */
    struct an_pnode **kid;
    int n;
} an_pnode;

struct an_pfunc {
    CXCursor canonical, definition;
    const char *name;
    an_pnode *body; /* NULL: a prototype only */
    an_pdecl **params;
    int n_params;
    bool barrier;   /* reaches a barrier */
    bool is_kernel; /* any kernel function */
};

/* A pointer variable gets the value of an expression. */
typedef struct an_pflow {
    an_pdecl *to;
    an_pnode *from;
} an_pflow;

typedef struct an_pedit {
    uint32_t off, cut; /* `cut` bytes at `off` give way to the text */
    uint32_t seq;
    char *text;
} an_pedit;

enum { AN_PROBE_BUCKETS = 512 };

typedef struct an_pctx {
    an_arena arena;
    const char *source;
    uint32_t *line_at; /* offsets at which lines begin */
    size_t n_lines, cap_lines;
    an_pdecl *bucket[AN_PROBE_BUCKETS];
    an_pfunc **funcs;
    size_t n_funcs, cap_funcs;
    CXCursor *heads; /* every declaration of a function */
    size_t n_heads, cap_heads;
    an_pnode **inits; /* initialisers at file scope */
    size_t n_inits, cap_inits;
    an_pdecl **tops; /* variables at file scope whose address is taken */
    size_t n_tops, cap_tops;
    an_pflow *flows;
    size_t n_flows, cap_flows;
    an_pedit *edits;
    size_t n_edits, cap_edits;
    an_pfunc *kernel;
    int n_nodes, n_regions;
    bool emit;               /* the second pass: the first one only learns */
    bool barriers;           /* some function reaches one */
    bool generic;            /* has pointers to any address space */
    bool open[AN_PS_SPACES]; /* has pointers to what no check knows: accesses go unchecked */
    const char *fail, *gap;  /* why nothing, or not everything, can be instrumented */
    uint32_t fail_off, gap_off;
} an_pctx;

/* What an lvalue is a part of. */
typedef enum { AN_ROOT_VALUE, AN_ROOT_VAR, AN_ROOT_DEREF, AN_ROOT_TEMP } an_rootkind;
typedef struct an_proot {
    an_rootkind kind;
    an_pdecl *var; /* AN_ROOT_VAR */
    an_pnode *ptr; /* AN_ROOT_DEREF: the pointer */
    bool indexed;  /* a subscript that is no literal on the way */
} an_proot;

/* ---- probe_tree.c: the tree ---- */
/* Reads all functions, variables and bodies of the source. */
void an_probe_read(an_pctx *x, CXTranslationUnit tu, const char *kernel);
void an_probe_fail(an_pctx *x, uint32_t off, const char *why); /* the first one stays */
void an_probe_gap(an_pctx *x, uint32_t off, const char *why);
int an_probe_line(const an_pctx *x, uint32_t off);
an_pnode *an_probe_bare(an_pnode *n);      /* without parentheses */
an_pnode *an_probe_strip(an_pnode *n);     /* nor implicit conversions */
an_pnode *an_probe_peel(an_pnode *n);      /* the same, as long as it stays a pointer */
bool an_probe_is_decay(const an_pnode *n); /* an array that becomes a pointer */
bool an_probe_is_swizzle(const an_pnode *n);
bool an_probe_is_array(const an_pnode *n);
bool an_probe_is_pointer(const an_pnode *n);
an_pspace an_probe_space(CXType t);
/* The pointer or array that a subscript is of, and the index. */
an_pnode *an_probe_base(const an_pnode *n);
an_pnode *an_probe_index(const an_pnode *n);
an_proot an_probe_root(an_pnode *n);

/* ---- probe_flow.c: pointers and barriers ---- */
void an_probe_flow(an_pctx *x, an_pdecl *to, an_pnode *from);
int an_probe_slot(const an_pctx *x, an_pnode *pointer);
/* Solves the flows and finds the functions that reach a barrier. */
void an_probe_solve(an_pctx *x);
bool an_probe_has_barrier(const an_pctx *x, const an_pnode *n);
/* The called function of a CallExpr: one of the source, else NULL and its name (free it). */
an_pfunc *an_probe_callee(const an_pnode *call, char **name);

/* ---- probe_visit.c: statements and expressions ---- */
typedef enum {
    AN_PV_VALUE, /* its value is used, or it is assigned to */
    AN_PV_PART,  /* part of a larger access */
    AN_PV_PLACE  /* only its address is asked for */
} an_pmode;
void an_probe_visit(an_pctx *x, an_pnode *n, an_pmode mode, bool write);
/* ---- probe_call.c ---- */
void an_probe_call(an_pctx *x, an_pnode *call);

/* ---- probe_edit.c ---- */
void an_probe_put(an_pctx *x, uint32_t off, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
void an_probe_replace(an_pctx *x, uint32_t from, uint32_t to, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));
/* The head of a check up to the address, and what follows the address. */
void an_probe_put_check(an_pctx *x, uint32_t off, an_pspace s, int slot, bool write);
/* The type as it can stand before ` *)`: its name, or __typeof__ of the expression, which is `star`
 * and the text of n; the caller frees. */
char *an_probe_type_text(const an_pctx *x, CXType t, const char *star, const an_pnode *n);
/* The text with all edits; NULL when they contradict each other. */
char *an_probe_apply(an_pctx *x);

#endif
