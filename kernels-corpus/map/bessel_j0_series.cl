// Bessel function J0 by its power series for small arguments and the asymptotic form for large ones.
kernel void bessel_j0_series(global const float *x, global float *j0, const int n, const int terms)
{
    const int i = get_global_id(0);
    if (i >= n)
        return;

    const float a = fabs(x[i]);
    float r;
    if (a < 6.0f) {
        const float q = -0.25f * a * a;
        float term = 1.0f;
        r = 1.0f;
        for (int k = 1; k <= terms; ++k) {
            term *= q / (float)(k * k);
            r += term;
        }
    } else {
        const float w = 8.0f / a;
        const float phase = a - M_PI_4_F - 0.015625f * w;
        r = sqrt(M_2_PI_F / a) * (1.0f - 0.00109863f * w * w) * cos(phase);
    }
    j0[i] = r;
}
