// Bootstrap of piecewise hazard rates from credit spreads, secant steps inside a loop over maturities.
#define TENORS 6
#define SECANT 12

static float leg_gap(float lam, float q0, float spread, float r, float t0, float t1, float annuity0, float prot0, float *q1, float *a1, float *p1)
{
  const float dt = t1 - t0;
  *q1 = q0 * exp(-lam * dt);
  const float df = exp(-r * 0.5f * (t0 + t1));
  *a1 = annuity0 + dt * df * 0.5f * (q0 + *q1);
  *p1 = prot0 + 0.6f * df * (q0 - *q1);
  return *p1 - spread * *a1;
}

__kernel void cds_hazard_bootstrap(__global const float *spreads, __global float *hazard, const float r, const uint names)
{
  const uint id = get_global_id(0);
  if (id >= names) return;
  float q = 1.0f, ann = 0.0f, prot = 0.0f;
  for (int m = 0; m < TENORS; m++) {
    const float s = spreads[m * names + id];
    float x0 = 0.001f, x1 = s / 0.6f + 0.002f, q1, a1, p1;
    float f0 = leg_gap(x0, q, s, r, m, m + 1, ann, prot, &q1, &a1, &p1);
    float f1 = leg_gap(x1, q, s, r, m, m + 1, ann, prot, &q1, &a1, &p1);
    for (int k = 0; k < SECANT && fabs(f1) > 1e-8f; k++) {
      const float den = f1 - f0;
      const float x2 = clamp(x1 - f1 * (x1 - x0) / (fabs(den) < 1e-12f ? 1e-12f : den), 0.0f, 5.0f);
      x0 = x1;
      f0 = f1;
      x1 = x2;
      f1 = leg_gap(x1, q, s, r, m, m + 1, ann, prot, &q1, &a1, &p1);
    }
    hazard[id * TENORS + m] = x1;
    q = q1;
    ann = a1;
    prot = p1;
  }
}
