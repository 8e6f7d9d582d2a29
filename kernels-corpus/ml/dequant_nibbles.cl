// Expands 4-bit weights with per-group scale and zero point, eight weights from each 32-bit word.
__kernel void dequant_nibbles(__global const uint *packed, __global const float *scales,
                              __global const uchar *zeros, __global float *out,
                              const uint words, const uint words_per_group)
{
    const uint w = get_global_id(0);
    if (w < words) {
        const uint grp = w / words_per_group;
        const float s = scales[grp];
        const int z = zeros[grp] & 15;
        uint bits = packed[w];
        float8 v;
        v.s0 = (int)(bits & 15) - z;  v.s1 = (int)(bits >> 4 & 15) - z;
        v.s2 = (int)(bits >> 8 & 15) - z;  v.s3 = (int)(bits >> 12 & 15) - z;
        bits >>= 16;
        v.s4 = (int)(bits & 15) - z;  v.s5 = (int)(bits >> 4 & 15) - z;
        v.s6 = (int)(bits >> 8 & 15) - z;  v.s7 = (int)(bits >> 12) - z;
        vstore8(v * s, w, out);
    }
}
