// Bilateral filter of an 8-bit image: spatial weights computed, range weights from a table of 256.
__kernel void bilateral_gray(__global const uchar *restrict src, __global uchar *restrict dst,
                             __constant float *rangeWeight, const int width, const int height,
                             const int radius, const float invSpatial)
{
    const int id = get_global_id(0);
    if (id >= width * height)
        return;
    const int x = id % width, y = id / width;
    const int centre = src[id];

    float num = 0.0f, den = 0.0f;
    for (int j = max(y - radius, 0); j <= min(y + radius, height - 1); ++j)
        for (int i = max(x - radius, 0); i <= min(x + radius, width - 1); ++i) {
            const int v = src[j * width + i];
            const float r2 = (float)((i - x) * (i - x) + (j - y) * (j - y));
            const float w = native_exp(-r2 * invSpatial) * rangeWeight[abs(v - centre) & 255];
            num += w * (float)v;
            den += w;
        }
    dst[id] = convert_uchar_sat_rte(num / fmax(den, 1e-6f));
}
