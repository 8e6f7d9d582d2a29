// Degree-15 polynomial by Estrin's scheme, coefficients in two float8 arguments.
kernel void estrin_degree15(global const float *xs, global float *ys, const float8 lo, const float8 hi, uint n)
{
    const uint i = get_global_id(0);
    if (i < n) {
        const float x = xs[i], x2 = x * x, x4 = x2 * x2, x8 = x4 * x4;
        const float4 a = fma(lo.odd, (float4)(x), lo.even);
        const float4 b = fma(hi.odd, (float4)(x), hi.even);
        const float2 p = fma(a.odd, (float2)(x2), a.even);
        const float2 q = fma(b.odd, (float2)(x2), b.even);
        ys[i] = fma(fma(q.y, x4, q.x), x8, fma(p.y, x4, p.x));
    }
}
