/* Element-wise steps of the network, over one row of floats each. */
#ifndef MDL_VEC_H
#define MDL_VEC_H

#include <stddef.h>

/* out = (x - mean) / sqrt(variance + eps) * weight + bias; out may be x. */
void mdl_layer_norm(const float *x, const float *weight, const float *bias, float eps, size_t n,
                    float *out);
/* y = gelu_new(y + bias): x / 2 (1 + tanh(sqrt(2 / pi) (x + 0.044715 x^3))) */
void mdl_bias_gelu(float *y, const float *bias, size_t n);
/* y += bias */
void mdl_add(float *y, const float *bias, size_t n);
/* Softmax of the first n; n >= 1. */
void mdl_softmax(float *x, size_t n);
/* Rotates n_pairs pairs (x[2i], x[2i+1]) by the angles whose cosine and sine are turn[2i],
 * turn[2i+1]. */
void mdl_rotate(float *x, const float *turn, size_t n_pairs);

#endif
