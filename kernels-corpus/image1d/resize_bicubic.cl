// Catmull-Rom bicubic resize of a one-channel image, sixteen clamped taps an output pixel.
static float4 cubicWeights(float t)
{
    const float t2 = t * t, t3 = t2 * t;
    return 0.5f * (float4)(-t3 + 2.0f * t2 - t, 3.0f * t3 - 5.0f * t2 + 2.0f,
                           -3.0f * t3 + 4.0f * t2 + t, t3 - t2);
}

__kernel void resize_bicubic(__global const float *src, const int srcW, const int srcH,
                             __global float *dst, const int dstW, const int dstH)
{
    const int id = get_global_id(0);
    if (id >= dstW * dstH) return;

    const float fx = ((float)(id % dstW) + 0.5f) * (float)srcW / (float)dstW - 0.5f;
    const float fy = ((float)(id / dstW) + 0.5f) * (float)srcH / (float)dstH - 0.5f;
    const int ix = (int)floor(fx), iy = (int)floor(fy);
    const float4 wx = cubicWeights(fx - floor(fx));
    const float4 wy = cubicWeights(fy - floor(fy));
    float rows[4];

    for (int j = 0; j < 4; ++j) {
        __global const float *line = src + clamp(iy + j - 1, 0, srcH - 1) * srcW;
        const float4 taps = (float4)(line[clamp(ix - 1, 0, srcW - 1)], line[clamp(ix, 0, srcW - 1)],
                                     line[clamp(ix + 1, 0, srcW - 1)], line[clamp(ix + 2, 0, srcW - 1)]);
        rows[j] = dot(taps, wx);
    }
    dst[id] = dot(vload4(0, rows), wy);
}
