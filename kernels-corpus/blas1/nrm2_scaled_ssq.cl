// Overflow-proof Euclidean norm: scale and sum of squares are carried along, one strand a work-item.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

__kernel void nrm2_scaled_ssq(__global const double *x, __global double *scale_out,
                              __global double *ssq_out, int n, int incx)
{
    double scale = 0.0, ssq = 1.0;

    for (int i = get_global_id(0); i < n; i += get_global_size(0)) {
        double v = fabs(x[i * incx]);
        if (v > 0.0) {
            if (scale < v) {
                double q = scale / v;
                ssq = 1.0 + ssq * q * q;
                scale = v;
            } else {
                double q = v / scale;
                ssq += q * q;
            }
        }
    }
    scale_out[get_global_id(0)] = scale;
    ssq_out[get_global_id(0)] = ssq;
}
