// Chain of special functions (erf, lgamma, tgamma, cbrt) over double2 packets.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
__kernel void ErfGammaChain(__global const double2 *pIn, __global double2 *pOut, ulong nPairs)
{
    ulong i = get_global_id(0);
    if (i < nPairs)
    {
        double2 v = fabs(pIn[i]) + 0.5;
        double2 e = erfc(v * 0.25);
        double2 g = lgamma(v) + tgamma(fmin(v, 8.0) * 0.5);
        pOut[i] = cbrt(e * e + g) + expm1(-v);
    }
}
