/* Inference over one parsed kernel: dimensions, arguments, accesses, patterns, extents, scalar
 * roles, features, constraints. Fills the matching fields of a db_kernel (all but path, name, line,
 * hash, family, source, std). Works on macro-free text (analyze/unit.h). */
#ifndef AN_INFER_H
#define AN_INFER_H

#include <clang-c/Index.h>

#include "analyze/unit.h"
#include "db/record.h"

/* `kernel` is the CXCursor_FunctionDecl definition. A kernel that cannot be handled safely gets
 * k->ok = false with a reason code (analyze/reason.h) and a detail; that is no error. -1 only for
 * broken input that the parser should have refused. */
int an_infer(CXTranslationUnit tu, CXCursor kernel, const an_unit *u, db_kernel *k, lp_err *e);

#endif
