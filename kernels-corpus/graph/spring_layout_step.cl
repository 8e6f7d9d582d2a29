// Force-directed layout: repulsion from all vertices, attraction along a dense weight row, a capped move.
#define CAP 0.1f

__kernel void springLayoutStep(__global const float2* pos, __global const float* weight,
                               __global float2* moved, const uint n, const float k)
{
  const uint v = get_global_id(0);
  if (v >= n) return;
  const float2 p = pos[v];
  const float k2 = k * k;
  float2 f = (float2)(0.0f);

  for (uint u = 0; u < n; ++u) {
    const float2 d = p - pos[u];
    const float r2 = dot(d, d) + 1e-4f;
    f += d * (k2 / r2 - weight[v * n + u] * native_sqrt(r2) / k);
  }
  const float len = length(f);
  moved[v] = p + f * (len > CAP ? CAP / len : 1.0f);
}
