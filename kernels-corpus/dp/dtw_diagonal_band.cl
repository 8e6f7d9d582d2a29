// Dynamic time warping: one anti-diagonal inside a Sakoe-Chiba band.
kernel void dtw_diagonal_band(global const float *x, global const float *y,
                              global const float *d2, global const float *d1, global float *d0,
                              const int n, const int diag, const int radius)
{
    const int i = get_global_id(0);
    if (i >= n)
        return;
    const int j = diag - i;
    const int off = i > j ? i - j : j - i;

    float v = INFINITY;
    if (j >= 0 && j < n && off <= radius) {
        const float local_cost = fabs(x[i] - y[j]);
        float from = i > 0 ? d2[i - 1] : INFINITY;
        if (i > 0) from = fmin(from, d1[i - 1]);
        from = fmin(from, d1[i]);
        v = local_cost + ((i | j) == 0 ? 0.0f : from);
    }
    d0[i] = v;
}
