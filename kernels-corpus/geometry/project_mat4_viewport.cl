// Homogeneous transform by a 4x4 matrix in a float16, perspective divide, viewport map and clip code.
__kernel void project_mat4_viewport(__global const float *xyz, __global float2 *screen, __global ushort *depth, __global uchar *clip,
                                    const float16 M, const float2 viewport, const int n)
{
   for (int i = get_global_id(0); i < n; i += get_global_size(0))
   {
      const float4 p = (float4)(xyz[i * 3], xyz[i * 3 + 1], xyz[i * 3 + 2], 1.0f);
      const float4 c = (float4)(dot(M.s0123, p), dot(M.s4567, p), dot(M.s89ab, p), dot(M.scdef, p));
      uchar code = 0;
      code |= (c.x < -c.w) << 0;
      code |= (c.x >  c.w) << 1;
      code |= (c.y < -c.w) << 2;
      code |= (c.y >  c.w) << 3;
      code |= (c.z < -c.w) << 4;
      code |= (c.z >  c.w) << 5;
      const float iw = native_recip(c.w == 0.0f ? 1e-6f : c.w);
      screen[i] = (c.xy * iw * 0.5f + 0.5f) * viewport;
      depth[i] = convert_ushort_sat((c.z * iw * 0.5f + 0.5f) * 65535.0f);
      clip[i] = code;
   }
}
