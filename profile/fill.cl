// Device side of buffer filling: each work-item writes one component from counter-based PCG, so that the bytes depend on
// (key, index) alone and are the same on every device. Only 32- and 64-bit integer arithmetic and one float multiplication
// and addition without contraction; half and double are made from the float by bits, so no extension is needed.
// The host reference is profile/fill_ref.c; the modes are those of profile/recipe.h.
#pragma OPENCL FP_CONTRACT OFF

ulong mix64(ulong x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9UL;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebUL;
    return x ^ (x >> 31);
}

uint pcg_at(ulong key, ulong index) {
    ulong state = mix64(key + index * 0x9e3779b97f4a7c15UL);
    uint x = (uint)(((state >> 18) ^ state) >> 27);
    uint rot = (uint)(state >> 59);
    return (x >> rot) | (x << ((32u - rot) & 31u));
}

// 64-bit division is slow on GPUs: use it only where 32 bits do not suffice.
ulong modulo(uint bits, ulong mod) {
    return mod <= 0xffffffffUL ? (ulong)(bits % (uint)mod) : (ulong)bits;
}

ulong rowptr_base(ulong e, ulong total, ulong last) {
    return last ? e * total / last : 0UL;
}

ulong rowptr_at(ulong key, ulong e, ulong n, ulong total) {
    ulong last = n - 1, base = rowptr_base(e, total, last);
    if (e == 0 || e == last) return base;
    ulong room = rowptr_base(e + 1, total, last) - base + 1;
    return base + modulo(pcg_at(key, e), room);
}

// Halves the rows until row e begins: 30 % of the entries go to one side, 70 % to the other.
ulong skewed_at(ulong key, ulong e, ulong n, ulong total) {
    ulong first = 0, last = n - 1, lo = 0, hi = total;
    while (last - first > 1) {
        ulong middle = first + (last - first) / 2, all = hi - lo;
        ulong share = pcg_at(key, middle) >> 31 ? 179 : 77;
        ulong at = lo + all / 256 * share + all % 256 * share / 256;
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

// Four rounds of a Feistel network on 2 * half bits permute the numbers below 4^half; where one is not below mod, the next
// one on its cycle is taken.
uint feistel(ulong key, uint half_value, uint round, uint mask) {
    return pcg_at(key, (ulong)half_value * 4UL + round) & mask;
}

ulong permuted_at(ulong key, ulong e, ulong mod) {
    uint half_width = 1u;
    while (half_width < 32u && (1UL << (2u * half_width)) < mod) half_width++;
    uint mask = half_width < 32u ? (1u << half_width) - 1u : 0xffffffffu;
    ulong v = e % mod;
    do {
        uint left = (uint)(v >> half_width), right = (uint)v & mask;
        left ^= feistel(key, right, 0u, mask);
        right ^= feistel(key, left, 1u, mask);
        left ^= feistel(key, right, 2u, mask);
        right ^= feistel(key, left, 3u, mask);
        v = ((ulong)left << half_width) | right;
    } while (v >= mod);
    return v;
}

// Round to nearest even.
uint half_bits(float f) {
    uint bits = as_uint(f), sign = (bits >> 16) & 0x8000u, mag = bits & 0x7fffffffu;
    if (mag > 0x7f800000u) return sign | 0x7e00u;
    if (mag >= 0x477ff000u) return sign | 0x7c00u;
    if (mag < 0x33000001u) return sign;
    uint shift = 13u, m = mag - 0x38000000u;
    if (mag < 0x38800000u) {
        shift = 126u - (mag >> 23);
        m = (mag & 0x7fffffu) | 0x800000u;
    }
    uint half_value = m >> shift, rest = m & ((1u << shift) - 1u), tie = 1u << (shift - 1u);
    if (rest > tie || (rest == tie && (half_value & 1u))) half_value++;
    return sign | half_value;
}

// Exact: every float is a double, the subnormal ones normal.
ulong double_bits(float f) {
    uint bits = as_uint(f), mag = bits & 0x7fffffffu, exponent = (mag >> 23) + 896u;
    ulong sign = (ulong)(bits >> 31) << 63;
    if (mag == 0u) return sign;
    if (mag < 0x800000u) {
        uint up = clz(mag) - 8u;
        mag <<= up;
        exponent = 897u - up;
    }
    return sign | ((ulong)exponent << 52) | ((ulong)(mag & 0x7fffffu) << 29);
}

ulong float_component(float f, uint width) {
    return width == 2u ? (ulong)half_bits(f) : width == 4u ? (ulong)as_uint(f) : double_bits(f);
}

void put(__global uchar *dst, ulong e, uint width, ulong v) {
    if (width == 1u)
        dst[e] = (uchar)v;
    else if (width == 2u)
        ((__global ushort *)dst)[e] = (ushort)v;
    else if (width == 4u)
        ((__global uint *)dst)[e] = (uint)v;
    else
        ((__global ulong *)dst)[e] = v;
}

__kernel void prof_fill(__global uchar *dst, ulong n, ulong key, uint mode, uint width, uint as_float, float lo,
                        float span, long base, ulong mod, ulong total) {
    ulong e = get_global_id(0);
    if (e >= n) return;
    ulong v;
    if (mode == 1u) {
        float u = (float)(pcg_at(key, e) >> 8) * 0x1p-24f;
        float scaled = u * span;
        v = float_component(lo + scaled, width);
    } else {
        v = mode == 3u   ? rowptr_at(key, e, n, total)
            : mode == 4u ? skewed_at(key, e, n, total)
            : mode == 5u ? (ulong)((pcg_at(key, e) >> 8) < mod)
                         : (ulong)base + modulo(pcg_at(key, e), mod);
        if (as_float) v = float_component((float)(long)v, width);
    }
    put(dst, e, width, v);
}

// Mode 6, on its own: as a branch of prof_fill NVIDIA's compiler (driver 580) gets the loop of permuted_at wrong.
__kernel void prof_fill_permutation(__global uchar *dst, ulong n, ulong key, uint width, uint as_float, ulong mod) {
    ulong e = get_global_id(0);
    if (e >= n) return;
    ulong v = permuted_at(key, e, mod);
    put(dst, e, width, as_float ? float_component((float)(long)v, width) : v);
}

// One integer member of each element of `stride` bytes; byte by byte, because packed structs need no alignment.
__kernel void prof_fill_member(__global uchar *dst, ulong elems, ulong key, ulong stride, ulong at, uint width,
                               ulong mod) {
    ulong e = get_global_id(0);
    if (e >= elems) return;
    ulong byte = e * stride + at, v = modulo(pcg_at(key, byte), mod);
    for (uint i = 0; i < width; i++) dst[byte + i] = (uchar)(v >> (8u * i));
}
