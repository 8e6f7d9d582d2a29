/* A sweep: `global=1024:16777216:x2,local=32,64,n=1000` as lists of values by name, and their
 * combinations. */
#ifndef LLMPERF_MODEL_SWEEP_H
#define LLMPERF_MODEL_SWEEP_H

#include <stddef.h>
#include <stdint.h>

#include "common/error.h"

enum { MDL_SWEEP_MAX = 100000 }; /* combinations */

typedef struct mdl_axis {
    char *name;
    int64_t *v;
    size_t n, cap;
} mdl_axis;

/* Zero-initialise before use. */
typedef struct mdl_sweep {
    mdl_axis *axes; /* in the order given */
    size_t n, cap;
} mdl_sweep;

/* Items are separated by commas; NAME= begins a list, an item is a number, FROM:TO:xFACTOR or
 * FROM:TO:+STEP (TO is included where it is met). Free *s in any case. */
int mdl_sweep_parse(const char *text, mdl_sweep *s, lp_err *e);
void mdl_sweep_free(mdl_sweep *s);

/* How many combinations there are; the last axis changes fastest. */
size_t mdl_sweep_count(const mdl_sweep *s);
/* The value of an axis in combination i. */
int64_t mdl_sweep_value(const mdl_sweep *s, size_t i, size_t axis);
/* The axis of that name, s->n when there is none. */
size_t mdl_sweep_axis(const mdl_sweep *s, const char *name);

#endif
