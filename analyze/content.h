/* Contents that buffers must have: chosen after a learning walk. */
#ifndef AN_CONTENT_H
#define AN_CONTENT_H

#include "analyze/walk.h"

/* What values may the buffers hold whose contents index something or bound a loop? True when that
 * is what the last walk counted on, so that all that it learnt is true of it. */
bool an_choose_contents(an_walk *w);
/* `content` of argument i in the record; NULL when contents are free. To be freed. */
char *an_content_text(const an_walk *w, int i, const char *const *names);

#endif
