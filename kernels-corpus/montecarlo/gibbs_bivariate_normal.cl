// Gibbs sampler of a correlated pair driven by stored normals, running correlation estimated.
__kernel void gibbs_bivariate_normal(__global const float2 *z, __global float *corr, const int sweeps, const int burn, const float rho)
{
    const int c = get_global_id(0), chains = get_global_size(0);
    const float sd = sqrt(fmax(1.0f - rho * rho, 0.0f));
    float x = 0.0f, y = 0.0f, sxx = 1e-6f, syy = 1e-6f, sxy = 0.0f;

    for (int s = 0; s < sweeps; s++)
    {
        const float2 n = z[s * chains + c];
        x = rho * y + sd * n.x;
        y = rho * x + sd * n.y;
        if (s < burn) continue;
        sxx += x * x;
        syy += y * y;
        sxy += x * y;
    }
    corr[c] = sxy * rsqrt(sxx * syy);
}
