// Vertical Gaussian pass on float4 pixels with weights recomputed by a recurrence, four rows an item.
#define ROWS 4

__kernel void gaussian_sep_cols(__global const float4 *in, __global float4 *out,
                                const int width, const int bands, const int radius, const float sigma)
{
    const int id = get_global_id(0);
    if (id >= width * bands) return;
    const int x = id % width, y0 = id / width * ROWS;
    const int height = bands * ROWS;

    float4 acc[ROWS];
    for (int r = 0; r < ROWS; ++r) acc[r] = (float4)(0.0f);
    const float g1 = exp(-0.5f / (sigma * sigma)), g2 = g1 * g1;
    float weight = 1.0f, ratio = g1, norm = 0.0f;

    for (int k = 0; k <= radius; ++k) {
        norm += k ? 2.0f * weight : weight;
        for (int r = 0; r < ROWS; ++r) {
            acc[r] += weight * in[min(y0 + r + k, height - 1) * width + x];
            if (k)
                acc[r] += weight * in[max(y0 + r - k, 0) * width + x];
        }
        weight *= ratio;
        ratio *= g2;
    }
    for (int r = 0; r < ROWS; ++r)
        out[(y0 + r) * width + x] = acc[r] / norm;
}
