// Symmetric times general matrix; elements above the diagonal are fetched from below it.
static float sym_at(__global const float *s, int r, int c, int n)
{
    return r >= c ? s[r * n + c] : s[c * n + r];
}

__kernel void symm_diag_split(__global const float *S, __global const float *B, __global float *C,
                              int n, int m)
{
    int step = get_global_size(0);
    for (int e = get_global_id(0); e < n * m; e += step) {
        int row = e / m;
        int col = e % m;
        float s = 0.0f;
        for (int k = 0; k < n; k++)
            s = mad(sym_at(S, row, k, n), B[k * m + col], s);
        C[e] = s;
    }
}
