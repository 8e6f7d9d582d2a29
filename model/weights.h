/* The weights of a model folder: model.safetensors, or the files that model.safetensors.index.json
 * names.
 *
 * A file named by the index is a plain name inside the folder. Every tensor of the index must be
 * where the index says, and nowhere else. */
#ifndef MDL_WEIGHTS_H
#define MDL_WEIGHTS_H

#include "model/safetensors.h"

typedef struct mdl_weights mdl_weights;

/* Maps the files and checks their headers; NULL and a message on error. Read-only after that:
 * threads may share it. */
mdl_weights *mdl_weights_open(const char *dir, lp_err *e);
void mdl_weights_close(mdl_weights *w);

const mdl_tensor *mdl_weights_find(const mdl_weights *w, const char *name);
/* The tensor `name` with exactly this shape and a type that can be read (I8 only as a matrix with
 * its NAME_scale). NULL and a message that says what is there instead. The tensor lives as long as
 * the weights. */
const mdl_tensor *mdl_weights_get(const mdl_weights *w, const char *name, size_t n_dims,
                                  const size_t *dims, lp_err *e);
size_t mdl_weights_count(const mdl_weights *w);
size_t mdl_weights_bytes(const mdl_weights *w); /* of all files */

#endif
