// Langevin BAOAB step: half kick, half drift, Ornstein-Uhlenbeck noise from a counter hash, half drift.
static uint scramble(uint x, uint y)
{
   x ^= y * 0x85ebca6bu;
   x ^= x >> 15; x *= 0xd168aaadu;
   x ^= x >> 15; x *= 0xaf723597u;
   return x ^ (x >> 15);
}

static float2 normal2(uint a, uint b)
{
   float u = ((scramble(a, b) >> 8) + 1) * 5.9604645e-8f;
   float v = (scramble(b, a) >> 8) * 5.9604645e-8f;
   float rad = sqrt(-2.0f * log(u));
   return (float2)(rad * cospi(2.0f * v), rad * sinpi(2.0f * v));
}

__kernel void langevin_baoab(__global float4 *pos, __global float4 *vel, __global const float4 *frc,
                             const float dt, const float friction, const float kT, const uint step)
{
   const uint id = get_global_id(0);
   float4 v = vel[id], x = pos[id];
   const float im = v.w;                       /* inverse mass travels with the velocity */
   const float4 kick = frc[id] * (0.5f * dt * im);
   const float c1 = exp(-friction * dt);
   const float c2 = sqrt((1.0f - c1 * c1) * kT * im);
   const float2 g1 = normal2(id, step * 2u);
   const float2 g2 = normal2(id, step * 2u + 1u);

   v.xyz += kick.xyz;
   x.xyz += 0.5f * dt * v.xyz;
   v.xyz = c1 * v.xyz + c2 * (float3)(g1, g2.x);
   x.xyz += 0.5f * dt * v.xyz;
   pos[id] = x;
   vel[id] = v;
}
