// Even-odd reduction step on a global tridiagonal system: every second equation is eliminated.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

__kernel void evenOddStep(__global const double *a, __global const double *b, __global const double *c,
                          __global const double *f, __global double4 *reduced, const uint n)
{
    const uint k = get_global_id(0);
    const uint i = 2 * k + 1;

    if (i >= n)
        return;
    const uint next = min(i + 1, n - 1);
    const double al = -a[i] / b[i - 1];
    const double ga = i + 1 < n ? -c[i] / b[next] : 0.0;
    reduced[k] = (double4)(al * a[i - 1],
                           b[i] + al * c[i - 1] + ga * a[next],
                           ga * c[next],
                           f[i] + al * f[i - 1] + ga * f[next]);
}
