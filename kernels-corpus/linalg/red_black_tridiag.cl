// Red-black Gauss-Seidel half sweep on a periodic tridiagonal operator with variable coefficients.
__kernel void redBlackTridiag(__global float *u, __global const float *f, __global const float *lo,
                              __global const float *di, __global const float *up,
                              const int pairs, const int colour)
{
    const int k = get_global_id(0);
    if (k >= pairs)
        return;
    const int n = 2 * pairs;
    const int i = 2 * k + (colour & 1);
    const int west = (i + n - 1) % n;
    const int east = (i + 1) % n;
    const float d = di[i];
    u[i] = (f[i] - lo[i] * u[west] - up[i] * u[east]) / (fabs(d) > 1e-6f ? d : 1.0f);
}
