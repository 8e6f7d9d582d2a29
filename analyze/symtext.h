/* Symbolic values as text: uniform ones as formulas (common/expr.h), any value for people to read.
 */
#ifndef AN_SYMTEXT_H
#define AN_SYMTEXT_H

#include "analyze/sym.h"
#include "common/text.h"

/* `arg_names` has the names of the kernel's arguments. Non-uniform atoms print as gid lid grp t0
 * [arg[...]] ?. */
void an_sym_text(lp_text *out, const an_sym *a, const char *const *arg_names);

/* Longer ones (an_size) are not worth printing: values share their parts, so that the text of a
 * small one may be exponentially long. */
enum { AN_TEXT_MAX = 1000 };

#endif
