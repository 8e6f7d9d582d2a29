// A different polynomial for each work-item, coefficients column-wise, summed over many points.
__kernel void hornerMatrixRows(__global const float *coef, __constant float *pts, __global float *sum,
                               const int polys, const int degree, const int npts)
{
    const int p = get_global_id(0);
    if (p >= polys)
        return;

    float total = 0.0f;
    for (int k = 0; k < npts; k++)
    {
        float x = pts[k];
        float v = 0.0f;
        for (int d = degree; d >= 0; d--)
            v = v * x + coef[d * polys + p];
        total += v;
    }
    sum[p] = total;
}
