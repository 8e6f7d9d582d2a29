/* Integer formulas: the text form of extents, features, domains and constraints, stored in the
 * database and evaluated by every stage.
 *
 * Grammar (C precedence): decimal integers, names, calls min(a,b,...) max(a,b,...) log2(a) (floor),
 * unary - ! ~,
 * * / % + - << >> < <= > >= == != & ^ | && || ?: and parentheses. Arithmetic is exact in int64;
 * overflow, division by zero, an unknown name or a shift outside 0..62 is an error with a message.
 * `/` and `%` round towards zero as in C. Names: `global`, `local` (launch sizes) and the names of
 * scalar arguments. */
#ifndef LP_EXPR_H
#define LP_EXPR_H

#include <stdbool.h>
#include <stdint.h>

#include "common/error.h"

typedef struct lp_expr lp_expr; /* a parsed formula; immutable */

/* Looks a name up: true and *value, or false when unknown. */
typedef bool (*lp_expr_lookup)(void *ctx, const char *name, int64_t *value);

/* Parses; NULL and a message with the column on error. At most 64 KiB of text and 200 levels of
 * nesting. Free with lp_expr_free. */
lp_expr *lp_expr_parse(const char *text, lp_err *e);
void lp_expr_free(lp_expr *x);
int lp_expr_eval(const lp_expr *x, lp_expr_lookup look, void *ctx, int64_t *out, lp_err *e);
/* Calls `fn` once for each name that occurs (with repeats). */
void lp_expr_names(const lp_expr *x, void (*fn)(void *ctx, const char *name), void *ctx);

/* Bindings as a small array, the usual lookup context (lp_expr_eval(x, lp_bind_lookup, &binds,
 * ...)). */
typedef struct lp_bind {
    const char *name; /* borrowed */
    int64_t value;
} lp_bind;
typedef struct lp_binds {
    const lp_bind *v;
    int n;
} lp_binds;
bool lp_bind_lookup(void *ctx, const char *name, int64_t *value);

/* Parse + evaluate + free. */
int lp_expr_eval_text(const char *text, const lp_binds *b, int64_t *out, lp_err *e);

#endif
