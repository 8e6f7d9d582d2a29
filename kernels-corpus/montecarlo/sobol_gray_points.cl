// Sobol points by the Gray-code construction from a table of direction numbers, digital shift applied.
#define BITS 32

__kernel void sobol_gray_points(__constant uint *direction, __global float *points, const uint dims, const uint skip,
                                const uint shift)
{
    const uint i = get_global_id(0);
    const uint gray = (i + skip) ^ ((i + skip) >> 1);
    for (uint d = 0; d < dims; d++) {
        __constant uint *v = direction + d * BITS;
        uint x = shift * (2u * d + 1u);
        for (uint b = 0; b < BITS; b++)
            x ^= ((gray >> b) & 1u) ? v[b] : 0u;
        points[d * get_global_size(0) + i] = (float)(x >> 8) * 0x1p-24f;
    }
}
