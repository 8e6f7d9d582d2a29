/* What of a kernel is needed: a compiler leaves out what no store, atomic operation or barrier
 * depends on, and with it the loops and loads that only such values are made by. Features count
 * what is left. */
#ifndef AN_LIVE_H
#define AN_LIVE_H

#include "analyze/ir.h"

/* Sets `dead` of every statement that changes nothing outside of the work-item. Values of integer
 * expressions that are zero whatever their operands are, like `x - x`, need no operands. When in
 * doubt a statement is needed. */
void an_live_mark(an_ir *ir);

#endif
