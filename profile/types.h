/* OpenCL element types by their text, and scalar arguments from text to the bytes that
 * clSetKernelArg takes. */
#ifndef LLMPERF_PROFILE_TYPES_H
#define LLMPERF_PROFILE_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/error.h"

typedef enum prof_class { PROF_INT, PROF_UINT, PROF_FLOAT } prof_class;

typedef struct prof_type {
    prof_class cls;
    int width; /* bytes of one component */
    int lanes; /* 1, 2, 3, 4, 8, 16 */
} prof_type;

enum { PROF_SCALAR_MAX = 128 }; /* bytes of the largest scalar, double16 */

/* True for builtin scalar and vector types ("float", "uchar4", "unsigned int"); false for
 * everything else, such as structs. */
bool prof_type_parse(const char *text, prof_type *t);

/* The argument bytes of a scalar: `value` is one number, or one for each lane separated by commas;
 * a 3-vector takes the room of 4. Integers may have any value of the type's width, signed or not.
 */
int prof_scalar_bytes(const char *type, const char *value, unsigned char out[PROF_SCALAR_MAX],
                      size_t *n, lp_err *e);

/* Round to nearest even, as the device fill does it. */
uint16_t prof_half_of(float f);

#endif
