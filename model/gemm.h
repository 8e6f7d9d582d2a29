/* Linear layers: rows of activations times weights as stored, cut in tiles that threads share. */
#ifndef MDL_GEMM_H
#define MDL_GEMM_H

#include "model/pool.h"
#include "model/tensor.h"

/* What is done with a tile while it is in the cache. */
typedef enum {
    MDL_THEN_NOTHING,
    MDL_THEN_GELU,  /* y = gelu_new(y + bias) */
    MDL_THEN_BIAS,  /* y = y + bias */
    MDL_THEN_ROTATE /* the first values of every head are rotated by the row's position */
} mdl_then;

/* Rotation of a row r and a head's pair i: cosine and sine at turns[(position of r) * rotary_dim +
 * 2i]. */
typedef struct mdl_turns {
    const float *turns;
    const size_t *positions; /* of the rows */
    size_t rotary_dim, head_dim;
} mdl_turns;

/* y (n_rows, n_cols) = [y +] x w[w_row0 ... w_row0 + n_cols)^T [+ x2 w2[...]^T], then `then`. */
typedef struct mdl_linear {
    size_t n_rows, n_cols;
    const float *x; /* (n_rows, columns of w) */
    size_t ldx;
    const mdl_tensor *w;
    size_t w_row0;
    const float *x2; /* (n_rows, columns of w2); NULL: there is no second product */
    size_t ldx2;
    const mdl_tensor *w2;
    float *y;
    size_t ldy;
    bool add; /* to what y holds */
    mdl_then then;
    const float *bias;      /* (n_cols) */
    const mdl_turns *turns; /* MDL_THEN_ROTATE; n_cols is even */
    size_t col0; /* MDL_THEN_ROTATE: place of y's first column among the heads' values, even */
} mdl_linear;

/* Floats of scratch that each worker needs for any mdl_gemm_run. */
size_t mdl_gemm_scratch(void);
/* Runs them all; none may write what another one reads. scratch: one block a worker. */
void mdl_gemm_run(mdl_pool *pool, float *const *scratch, const mdl_linear *ops, size_t n_ops);

#endif
