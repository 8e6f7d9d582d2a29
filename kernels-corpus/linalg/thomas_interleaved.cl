// Thomas algorithm for many tridiagonal systems stored interleaved, forward and backward sweep.
__kernel void thomasInterleaved(__global const float *lower, __global const float *diag,
                                __global float *upper, __global float *rhs,
                                const int systems, const int len)
{
    const int s = get_global_id(0);
    if (s >= systems)
        return;

    float cp = upper[s] / diag[s];
    float dp = rhs[s] / diag[s];
    upper[s] = cp;
    rhs[s] = dp;
    for (int i = 1; i < len; i++)
    {
        const int at = i * systems + s;
        const float m = 1.0f / (diag[at] - lower[at] * cp);
        cp = upper[at] * m;
        dp = (rhs[at] - lower[at] * dp) * m;
        upper[at] = cp;
        rhs[at] = dp;
    }
    for (int i = len - 2; i >= 0; i--)
    {
        const int at = i * systems + s;
        dp = rhs[at] - upper[at] * dp;
        rhs[at] = dp;
    }
}
