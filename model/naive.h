/* The arithmetic of the network as the formulas say it, in double precision and without any care
 * for speed: what tests compare the fast functions with. */
#ifndef MDL_NAIVE_H
#define MDL_NAIVE_H

#include <stddef.h>

#include "model/attn.h"
#include "model/gemm.h"

void mdl_naive_layer_norm(const float *x, const float *weight, const float *bias, float eps,
                          size_t n, float *out);
void mdl_naive_bias_gelu(float *y, const float *bias, size_t n);
void mdl_naive_softmax(float *x, size_t n);
void mdl_naive_rotate(float *x, const float *turn, size_t n_pairs);
void mdl_naive_mul_t(size_t m, size_t n, size_t k, float alpha, const float *x, size_t ldx,
                     const float *w, size_t ldw, float beta, float *y, size_t ldy);
void mdl_naive_mul(size_t m, size_t n, size_t k, const float *x, size_t ldx, const float *w,
                   size_t ldw, float beta, float *y, size_t ldy);
void mdl_naive_linear(const mdl_linear *op);
void mdl_naive_attn(const mdl_attn *a);

#endif
