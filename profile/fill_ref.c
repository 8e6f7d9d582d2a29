/* The host reference of fill.cl: plain, one component after the other.
 *
 * In: a prof_fill. Out: the same bytes as on any device. -std=c11 keeps the compiler from
 * contracting the multiplication and the addition. Not used when timing. */
#include "profile/fill_ref.h"

#include <string.h>

#include "common/pcg.h"
#include "profile/types.h"

static uint64_t float_bits(float f, int width) {
    double d = f;
    uint64_t v = 0;
    if (width == 2) return prof_half_of(f);
    if (width == 4)
        memcpy(&v, &f, sizeof f);
    else
        memcpy(&v, &d, sizeof d);
    return v;
}

static uint64_t rowptr_at(const prof_fill *f, uint64_t e) {
    uint64_t last = f->n - 1;
    if (last == 0) return 0;
    uint64_t base = e * f->total / last;
    if (e == 0 || e == last) return base;
    uint64_t next = (e + 1) * f->total / last;
    return base + lp_pcg_at(f->key, e) % (next - base + 1);
}

/* Halves the rows until row e begins: 30 % of the entries go to one side, 70 % to the other. */
static uint64_t skewed_at(const prof_fill *f, uint64_t e) {
    uint64_t first = 0, last = f->n - 1, lo = 0, hi = f->total;
    while (last - first > 1) {
        uint64_t middle = first + (last - first) / 2, all = hi - lo;
        uint64_t share = lp_pcg_at(f->key, middle) >> 31 ? 179 : 77;
        uint64_t at = lo + all / 256 * share + all % 256 * share / 256;
        if (e == middle) return at;
        if (e < middle) {
            last = middle;
            hi = at;
        } else {
            first = middle;
            lo = at;
        }
    }
    return e == first ? lo : hi;
}

/* Four rounds of a Feistel network on 2 * half bits permute the numbers below 4^half; where one is
 * not below mod, the next one on its cycle is taken. */
static uint64_t permuted_at(const prof_fill *f, uint64_t e) {
    uint64_t half = 1, v = e % f->mod;
    while (UINT64_C(1) << (2 * half) < f->mod) half++;
    uint64_t mask = (UINT64_C(1) << half) - 1;
    do {
        uint64_t left = v >> half, right = v & mask;
        for (uint64_t round = 0; round < 4; round++) {
            uint64_t mixed = left ^ (lp_pcg_at(f->key, right * 4 + round) & mask);
            left = right;
            right = mixed;
        }
        v = left << half | right;
    } while (v >= f->mod);
    return v;
}

static uint64_t component(const prof_fill *f, uint64_t e) {
    uint64_t v;
    switch (f->mode) {
    case PROF_FILL_FLOAT: {
        float u = (float)(lp_pcg_at(f->key, e) >> 8) * 0x1p-24F;
        float scaled = u * f->span;
        return float_bits(f->lo + scaled, f->width);
    }
    case PROF_FILL_INT:
        v = (uint64_t)f->base + lp_pcg_at(f->key, e) % f->mod;
        break;
    case PROF_FILL_ROWPTR:
        v = rowptr_at(f, e);
        break;
    case PROF_FILL_PERMUTATION:
        v = permuted_at(f, e);
        break;
    case PROF_FILL_FLAGS:
        v = lp_pcg_at(f->key, e) >> 8 < f->mod;
        break;
    case PROF_FILL_SKEWED:
        v = skewed_at(f, e);
        break;
    default:
        return 0;
    }
    return f->as_float ? float_bits((float)(int64_t)v, f->width) : v;
}

static void fill_members(const prof_fill *f, unsigned char *dst) {
    for (int k = 0; k < f->n_members; k++) {
        const prof_member *m = &f->member[k];
        for (uint64_t e = 0; e < f->elems; e++) {
            uint64_t at = e * f->stride + m->at, v = lp_pcg_at(f->key, at) % m->mod;
            memcpy(dst + at, &v, (size_t)m->width);
        }
    }
}

void prof_fill_ref(const prof_fill *f, unsigned char *dst, size_t bytes) {
    size_t width = (size_t)f->width;
    for (uint64_t e = 0; e < f->n; e++) {
        uint64_t v = component(f, e);
        size_t at = (size_t)e * width;
        if (at >= bytes) break;
        memcpy(dst + at, &v, bytes - at < width ? bytes - at : width);
    }
    fill_members(f, dst);
}
