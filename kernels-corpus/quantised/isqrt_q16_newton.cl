// Fixed-point Q16 reciprocal square root: table-free seed from the leading zeros, three Newton steps in 64 bits.
__kernel void isqrt_q16_newton(__global const uint *v, __global uint *rsq, const uint steps, const uint count)
{
    const uint lim = min(steps, 8u);
    for (uint i = get_global_id(0); i < count; i += get_global_size(0)) {
        const uint a = max(v[i], 1u);
        const uint lz = clz(a);
        ulong y = 1UL << ((lz + 17u) / 2u);
        for (uint s = 0; s < lim; ++s) {
            const ulong yy = (y * y) >> 16;
            const ulong t = (3UL << 16) - min((yy * a) >> 16, 2UL << 16);
            y = (y * t) >> 17;
        }
        rsq[i] = (uint)min(y, 0xffffffffUL);
    }
}
