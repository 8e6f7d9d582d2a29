// Natural cubic spline on irregular knots: interval by binary search, then second-derivative form.
__kernel void splineSearchKnots(__global const float *xk, __global const float *yk, __global const float *y2,
                                __global const float *xq, __global float *yq,
                                const int knots, const int queries)
{
    const int q = get_global_id(0);
    if (q >= queries)
        return;

    const float x = xq[q];
    int lo = 0, hi = max(knots - 1, 1);
    while (hi - lo > 1)
    {
        const int mid = lo + (hi - lo) / 2;
        if (xk[mid] > x)
            hi = mid;
        else
            lo = mid;
    }
    const float h = xk[lo + 1] - xk[lo];
    const float ih = h != 0.0f ? 1.0f / h : 0.0f;
    const float a = (xk[lo + 1] - x) * ih, b = 1.0f - a;
    yq[q] = a * yk[lo] + b * yk[lo + 1]
          + ((a * a * a - a) * y2[lo] + (b * b * b - b) * y2[lo + 1]) * h * h / 6.0f;
}
