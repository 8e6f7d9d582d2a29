// Causal FIR filter with zero history before the first sample.
__kernel void fir_causal(__global const float *x, __constant float *h, __global float *y,
                         int taps, int n)
{
    int t = get_global_id(0);
    if (t >= n) return;

    int last = min(taps - 1, t);
    float acc = 0.0f;
    for (int k = 0; k <= last; ++k)
        acc += h[k] * x[t - k];
    y[t] = acc;
}
