/* Element-wise steps as loops that compilers turn into vector code.
 *
 * In: rows of floats. Out: rows of floats, the same on any processor: sums are kept in a fixed
 * number of parts. naive.c has the same functions in plain double arithmetic; tests compare them.
 */
#include "model/vec.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "model/multi.h"

enum {
    PARTS = 16, /* of a sum */
    BLOCK = 64
};

#define ALWAYS_INLINE static inline __attribute__((always_inline))

/* What e^x is computed of. e^-60 beside 1 is nothing to a float, and what lies further out would
 * lead to numbers below the normal ones, which processors are slow with. */
ALWAYS_INLINE float clamp(float x) {
    x = x < -60.0F ? -60.0F : x;
    return x > 60.0F ? 60.0F : x;
}

/* e^x to about 1e-7 of its value: 2^n e^r with |r| <= ln 2 / 2. Adding 1.5 * 2^23 leaves the
 * nearest integer in the lowest bits; its own bits are 0x4B400000. */
ALWAYS_INLINE float exp_of(float x) {
    const float round = 12582912.0F;
    float shifted = x * 1.44269504F + round, n = shifted - round;
    float r = (x - n * 0.693359375F) + n * 2.12194440e-4F;
    float p = 1.98756915e-4F;
    p = p * r + 1.39819994e-3F;
    p = p * r + 8.33345205e-3F;
    p = p * r + 4.16657962e-2F;
    p = p * r + 1.66666654e-1F;
    p = p * r + 0.5F;
    p = p * r * r + r + 1.0F;
    uint32_t bits;
    memcpy(&bits, &shifted, sizeof bits);
    bits = (bits - 0x4B400000U + 127U) << 23;
    float scale;
    memcpy(&scale, &bits, sizeof scale);
    return p * scale;
}

ALWAYS_INLINE float sum_parts(const float parts[PARTS]) {
    float s[PARTS];
    memcpy(s, parts, sizeof s);
    for (size_t half = PARTS / 2; half > 0; half /= 2)
        for (size_t i = 0; i < half; i++) s[i] += s[i + half];
    return s[0];
}

MDL_MULTI static float sum(const float *x, size_t n) {
    float parts[PARTS] = {0};
    size_t i = 0;
    for (; i + PARTS <= n; i += PARTS)
        for (size_t k = 0; k < PARTS; k++) parts[k] += x[i + k];
    for (size_t k = 0; i < n; i++, k++) parts[k] += x[i];
    return sum_parts(parts);
}

MDL_MULTI static float sum_squares(const float *x, float mean, size_t n) {
    float parts[PARTS] = {0};
    size_t i = 0;
    for (; i + PARTS <= n; i += PARTS)
        for (size_t k = 0; k < PARTS; k++) parts[k] += (x[i + k] - mean) * (x[i + k] - mean);
    for (size_t k = 0; i < n; i++, k++) parts[k] += (x[i] - mean) * (x[i] - mean);
    return sum_parts(parts);
}

MDL_MULTI void mdl_layer_norm(const float *x, const float *weight, const float *bias, float eps,
                              size_t n, float *out) {
    float mean = sum(x, n) / (float)n;
    float scale = 1.0F / sqrtf(sum_squares(x, mean, n) / (float)n + eps);
    for (size_t i = 0; i < n; i++) out[i] = (x[i] - mean) * scale * weight[i] + bias[i];
}

/* x (1 + tanh u) / 2 = x / (1 + e^-2u). The exponents go through memory: compilers turn a clamp in
 * the same loop into a choice between two quotients, one of them slow. */
MDL_MULTI void mdl_bias_gelu(float *y, const float *bias, size_t n) {
    const float twice = 1.59576912F; /* 2 sqrt(2 / pi) */
    float t[BLOCK];
    for (size_t at = 0; at < n; at += BLOCK, y += BLOCK, bias += BLOCK) {
        size_t len = n - at < BLOCK ? n - at : BLOCK;
        for (size_t i = 0; i < len; i++) {
            float x = y[i] + bias[i];
            t[i] = clamp(-twice * (x + 0.044715F * x * x * x));
            y[i] = x < -100.0F ? -100.0F : x; /* over e^60 it is nothing */
        }
        for (size_t i = 0; i < len; i++) y[i] = y[i] / (1.0F + exp_of(t[i]));
    }
}

MDL_MULTI void mdl_add(float *y, const float *bias, size_t n) {
    for (size_t i = 0; i < n; i++) y[i] += bias[i];
}

MDL_MULTI static float largest(const float *x, size_t n) {
    float parts[PARTS];
    for (size_t k = 0; k < PARTS; k++) parts[k] = -FLT_MAX;
    size_t i = 0;
    for (; i + PARTS <= n; i += PARTS)
        for (size_t k = 0; k < PARTS; k++) parts[k] = x[i + k] > parts[k] ? x[i + k] : parts[k];
    for (; i < n; i++) parts[0] = x[i] > parts[0] ? x[i] : parts[0];
    for (size_t k = 1; k < PARTS; k++) parts[0] = parts[k] > parts[0] ? parts[k] : parts[0];
    return parts[0];
}

MDL_MULTI void mdl_softmax(float *x, size_t n) {
    float top = largest(x, n);
    for (size_t i = 0; i < n; i++) x[i] = exp_of(clamp(x[i] - top));
    float scale = 1.0F / sum(x, n);
    for (size_t i = 0; i < n; i++) x[i] *= scale;
}

MDL_MULTI void mdl_rotate(float *x, const float *turn, size_t n_pairs) {
    for (size_t i = 0; i < n_pairs; i++) {
        float a = x[2 * i], b = x[2 * i + 1], cosine = turn[2 * i], sine = turn[2 * i + 1];
        x[2 * i] = a * cosine - b * sine;
        x[2 * i + 1] = b * cosine + a * sine;
    }
}
