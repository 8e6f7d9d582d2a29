/* Buffers of flags. */
#ifndef AN_FLAG_H
#define AN_FLAG_H

#include "analyze/ir.h"

/* The elements of integer buffer `arg` are only asked whether they are set: in conditions, by
 * logical operators, or compared with 0 or 1. */
bool an_holds_flags(const an_ir *ir, int arg);

#endif
