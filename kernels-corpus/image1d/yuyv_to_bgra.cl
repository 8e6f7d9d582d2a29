// Unpacks YUYV 4:2:2 video to BGRA in fixed point, two pixels a work-item.
#define SAT8(v) convert_uchar_sat((v) >> 8)

static uchar4 convertPixel(int y, int u, int v)
{
    int c = 298 * (y - 16) + 128;
    return (uchar4)(SAT8(c + 516 * u), SAT8(c - 100 * u - 208 * v), SAT8(c + 409 * v), 255);
}

__kernel void yuyv_to_bgra(__global const uint *yuyv, __global uchar8 *bgra, const uint pairs)
{
    const uint i = get_global_id(0);
    if (i >= pairs) return;
    const uint w = yuyv[i];
    const int u = (int)(w >> 8 & 0xff) - 128;
    const int v = (int)(w >> 24) - 128;
    bgra[i] = (uchar8)(convertPixel(w & 0xff, u, v), convertPixel(w >> 16 & 0xff, u, v));
}
