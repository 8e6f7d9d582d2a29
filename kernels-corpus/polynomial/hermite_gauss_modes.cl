// Normalised Hermite-Gauss functions of one order at many points by a stable recurrence.
__kernel void hermite_gauss_modes(__global const float *u, __global float *psi, int order, int n)
{
    int stride = get_global_size(0);
    int i = get_global_id(0);

    while (i < n) {
        float t = u[i];
        float h0 = 0.7511255f * exp(-0.5f * t * t);
        float h1 = M_SQRT2_F * t * h0;
        for (int k = 2; k <= order; k++) {
            float rk = rsqrt((float)k);
            float h2 = M_SQRT2_F * t * rk * h1 - sqrt((float)(k - 1)) * rk * h0;
            h0 = h1;
            h1 = h2;
        }
        psi[i] = h1;
        i += stride;
    }
}
