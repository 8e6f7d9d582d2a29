/* Ctrl-C and SIGTERM: the first sets a flag that loops poll, so that work in flight is stored
 * before the program ends with status 130; a second one ends it at once. */
#ifndef LP_INTR_H
#define LP_INTR_H

#include <stdbool.h>

void lp_intr_install(void);
bool lp_interrupted(void);

#endif
