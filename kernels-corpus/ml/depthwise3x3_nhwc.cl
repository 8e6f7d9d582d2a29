// Depthwise 3x3 convolution on channel-last float4 data whose border of one pixel is part of the input.
#define PIX(dx, dy) src[((y + (dy)) * (w + 2) + x + (dx)) * c4 + ch]
#define TAP(i, dx, dy) s = fma(PIX(dx, dy), wt[(i) * c4 + ch], s)

__kernel void depthwise3x3_nhwc(__global const float4 *src, __global const float4 *wt,
                                __global float4 *dst, int w, int h, int c4)
{
    int gid = get_global_id(0);
    int ch = gid % c4;
    int x = gid / c4 % w;
    int y = gid / c4 / w;
    if (y >= h)
        return;

    float4 s = (float4)(0.0f);
    TAP(0, 0, 0);  TAP(1, 1, 0);  TAP(2, 2, 0);
    TAP(3, 0, 1);  TAP(4, 1, 1);  TAP(5, 2, 1);
    TAP(6, 0, 2);  TAP(7, 1, 2);  TAP(8, 2, 2);

    dst[gid] = clamp(s, 0.0f, 6.0f);
}
