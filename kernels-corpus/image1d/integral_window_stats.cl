// Mean and deviation of square windows from two integral images (sums and sums of squares).
static uint rect(__global const uint *I, int x0, int y0, int x1, int y1, int pitch)
{
    return I[y1 * pitch + x1] - I[y0 * pitch + x1] - I[y1 * pitch + x0] + I[y0 * pitch + x0];
}

__kernel void integral_window_stats(__global const uint *sum, __global const uint *sumSq, __global float2 *stats,
                                int w, int h, int r)
{
    int i = get_global_id(0);
    if (i >= w * h) return;
    int x = i % w, y = i / w;
    int x0 = max(x - r, 0), x1 = min(x + r + 1, w);
    int y0 = max(y - r, 0), y1 = min(y + r + 1, h);
    float inv = 1.0f / (float)max((x1 - x0) * (y1 - y0), 1);
    float m = inv * (float)rect(sum, x0, y0, x1, y1, w + 1);
    float q = inv * (float)rect(sumSq, x0, y0, x1, y1, w + 1);
    stats[i] = (float2)(m, sqrt(fmax(q - m * m, 0.0f)));
}
