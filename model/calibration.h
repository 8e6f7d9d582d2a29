/* calibration.json of a model folder: factors on top of predictions, by access pattern and
 * saturation class. docs/formats.md is the contract. */
#ifndef LLMPERF_MODEL_CALIBRATION_H
#define LLMPERF_MODEL_CALIBRATION_H

#include <stdbool.h>
#include <stdint.h>

#include "common/error.h"
#include "common/text.h"

#define MDL_CALIBRATION_FILE "calibration.json"

typedef struct mdl_factor {
    char *pattern; /* NULL: any */
    char *class_;  /* idle, under, saturated; NULL: any */
    double factor;
    bool by_hand; /* not fitted: fitting leaves it alone */
    int64_t n;    /* samples it was fitted on */
} mdl_factor;

/* Zero-initialise before use. */
typedef struct mdl_calibration {
    mdl_factor *v;
    size_t n, cap;
} mdl_calibration;

/* Reads DIR/calibration.json; none there: no factors. Free *c in any case. */
int mdl_calibration_load(const char *dir, mdl_calibration *c, lp_err *e);
/* The same from bytes; `where` is how messages name them. */
int mdl_calibration_parse(const char *bytes, size_t n, const char *where, mdl_calibration *c,
                          lp_err *e);
int mdl_calibration_save(const char *dir, const mdl_calibration *c, lp_err *e);
void mdl_calibration_free(mdl_calibration *c);

/* Adds a factor; one of the same pattern and class must not be there. Copies. */
void mdl_calibration_add(mdl_calibration *c, const mdl_factor *f);
/* The most specific factor for a launch: pattern and class, pattern, class, neither; NULL: none.
 * class_ may be NULL: not known. */
const mdl_factor *mdl_calibration_find(const mdl_calibration *c, const char *pattern,
                                       const char *class_);

#endif
