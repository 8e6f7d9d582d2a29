// Coupon-free bond on a trinomial short-rate tree kept in a private array with edge branching.
#define HALF 12
#define WIDTH (2 * HALF + 1)

__kernel void trinomial_hull_white(__global const float *r0, __global const float *meanRev, __global float *bond,
                                   const int steps, const float dt, const float sigma)
{
    int i = get_global_id(0);
    float a = meanRev[i], base = r0[i];
    float dr = sigma * sqrt(3.0f * dt);
    float val[WIDTH], tmp[WIDTH];
    int s, j;

    for (j = 0; j < WIDTH; j++)
        val[j] = 1.0f;
    for (s = 0; s < steps; s++) {
        for (j = 0; j < WIDTH; j++) {
            int k = j - HALF;
            float m = -a * dt * k;
            float pu = 1.0f / 6.0f + 0.5f * (m * m + m);
            float pd = 1.0f / 6.0f + 0.5f * (m * m - m);
            int lo = j > 0 ? j - 1 : 0, hi = j < WIDTH - 1 ? j + 1 : WIDTH - 1;
            tmp[j] = exp(-(base + k * dr) * dt) * (pu * val[hi] + pd * val[lo] + (1.0f - pu - pd) * val[j]);
        }
        for (j = 0; j < WIDTH; j++)
            val[j] = tmp[j];
    }
    bond[i] = val[HALF];
}
