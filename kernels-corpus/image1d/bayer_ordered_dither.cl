// Ordered dithering with an 8x8 threshold built from interleaved bits, to a run-time number of levels.
__kernel void bayer_ordered_dither(__global const float *lum, __global uchar *index, uint width, uint n, uint levels)
{
    uint i = get_global_id(0);
    if (i >= n)
        return;
    uint x = i % width, y = i / width;
    uint a = x ^ y, t = 0;
    for (uint bit = 0; bit < 3; bit++) {
        t = t << 2 | (a >> bit & 1) << 1 | (y >> bit & 1);
    }
    float steps = (float)(min(levels, 256u) - 1u);
    float v = lum[i] * steps + ((float)t + 0.5f) / 64.0f;
    index[i] = convert_uchar_sat(floor(fmin(v, steps)));
}
