// Price, Macaulay duration and convexity of fixed coupon bonds in double precision.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

struct bond {
    double face;
    double coupon;   /* per period, fraction of face */
    double yield;    /* per period */
    int    periods;
    int    pad;
};

#define MAX_PERIODS 240

__kernel void coupon_bond_duration(__global const struct bond *book,
                                   __global double *price,
                                   __global double *duration,
                                   __global double *convexity,
                                   const uint nbonds)
{
    const uint b = get_global_id(0);
    if (b >= nbonds) return;

    const double face = book[b].face;
    const double cash = face * book[b].coupon;
    const double v    = 1.0 / (1.0 + book[b].yield);
    const int    n    = clamp(book[b].periods, 1, MAX_PERIODS);

    double df = 1.0, pv = 0.0, tw = 0.0, cx = 0.0;
    for (int t = 1; t <= n; ++t) {
        df *= v;
        const double flow = df * (t == n ? cash + face : cash);
        pv += flow;
        tw += t * flow;
        cx += (double)t * (t + 1) * flow;
    }
    price[b]     = pv;
    duration[b]  = tw / pv;
    convexity[b] = cx * v * v / pv;
}
