// Fourth-order Hermite corrector with an Aarseth time step from acceleration, jerk and derivatives.
typedef struct { float3 r, v, a, j; } Star;

kernel void hermite_correct(global Star *star, global const float3 *newAcc, global const float3 *newJerk,
                            global float *nextStep, float dt, float eta)
{
  size_t i = get_global_id(0);
  Star s = star[i];
  float3 a1 = newAcc[i], j1 = newJerk[i];
  float ih = 1.0f / dt;

  float3 snap = (-6.0f * (s.a - a1) - dt * (4.0f * s.j + 2.0f * j1)) * ih * ih;
  float3 crackle = (12.0f * (s.a - a1) + 6.0f * dt * (s.j + j1)) * ih * ih * ih;

  float3 v1 = s.v + 0.5f * dt * (s.a + a1) + dt * dt / 12.0f * (s.j - j1);
  s.r += 0.5f * dt * (s.v + v1) + dt * dt / 12.0f * (s.a - a1);
  s.v = v1;
  s.a = a1;
  s.j = j1;
  star[i] = s;

  snap += dt * crackle;
  float la = length(a1), lj = length(j1), ls = length(snap), lc = length(crackle);
  nextStep[i] = sqrt(eta * (la * ls + lj * lj) / (lj * lc + ls * ls + 1e-20f));
}
