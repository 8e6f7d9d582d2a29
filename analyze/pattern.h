/* Classes of access: per access, argument and kernel. Static strings: direct tiling offset-stride
 * bounds-check grid-stride indirect reduction stencil composite opaque. The first four and
 * composite are LLMPerf's paradigms. */
#ifndef AN_PATTERN_H
#define AN_PATTERN_H

#include "analyze/walk.h"

const char *an_access_pattern(const an_walk *w, const an_access *a);
const char *an_arg_pattern(const an_walk *w, int arg); /* NULL when it is never accessed */
const char *an_kernel_pattern(const an_walk *w);
/* Bytes between what neighbouring work-items access, a uniform value; NULL when it is not affine in
 * the work-item. */
const an_sym *an_access_stride(an_walk *w, const an_access *a);

#endif
