// Delaunay in-circle determinant for each interior edge of a triangulation, marking edges to flip.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
__kernel void incircle_flip_flags(__global const double *x, __global const double *y, __global const uint4 *edgeQuad,
                                  __global uchar *flip, __global uint *flips)
{
  uint e = get_global_id(0);
  uint4 q = edgeQuad[e];
  double dx = x[q.w], dy = y[q.w];
  double ax = x[q.x] - dx, ay = y[q.x] - dy;
  double bx = x[q.y] - dx, by = y[q.y] - dy;
  double cx = x[q.z] - dx, cy = y[q.z] - dy;
  double a2 = ax * ax + ay * ay, b2 = bx * bx + by * by, c2 = cx * cx + cy * cy;
  double det = a2 * (bx * cy - cx * by) - b2 * (ax * cy - cx * ay) + c2 * (ax * by - bx * ay);
  uchar bad = det > 1e-12;
  flip[e] = bad;
  if (bad)
    atomic_inc(flips);
}
