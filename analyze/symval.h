/* What uniform values are in particular launches. */
#ifndef AN_SYMVAL_H
#define AN_SYMVAL_H

#include <stddef.h>

#include "analyze/sym.h"

enum { AN_POINTS = 70, AN_MANY_POINTS = 1000, AN_POINT_ARGS = 32 };

typedef struct an_point {
    int64_t global, local, arg[AN_POINT_ARGS];
    int n_args;
} an_point;

/* False where it has no value: a division by zero, an overflow, something that varies. */
bool an_value_at(const an_sym *a, const an_point *at, int64_t *out);

typedef enum { AN_SAME, AN_LESS, AN_MORE, AN_CROSS } an_order;
/* How `a` compares with `b` in AN_POINTS launches: no proof. */
an_order an_compare_at_points(const an_symtab *S, const an_sym *a, const an_sym *b);

/* Below zero in one of AN_MANY_POINTS launches in which none of the `n` constraints is. */
bool an_negative_at_points(const an_symtab *S, const an_sym *a, const an_sym *const *constraints,
                           size_t n);

#endif
