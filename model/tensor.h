/* A tensor of a model folder: its type, its shape and its bytes as stored, and their conversion to
 * float. */
#ifndef MDL_TENSOR_H
#define MDL_TENSOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* MDL_OTHER: a type that safetensors knows and the network does not use (BOOL, I64, ...). */
typedef enum { MDL_F32, MDL_F16, MDL_BF16, MDL_I8, MDL_OTHER } mdl_dtype;

enum { MDL_MAX_DIMS = 8 };

/* Name, file and data are borrowed from whatever the tensor was found in. */
typedef struct mdl_tensor {
    const char *name;
    const char *file;      /* path, for messages */
    const char *type_name; /* as in the file: "BF16" */
    mdl_dtype dtype;
    size_t n_dims;
    size_t dims[MDL_MAX_DIMS];
    size_t n_elems;
    size_t n_bytes;
    const unsigned char *data;      /* of any alignment */
    const struct mdl_tensor *scale; /* MDL_I8: one float a row, NULL when the folder has none */
} mdl_tensor;

/* Row type by its name in safetensors; false when there is no such type. Sizes are in bits. */
bool mdl_dtype_of(const char *name, mdl_dtype *out, size_t *bits, const char **type_name);

/* The first dimension and the product of the others; a tensor of one dimension is one row a value.
 */
size_t mdl_tensor_rows(const mdl_tensor *t);
size_t mdl_tensor_cols(const mdl_tensor *t);

/* The values of rows [row0, row0 + n_rows) and columns [col0, col0 + n_cols) as floats, (n_rows,
 * n_cols). Not for MDL_OTHER, and for MDL_I8 only with a scale. */
void mdl_tensor_block(const mdl_tensor *t, size_t row0, size_t n_rows, size_t col0, size_t n_cols,
                      float *out);
/* All columns of some rows. */
void mdl_tensor_read(const mdl_tensor *t, size_t row0, size_t n_rows, float *out);
/* The stored values themselves when they can be used in place (aligned F32), else NULL. */
const float *mdl_tensor_direct(const mdl_tensor *t);

/* One value at a time: what the fast conversions are compared with. */
float mdl_f16_to_f32(uint16_t h);
float mdl_bf16_to_f32(uint16_t h);

#endif
