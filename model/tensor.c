/* Stored values to floats.
 *
 * In: the bytes of a tensor, checked by safetensors.c. Out: floats, row by row. The 16-bit
 * conversions are written without branches so that the compiler makes vector code of them. Does not
 * read files or check shapes. */
#include "model/tensor.h"

#include <math.h>
#include <string.h>

#include "common/error.h"
#include "model/multi.h"

static const struct {
    const char *name;
    mdl_dtype dtype;
    size_t bits;
} types[] = {
    {"F32", MDL_F32, 32},      {"F16", MDL_F16, 16},   {"BF16", MDL_BF16, 16},
    {"I8", MDL_I8, 8},         {"BOOL", MDL_OTHER, 8}, {"U8", MDL_OTHER, 8},
    {"I16", MDL_OTHER, 16},    {"U16", MDL_OTHER, 16}, {"I32", MDL_OTHER, 32},
    {"U32", MDL_OTHER, 32},    {"I64", MDL_OTHER, 64}, {"U64", MDL_OTHER, 64},
    {"F64", MDL_OTHER, 64},    {"C64", MDL_OTHER, 64}, {"F8_E5M2", MDL_OTHER, 8},
    {"F8_E4M3", MDL_OTHER, 8},
};

bool mdl_dtype_of(const char *name, mdl_dtype *out, size_t *bits, const char **type_name) {
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (strcmp(types[i].name, name) == 0) {
            *out = types[i].dtype;
            *bits = types[i].bits;
            *type_name = types[i].name;
            return true;
        }
    return false;
}

size_t mdl_tensor_rows(const mdl_tensor *t) {
    return t->n_dims > 0 ? t->dims[0] : 1;
}

size_t mdl_tensor_cols(const mdl_tensor *t) {
    size_t rows = mdl_tensor_rows(t);
    return rows > 0 ? t->n_elems / rows : 0;
}

/* ---- one value ---- */

float mdl_f16_to_f32(uint16_t h) {
    int exponent = (h >> 10) & 31, fraction = h & 1023;
    float v = exponent == 31  ? (fraction ? NAN : INFINITY)
              : exponent == 0 ? ldexpf((float)fraction, -24)
                              : ldexpf((float)(fraction + 1024), exponent - 25);
    return h & 0x8000 ? -v : v;
}

float mdl_bf16_to_f32(uint16_t h) {
    uint32_t bits = (uint32_t)h << 16;
    float v;
    memcpy(&v, &bits, sizeof v);
    return v;
}

/* ---- many ---- */

/* The exponent and fraction moved into place are the value times 2^-112, of small values too; the
 * product is exact. What comes out at 2^16 or more was infinite or not a number. */
MDL_MULTI static void from_f16(const unsigned char *p, size_t n, float *out) {
    for (size_t i = 0; i < n; i++) {
        uint16_t h;
        memcpy(&h, p + 2 * i, sizeof h);
        uint32_t bits = (uint32_t)(h & 0x7FFF) << 13;
        float v;
        memcpy(&v, &bits, sizeof v);
        v *= 0x1p112F;
        memcpy(&bits, &v, sizeof bits);
        bits |= v >= 65536.0F ? 0x7F800000U : 0U;
        bits |= (uint32_t)(h & 0x8000) << 16;
        memcpy(out + i, &bits, sizeof bits);
    }
}

MDL_MULTI static void from_bf16(const unsigned char *p, size_t n, float *out) {
    for (size_t i = 0; i < n; i++) {
        uint16_t h;
        memcpy(&h, p + 2 * i, sizeof h);
        uint32_t bits = (uint32_t)h << 16;
        memcpy(out + i, &bits, sizeof bits);
    }
}

MDL_MULTI static void from_i8(const unsigned char *p, size_t n, float scale, float *out) {
    const signed char *v = (const signed char *)p;
    for (size_t i = 0; i < n; i++) out[i] = (float)v[i] * scale;
}

/* Columns of one row, which begin at value `first` of the tensor. */
static void read_values(const mdl_tensor *t, size_t row, size_t first, size_t n, float *out) {
    float scale;
    switch (t->dtype) {
    case MDL_F32:
        memcpy(out, t->data + first * sizeof(float), n * sizeof(float));
        return;
    case MDL_F16:
        from_f16(t->data + first * 2, n, out);
        return;
    case MDL_BF16:
        from_bf16(t->data + first * 2, n, out);
        return;
    case MDL_I8:
        if (!t->scale) LP_BUG("%s: read without its scale", t->name);
        memcpy(&scale, t->scale->data + row * sizeof scale, sizeof scale);
        from_i8(t->data + first, n, scale, out);
        return;
    case MDL_OTHER:
        break;
    }
    LP_BUG("%s: values of type %s are never read", t->name, t->type_name);
}

void mdl_tensor_block(const mdl_tensor *t, size_t row0, size_t n_rows, size_t col0, size_t n_cols,
                      float *out) {
    size_t cols = mdl_tensor_cols(t);
    if (n_cols == 0) return;
    for (size_t r = 0; r < n_rows; r++)
        read_values(t, row0 + r, (row0 + r) * cols + col0, n_cols, out + r * n_cols);
}

void mdl_tensor_read(const mdl_tensor *t, size_t row0, size_t n_rows, float *out) {
    size_t cols = mdl_tensor_cols(t);
    if (cols == 1 && t->dtype != MDL_I8) { /* values of a vector: one call, not one each */
        if (n_rows > 0) read_values(t, row0, row0, n_rows, out);
        return;
    }
    mdl_tensor_block(t, row0, n_rows, 0, cols, out);
}

const float *mdl_tensor_direct(const mdl_tensor *t) {
    const void *p = t->data;
    return t->dtype == MDL_F32 && (uintptr_t)p % _Alignof(float) == 0 ? p : NULL;
}
