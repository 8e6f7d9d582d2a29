// Polynomial with complex coefficients at complex points in double precision.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

typedef double2 z_t;
#define ZMUL(a, b) ((z_t)((a).x * (b).x - (a).y * (b).y, (a).x * (b).y + (a).y * (b).x))

__kernel void complex_horner_double(__global const z_t *coef, __global const z_t *pts,
                                    __global z_t *out, int terms)
{
  size_t g = get_global_id(0);
  z_t z = pts[g], acc = (z_t)(0.0, 0.0);
  for (int k = terms; k > 0; --k)
    acc = ZMUL(acc, z) + coef[k - 1];
  out[g] = acc;
}
