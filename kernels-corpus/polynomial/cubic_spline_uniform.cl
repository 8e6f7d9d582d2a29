// Evaluate a cubic spline on uniform knots, four coefficients per interval, clamped at the ends.
__kernel void cubic_spline_uniform(__global const float4 *segments,
                                   __global const float *xq,
                                   __global float *yq,
                                   const int nseg,
                                   const int nq,
                                   const float x0,
                                   const float invh)
{
  const int gs = get_global_size(0);

  for (int i = get_global_id(0); i < nq; i += gs) {
    const float t = (xq[i] - x0) * invh;
    const int s = clamp(convert_int_sat_rtn(t), 0, nseg - 1);
    const float u = t - (float)s;
    const float4 a = segments[s];
    yq[i] = ((a.w * u + a.z) * u + a.y) * u + a.x;
  }
}
