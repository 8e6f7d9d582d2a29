// Neville extrapolation to zero of five neighbouring samples of a series, sliding window.
__kernel void nevilleWindow(__global const float *h, __global const float *f, __global float *limit, int n)
{
    int i = get_global_id(0);
    if (i + 4 >= n)
        return;

    float p[5], t[5];
    #pragma unroll
    for (int k = 0; k < 5; ++k)
    {
        t[k] = h[i + k];
        p[k] = f[i + k];
    }
    #pragma unroll
    for (int m = 1; m < 5; ++m)
        #pragma unroll
        for (int k = 0; k < 5 - m; ++k)
            p[k] = (t[k + m] * p[k] - t[k] * p[k + 1]) / (t[k + m] - t[k]);
    limit[i] = p[0];
}
