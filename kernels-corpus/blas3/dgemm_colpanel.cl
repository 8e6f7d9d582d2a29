// Double precision product, four columns of C at a time with scalar edge handling.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

__kernel void dgemm_colpanel(__global const double *A, __global const double *B, __global double *C,
                             int m, int n, int k)
{
    int panels = (n + 3) / 4;
    int g = get_global_id(0);
    int i = g / panels;
    int j = (g % panels) * 4;

    if (i >= m)
        return;
    if (j + 4 <= n) {
        double4 acc = (double4)(0.0);
        for (int p = 0; p < k; p++)
            acc = fma((double4)(A[i * k + p]), vload4(0, &B[p * n + j]), acc);
        vstore4(acc, 0, &C[i * n + j]);
    } else {
        for (; j < n; j++) {
            double s = 0.0;
            for (int p = 0; p < k; p++)
                s += A[i * k + p] * B[p * n + j];
            C[i * n + j] = s;
        }
    }
}
