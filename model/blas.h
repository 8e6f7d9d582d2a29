/* Matrix products of floats in row-major order, by BLAS in the calling thread alone. */
#ifndef MDL_BLAS_H
#define MDL_BLAS_H

#include <stddef.h>

/* Tells OpenBLAS, for the whole process, to start no threads: mdl_pool has its own. Once is enough.
 */
void mdl_blas_init(void);
/* "0.3.21 DYNAMIC_ARCH ... Haswell ...": the version and how it was built; "unknown" of another
 * BLAS. */
const char *mdl_blas_version(void);

/* y (m, n) = alpha x (m, k) w^T + beta y, with w (n, k). ld: elements from one row to the next. */
void mdl_mul_t(size_t m, size_t n, size_t k, float alpha, const float *x, size_t ldx,
               const float *w, size_t ldw, float beta, float *y, size_t ldy);
/* y (m, n) = x (m, k) w + beta y, with w (k, n). */
void mdl_mul(size_t m, size_t n, size_t k, const float *x, size_t ldx, const float *w, size_t ldw,
             float beta, float *y, size_t ldy);

#endif
