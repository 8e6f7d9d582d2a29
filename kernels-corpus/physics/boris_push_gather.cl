// Boris rotation of charged particles; fields gathered from the cell that holds the particle.
#define CROSS(a, b) ((float3)((a).y * (b).z - (a).z * (b).y, (a).z * (b).x - (a).x * (b).z, (a).x * (b).y - (a).y * (b).x))

__kernel void boris_push_gather(__global float *pos, __global float *mom, __global const float4 *E, __global const float4 *B,
                                float qdt2m, float dt, float invDx, int nx, int nparticles)
{
   int k = get_global_id(0);
   if (k >= nparticles)
      return;

   float3 x = vload3(k, pos);
   float3 u = vload3(k, mom);
   float s = x.x * invDx;
   int c = (int)floor(s);
   float w = s - (float)c;
   c = c % nx;
   c = c < 0 ? c + nx : c;
   int d = (c + 1) % nx;
   float3 e = mix(E[c].xyz, E[d].xyz, w) * qdt2m;
   float3 t = mix(B[c].xyz, B[d].xyz, w) * qdt2m;

   u += e;
   t *= rsqrt(1.0f + dot(u, u));
   float3 up = u + CROSS(u, t);
   u += CROSS(up, t) * (2.0f / (1.0f + dot(t, t)));
   u += e;
   x += u * (dt * rsqrt(1.0f + dot(u, u)));
   vstore3(x, k, pos);
   vstore3(u, k, mom);
}
