/* libclang types as an_type objects (analyze/ir.h). */
#ifndef AN_IR_TYPE_H
#define AN_IR_TYPE_H

#include "analyze/ir.h"

/* The canonical type of `t`; lives in the arena. */
const an_type *an_type_of(an_arena *a, CXType t);
/* Offset of a field in its record, in bits; -1 when libclang cannot tell or the record has too many
 * members to ask it. */
long long an_field_bits(CXCursor field);

#endif
