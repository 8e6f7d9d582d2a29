// Separating-axis test of convex quads given as eight floats each, penetration depth written.
void project(const float2 *q, float2 axis, float *mn, float *mx)
{
  *mn = *mx = dot(q[0], axis);
  for (int k = 1; k < 4; ++k) {
    const float d = dot(q[k], axis);
    *mn = fmin(*mn, d);
    *mx = fmax(*mx, d);
  }
}

__kernel void convex_pair_separation(__global const float8 *quads, __global const ushort2 *pairs, __global float *depth, uint npairs)
{
  const uint i = get_global_id(0);
  if (i < npairs) {
    float2 q[2][4];
    const float8 A = quads[pairs[i].x], B = quads[pairs[i].y];
    q[0][0] = A.s01; q[0][1] = A.s23; q[0][2] = A.s45; q[0][3] = A.s67;
    q[1][0] = B.s01; q[1][1] = B.s23; q[1][2] = B.s45; q[1][3] = B.s67;
    float pen = FLT_MAX;
    for (int s = 0; s < 2; ++s)
      for (int e = 0; e < 4; ++e) {
        const float2 edge = q[s][(e + 1) & 3] - q[s][e];
        const float2 ax = fast_normalize((float2)(-edge.y, edge.x));
        float a0, a1, b0, b1;
        project(q[0], ax, &a0, &a1);
        project(q[1], ax, &b0, &b1);
        pen = fmin(pen, fmin(a1, b1) - fmax(a0, b0));
      }
    depth[i] = fmax(pen, 0.0f);
  }
}
