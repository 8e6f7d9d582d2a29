// Sturm sequence: counts eigenvalues of a tridiagonal matrix below each shift, then bisects.
static int below(__global const float *d, __global const float *e2, int n, float x)
{
    int cnt = 0;
    float q = 1.0f;
    for (int i = 0; i < n; ++i) {
        q = d[i] - x - (i > 0 ? e2[i] / (fabs(q) < 1e-20f ? 1e-20f : q) : 0.0f);
        cnt += q < 0.0f;
    }
    return cnt;
}

__kernel void sturm_count(__global const float *diag, __global const float *offSq, __global float *eig,
                          float lo, float hi, int n, int bisections)
{
    int k = get_global_id(0);
    if (k >= n)
        return;
    float a = lo, b = hi;
    for (int it = 0; it < bisections; ++it) {
        float mid = 0.5f * (a + b);
        if (below(diag, offSq, n, mid) > k)
            b = mid;
        else
            a = mid;
    }
    eig[k] = 0.5f * (a + b);
}
