// Residuals and log-likelihood of ARMA(2,2) models, one parameter set a work-item over a shared series.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

__kernel void arma_residuals(__global const double *series, __global const double4 *params /* phi1 phi2 th1 th2 */,
                             __global double *loglik, const int len, const int models)
{
    const int m = get_global_id(0);
    if (m >= models)
        return;
    const double4 q = params[m];
    double e1 = 0.0, e2 = 0.0, y1 = 0.0, y2 = 0.0, sse = 1e-300;

    for (int t = 0; t < len; ++t) {
        const double y = series[t];
        const double e = y - (q.x * y1 + q.y * y2 + q.z * e1 + q.w * e2);
        sse = fma(e, e, sse);
        y2 = y1; y1 = y;
        e2 = e1; e1 = e;
    }
    loglik[m] = -0.5 * len * (log(2.0 * M_PI * sse / len) + 1.0);
}
