// Packs float colour planes into RGB565 words with a 4x4 ordered dither.
__constant float bayer[16] = {
     0.0f,  8.0f,  2.0f, 10.0f,
    12.0f,  4.0f, 14.0f,  6.0f,
     3.0f, 11.0f,  1.0f,  9.0f,
    15.0f,  7.0f, 13.0f,  5.0f
};

#define LEVELS(v, top) ((uint)clamp((v) * (top) + d, 0.0f, (top)))

__kernel void rgb565_pack_dither(__global const float *r, __global const float *g, __global const float *b,
                                 __global ushort *packed, uint width, uint height)
{
    uint id = get_global_id(0);
    if (id >= width * height) return;
    uint x = id % width, y = id / width;
    float d = bayer[(y & 3) * 4 + (x & 3)] * (1.0f / 16.0f);
    packed[id] = (ushort)(LEVELS(r[id], 31.0f) << 11 | LEVELS(g[id], 63.0f) << 5 | LEVELS(b[id], 31.0f));
}
