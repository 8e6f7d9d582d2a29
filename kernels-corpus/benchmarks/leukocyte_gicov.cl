// Inverse coefficient of variation of gradients along seven circles around each pixel, best of them; flattened.
#define NPOINTS 24
#define NCIRCLES 7

__kernel void leukocyte_gicov(__global const float *grad_x, __global const float *grad_y, __constant float *sin_angle,
                              __constant float *cos_angle, __global float *gicov, int pixels, int width)
{
    const int gid = get_global_id(0);
    if (gid >= pixels) return;
    const int i = gid % width, j = gid / width;
    float best = 0.0f;

    for (int k = 0; k < NCIRCLES; k++) {
        float sum = 0.0f, square = 0.0f;
        for (int n = 0; n < NPOINTS; n++) {
            const float radius = 2.0f + 2.0f * k;
            const int x = i + (int)(radius * cos_angle[n]);
            const int y = j + (int)(radius * sin_angle[n]);
            const int at = clamp(y * width + x, 0, pixels - 1);
            const float p = grad_x[at] * cos_angle[n] + grad_y[at] * sin_angle[n];
            sum += p;
            square += p * p;
        }
        const float mean = sum / NPOINTS;
        const float var = (square - sum * mean) / (NPOINTS - 1);
        if (var > 1e-12f) best = fmax(best, mean * mean / var);
    }
    gicov[gid] = best;
}
