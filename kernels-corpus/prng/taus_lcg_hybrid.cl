// Three Tausworthe components and one LCG combined, exponential deviates by inversion with grouping.
#define TAUS(z, s1, s2, s3, m) (z) = ((((z) & (m)) << (s3)) ^ ((((z) << (s1)) ^ (z)) >> (s2)))

__kernel void taus_lcg_hybrid(__global uint *z1, __global uint *z2, __global uint *z3, __global uint *z4,
                              __global float4 *expo, const float lambda, const uint quads)
{
   const uint gid = get_global_id(0);
   uint a = z1[gid] | 128u, b = z2[gid] | 128u, c = z3[gid] | 128u, d = z4[gid];
   for (uint q = 0; q < quads; q++)
   {
      float v[4];
#pragma unroll
      for (int k = 0; k < 4; k++)
      {
         TAUS(a, 13, 19, 12, 4294967294u);
         TAUS(b, 2, 25, 4, 4294967288u);
         TAUS(c, 3, 11, 17, 4294967280u);
         d = 1664525u * d + 1013904223u;
         v[k] = -log1p(-((a ^ b ^ c ^ d) >> 8) * -5.9604645e-8f + 1e-7f) / lambda;
      }
      expo[gid * quads + q] = (float4)(v[0], v[1], v[2], v[3]);
   }
   z1[gid] = a; z2[gid] = b; z3[gid] = c; z4[gid] = d;
}
