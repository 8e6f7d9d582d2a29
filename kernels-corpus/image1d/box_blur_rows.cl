// Horizontal box blur with a running sum, one image row per work-item and clamped borders.
__kernel void box_blur_rows(__global const float *restrict src,
                            __global float *restrict dst,
                            const int width, const int rows, const int radius)
{
    const int y = get_global_id(0);
    if (y >= rows)
        return;

    __global const float *in = src + y * width;
    __global float *out = dst + y * width;
    const float norm = 1.0f / (2 * radius + 1);

    float run = 0.0f;
    for (int k = -radius; k <= radius; ++k)
        run += in[clamp(k, 0, width - 1)];

    for (int x = 0; x < width; ++x) {
        out[x] = run * norm;
        run += in[min(x + radius + 1, width - 1)] - in[max(x - radius, 0)];
    }
}
