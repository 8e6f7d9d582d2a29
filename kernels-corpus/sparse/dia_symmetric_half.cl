// Symmetric diagonal storage: only the upper diagonals are kept, each serves both triangles.
__kernel void diaSymmetricHalf(__global const float *band, __global const float *x, __global float *y,
                               __local float *xs, int n, int half_bw)
{
    int lid = get_local_id(0);
    int i = get_global_id(0);

    xs[lid] = i < n ? x[i] : 0.0f;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i >= n)
        return;

    float s = band[i] * xs[lid];
    for (int d = 1; d <= half_bw; ++d)
    {
        if (i + d < n)
            s += band[d * n + i] * x[i + d];
        if (i - d >= 0)
            s += band[d * n + i - d] * x[i - d];
    }
    y[i] = s;
}
