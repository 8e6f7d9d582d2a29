// Running maximum and drawdown of many time series stored time-major.
typedef float real;

__kernel void max_scan_time_series(__global const real *price, __global real *peak,
                                   __global real *worst, const uint T)
{
    const size_t S = get_global_size(0);
    const size_t s = get_global_id(0);
    real top = price[s], dd = 0;

    for (size_t t = 0; t < T; ++t, price += S, peak += S) {
        const real p = price[s];
        top = fmax(top, p);
        dd = fmax(dd, (top - p) / fmax(fabs(top), 1e-6f));
        peak[s] = top;
    }
    worst[s] = dd;
}
