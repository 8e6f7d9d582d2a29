// Rank-2k update of a full symmetric matrix; each pair is computed once and written twice.
__kernel void syr2kMirror(__global const float2 *panel,   /* n rows of (a, b) pairs, k a row */
                          __global float *sym, const uint n, const uint k)
{
    const uint t = get_global_id(0);
    const uint row = t / n;
    const uint col = t % n;

    if (row < n && col <= row)
    {
        float acc = 0.0f;
        for (uint p = 0; p < k; ++p)
        {
            const float2 u = panel[row * k + p];
            const float2 v = panel[col * k + p];
            acc += dot(u, v.yx);
        }
        sym[row * n + col] = acc;
        sym[col * n + row] = acc;
    }
}
