/* What ir.c, ir_decl.c, ir_expr.c and ir_stmt.c share; nobody else includes this. `depth` counts
 * nested nodes, for a limit. */
#ifndef AN_IR_INT_H
#define AN_IR_INT_H

#include "analyze/ir.h"
#include "analyze/ir_type.h"

typedef struct an_kids {
    CXCursor *v;
    size_t n, cap;
} an_kids;

/* ir.c */
an_kids an_ir_children(CXCursor c); /* without references and attributes; the caller frees v */
void an_ir_range(CXCursor c, uint32_t *off, uint32_t *end);
void an_ir_unsupported(an_ir *ir, CXCursor c, const char *what); /* the first one is kept */
an_node *an_ir_new(an_ir *ir, an_nkind kind, CXCursor c);
void an_ir_set_kids(an_ir *ir, an_node *n, int count); /* room for them */
void an_ir_build_kids(an_ir *ir, an_node *n, const an_kids *k, int depth);
an_node *an_ir_build_node(an_ir *ir, CXCursor c, int depth); /* any expression or statement */
int64_t an_ir_eval(CXCursor c, bool *ok);                    /* a constant expression */
const an_type *an_ir_type(an_ir *ir, CXType t);              /* each type is made once */

/* ir_decl.c */
an_decl *an_ir_decl(an_ir *ir, CXCursor c, an_dkind kind); /* a new one; c is null for parts */
an_decl *an_ir_function(an_ir *ir, CXCursor ref, int depth);
an_decl *an_ir_var(an_ir *ir, CXCursor c, int depth);
an_decl *an_ir_referenced(an_ir *ir, CXCursor c, int depth); /* NULL for what is none of ours */

/* ir_expr.c, ir_stmt.c */
an_node *an_ir_expr(an_ir *ir, CXCursor c, const an_kids *k, int depth);
an_node *an_ir_stmt(an_ir *ir, CXCursor c, const an_kids *k, int depth);

#endif
