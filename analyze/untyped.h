/* Arguments that point to void: they have the element type that every use of them is cast to. */
#ifndef AN_UNTYPED_H
#define AN_UNTYPED_H

#include "analyze/walk.h"

/* A pointer to void? */
bool an_is_untyped(const an_type *t);
/* A pointer to void that points into `obj` (NULL: not known) was cast to a pointer to `to`. */
void an_note_view(an_walk *w, const an_object *obj, const an_type *to);
/* After the first walk: gives the parameter the type that was noted; what nothing accesses is made
 * of bytes. False with the problem (a static string) when there is no one type. */
bool an_type_untyped(an_arena *arena, an_decl *param, const an_arginfo *a, const char **problem);

#endif
