// Discount cash flows off a zero curve: binary search of the knot, log-linear interpolation.
__kernel void curve_discount_lookup(__global const float *knotT, __global const float *logDf, __global const float2 *flows,
                                    __global float *pv, const int knots, const int flowCount)
{
    for (int f = get_global_id(0); f < flowCount; f += get_global_size(0)) {
        float t = flows[f].x;
        int lo = 0, len = knots;
        for (int step = 0; step < 24 && len > 1; step++) {
            int half_ = len / 2;
            if (knotT[min(lo + half_, knots - 1)] <= t)
                lo += half_;
            len -= half_;
        }
        lo = clamp(lo, 0, knots - 1);
        int hi = min(lo + 1, knots - 1);
        float span = knotT[hi] - knotT[lo];
        float w = span > 0.0f ? clamp((t - knotT[lo]) / span, 0.0f, 1.0f) : 0.0f;
        pv[f] = flows[f].y * exp(mix(logDf[lo], logDf[hi], w));
    }
}
