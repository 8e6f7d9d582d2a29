// SPH pressure and viscosity acceleration over a neighbour list in compressed row form.
typedef struct { float4 pos; float4 vel; float rho; float press; float pad[2]; } sph_t;

__kernel void sph_pressure_viscosity(__global const sph_t *sph, __global const int *rowPtr, __global const int *nbr,
                                     __global float4 *acc, float mass, float h, float mu, int count)
{
  int i = get_global_id(0);
  if (i >= count) return;

  float3 xi = sph[i].pos.xyz, vi = sph[i].vel.xyz;
  float pi = sph[i].press / (sph[i].rho * sph[i].rho + 1e-9f);
  float3 force = (float3)(0.0f, -9.81f, 0.0f);
  const float spiky = -45.0f / (M_PI_F * h * h * h * h * h * h);

  for (int e = rowPtr[i]; e < rowPtr[i + 1]; e++) {
    int j = nbr[e];
    float3 d = xi - sph[j].pos.xyz;
    float r = length(d);
    if (r > 1e-6f && r < h) {
      float rhoJ = sph[j].rho + 1e-9f;
      float w = h - r;
      force -= d / r * (mass * (pi + sph[j].press / (rhoJ * rhoJ)) * spiky * w * w);
      force += (sph[j].vel.xyz - vi) * (mu * mass / rhoJ * (-spiky) * w);
    }
  }
  acc[i] = (float4)(force, 0.0f);
}
