// Antiderivative and definite integral of each polynomial of a batch, divided by powers on the fly.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

kernel void antiderivative_shift(global const double *p, global double *P, global double *area,
                                 const double a, const double b, const ulong terms, const ulong polys)
{
  const ulong g = get_global_id(0);
  if (g >= polys) return;
  double pa = 1.0, pb = 1.0, s = 0.0;
  P[g * (terms + 1)] = 0.0;
  for (ulong k = 0; k < terms; ++k) {
    const double c = p[g * terms + k] / (double)(k + 1);
    pa *= a;
    pb *= b;
    s += c * (pb - pa);
    P[g * (terms + 1) + k + 1] = c;
  }
  area[g] = s;
}
