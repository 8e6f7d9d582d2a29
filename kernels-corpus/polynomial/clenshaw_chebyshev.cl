// Chebyshev series summed by the Clenshaw recurrence, four abscissae per work-item.
kernel void clenshaw_chebyshev(global const float4 *restrict xs,
                               global const float *restrict coeff,
                               global float4 *restrict ys,
                               const uint order, const float lo, const float hi)
{
    const size_t q = get_global_id(0);
    const float4 u = (2.0f * xs[q] - (lo + hi)) / (hi - lo);
    const float4 u2 = u + u;
    float4 b1 = (float4)(0.0f), b2 = (float4)(0.0f);

    for (uint j = order; j > 0; --j) {
        const float4 t = b1;
        b1 = fma(u2, b1, coeff[j] - b2);
        b2 = t;
    }
    ys[q] = fma(u, b1, 0.5f * coeff[0] - b2);
}
