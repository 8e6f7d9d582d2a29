// Planar 4:2:0 YUV to BGRA, integer coefficients, a 2x2 luma quad per work-item.
static uchar4 bgra(int y, int u, int v)
{
    const int c = 298 * (y - 16) + 128, d = u - 128, e = v - 128;
    return convert_uchar4_sat((int4)((c + 516 * d) >> 8, (c - 100 * d - 208 * e) >> 8, (c + 409 * e) >> 8, 255));
}

__kernel void yuv420ToBgra(__global const uchar2 *luma, __global const uchar *cb, __global const uchar *cr,
                           __global uchar8 *out, const uint halfWidth, const uint halfHeight)
{
    const uint i = get_global_id(0);
    if (i >= halfWidth * halfHeight)
        return;
    const uint x = i % halfWidth, y = i / halfWidth;
    const int u = cb[i], v = cr[i];
    for (uint r = 0; r < 2; ++r) {
        const uint at = (2 * y + r) * halfWidth + x;
        const uchar2 l = luma[at];
        out[at] = (uchar8)(bgra(l.x, u, v), bgra(l.y, u, v));
    }
}
