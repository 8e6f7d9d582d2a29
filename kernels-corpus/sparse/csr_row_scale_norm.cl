// Scales every CSR row by its infinity norm and stores the norms.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

__kernel void csr_row_scale_norm(__global const ulong *ptr, __global double *val, __global double *norm, ulong n)
{
  ulong i = get_global_id(0);
  if (i < n) {
    ulong b = ptr[i], e = ptr[i + 1];
    double m = 0.0;
    for (ulong k = b; k < e; k++) m = fmax(m, fabs(val[k]));
    double inv = m > 0.0 ? 1.0 / m : 1.0;
    for (ulong k = b; k < e; k++) val[k] *= inv;
    norm[i] = m;
  }
}
