// Double-precision probe: two chains with a divide and a square root every trip.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

__kernel void double_ilp2_divide(__global double *a, const double c, const int n, const int iters)
{
    const int i = get_global_id(0);
    if (i >= n) return;
    double u = a[i], v = u + 1.0;
    for (int k = 0; k < iters; ++k) {
        u = c / (1.0 + u * u);
        v = sqrt(v + c) - u * 0.125;
    }
    a[i] = u - v;
}
