// Chi-square distance between 32-bin byte histograms of a query and all candidates, uchar16 loads.
static float chi2_half(uchar16 a, uchar16 b)
{
    float16 x = convert_float16(a), y = convert_float16(b);
    float16 t = (x - y) * (x - y) / (x + y + 0.5f);
    float8 s = t.lo + t.hi;
    float4 u = s.lo + s.hi;
    return u.x + u.y + u.z + u.w;
}

__kernel void chi2_histogram_match(__global const uchar16 *candidates, __global const uchar16 *query,
                                   __global float *score)
{
    size_t c = get_global_id(0);
    score[c] = 0.5f * (chi2_half(candidates[2 * c], query[0]) + chi2_half(candidates[2 * c + 1], query[1]));
}
