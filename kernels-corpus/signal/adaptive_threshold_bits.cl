// Packs 32 comparisons of a signal against a local adaptive threshold into one word.
__kernel void adaptive_threshold_bits(__global const float *mag, __global const float *floorLevel,
                                  __global uint *bits, uint words, float ratio)
{
    uint w = get_global_id(0);
    if (w >= words) return;
    float thr = ratio * floorLevel[w];
    uint out = 0;
    #pragma unroll 4
    for (uint b = 0; b < 8; ++b) {
        int4 over = isgreater(vload4(w * 8 + b, mag), (float4)(thr));
        uint4 one = as_uint4(-over) << (uint4)(0, 1, 2, 3);
        out |= (one.x | one.y | one.z | one.w) << (4 * b);
    }
    bits[w] = out;
}
