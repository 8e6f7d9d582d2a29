// Brusselator kinetics per cell with Heun-Euler pairs and adaptive steps under a step cap.
#define F(u, v) ((float2)(A + (u) * (u) * (v) - (B + 1.0f) * (u), B * (u) - (u) * (u) * (v)))

kernel void brusselator_adaptive_heun(global float2 *uv, global ushort *used, float A, float B, float tEnd, float tol, int maxSteps)
{
  size_t id = get_global_id(0);
  float2 s = uv[id];
  float t = 0.0f, h = 0.01f;
  int n = 0;
  while (t < tEnd && n < maxSteps) {
    h = fmin(h, tEnd - t);
    float2 k1 = F(s.x, s.y);
    float2 e = s + h * k1;
    float2 k2 = F(e.x, e.y);
    float2 next = s + 0.5f * h * (k1 + k2);
    float err = length(next - e) + 1e-12f;
    if (err <= tol || h < 1e-5f) {
      s = next;
      t += h;
    }
    h *= clamp(0.9f * sqrt(tol / err), 0.2f, 3.0f);
    n++;
  }
  uv[id] = s;
  used[id] = (ushort)n;
}
