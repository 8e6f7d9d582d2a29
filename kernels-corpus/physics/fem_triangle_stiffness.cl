// Stiffness and mass matrices of linear triangles from gathered node coordinates.
#define NN 3

#pragma OPENCL EXTENSION cl_khr_fp64 : enable
__kernel void fem_triangle_stiffness(__global const double2 *node, __global const int *conn, __global const double *kappa,
                                     __global double *Ke, __global double *Me, const int nelem)
{
  int e = get_global_id(0);
  double2 p[NN];
  double b[NN], c[NN], area2;

  if (e >= nelem)
    return;
  for (int a = 0; a < NN; a++)
    p[a] = node[conn[NN * e + a]];
  for (int a = 0; a < NN; a++) {
    double2 q = p[(a + 1) % NN], r = p[(a + 2) % NN];
    b[a] = q.y - r.y;
    c[a] = r.x - q.x;
  }
  area2 = fabs(b[0] * c[1] - b[1] * c[0]) + 1e-30;
  for (int a = 0; a < NN; a++)
    for (int d = 0; d < NN; d++) {
      Ke[(e * NN + a) * NN + d] = kappa[e] * (b[a] * b[d] + c[a] * c[d]) / (2.0 * area2);
      Me[(e * NN + a) * NN + d] = area2 / 24.0 * (a == d ? 2.0 : 1.0);
    }
}
