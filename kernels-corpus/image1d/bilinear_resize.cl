// Bilinear resampling of a flattened float image to another size with clamped taps.
float lerp2(float a, float b, float t) { return a + (b - a) * t; }

__kernel void bilinear_resize(__global const float *srcImg,
                              __global float *dstImg,
                              int srcW, int srcH,
                              int dstW, int dstH)
{
    const int total = dstW * dstH;
    const float sx = (float)srcW / dstW;
    const float sy = (float)srcH / dstH;

    for (int i = get_global_id(0); i < total; i += get_global_size(0))
    {
        const float fx = ((i % dstW) + 0.5f) * sx - 0.5f;
        const float fy = ((i / dstW) + 0.5f) * sy - 0.5f;
        const int ix = (int)floor(fx);
        const int iy = (int)floor(fy);

        const int x0 = clamp(ix, 0, srcW - 1), x1 = clamp(ix + 1, 0, srcW - 1);
        const int y0 = clamp(iy, 0, srcH - 1), y1 = clamp(iy + 1, 0, srcH - 1);

        const float top = lerp2(srcImg[y0 * srcW + x0], srcImg[y0 * srcW + x1], fx - ix);
        const float bot = lerp2(srcImg[y1 * srcW + x0], srcImg[y1 * srcW + x1], fx - ix);
        dstImg[i] = lerp2(top, bot, fy - iy);
    }
}
