// Rolling mean and deviation bands by brute force over a trailing window.
__kernel void bollinger_window(__global const float * const px, __global float * const upper, __global float * const lower,
                               const int window, const float width, const int len)
{
    const int t = get_global_id(0);
    if (t >= len) return;
    const int first = max(0, t - window + 1);
    float shift = px[t], s = 0.0f, ss = 0.0f;
    for (int k = first; k <= t; ++k) {
        const float d = px[k] - shift;
        s += d;
        ss = fma(d, d, ss);
    }
    const float n = (float)(t - first + 1);
    const float m = s / n;
    const float dev = width * sqrt(fmax(ss / n - m * m, 0.0f));
    upper[t] = shift + m + dev;
    lower[t] = shift + m - dev;
}
