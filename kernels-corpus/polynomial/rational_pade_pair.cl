// Rational function P(x)/Q(x): both polynomials share one loop as the two lanes of a float2.
kernel void rationalPadePair(global const float2 *pq, global const float *x, global float *r,
                             uint terms, uint n)
{
    for (uint i = get_global_id(0); i < n; i += get_global_size(0)) {
        float2 v = pq[terms - 1];
        for (uint k = 1; k < terms; ++k)
            v = v * x[i] + pq[terms - 1 - k];
        r[i] = v.x / (v.y == 0.0f ? FLT_EPSILON : v.y);
    }
}
