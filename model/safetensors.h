/* One safetensors file: its header checked completely, its tensors used where they lie.
 *
 * Checked: the length of the header, its JSON (duplicate names, limits), every type, shape and
 * offset, that the tensors follow each other without overlap or hole and fill the file. Each fault
 * is one line that names the file and the tensor. */
#ifndef MDL_SAFETENSORS_H
#define MDL_SAFETENSORS_H

#include "common/error.h"
#include "model/tensor.h"

typedef struct mdl_safetensors {
    char *path;
    void *map; /* the mapped file; NULL when the bytes are the caller's */
    size_t map_bytes;
    char *names; /* of all tensors */
    mdl_tensor *v;
    size_t n; /* sorted by name */
} mdl_safetensors;

/* Maps the file and reads its header. The bytes are read when they are first used: do not change or
 * shorten the file while it is open. Close it also after an error. */
int mdl_safetensors_open(const char *path, mdl_safetensors *out, lp_err *e);
/* The same of bytes that the caller keeps; `path` is for messages. */
int mdl_safetensors_read(const char *path, const unsigned char *bytes, size_t n,
                         mdl_safetensors *out, lp_err *e);
void mdl_safetensors_close(mdl_safetensors *s);

/* NULL when there is none. */
const mdl_tensor *mdl_safetensors_find(const mdl_safetensors *s, const char *name);

#endif
