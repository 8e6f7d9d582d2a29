// Semi-Lagrangian advection: trace back with a midpoint step, then sample density bilinearly.
static float sample(__global const float *f, float2 p, int w, int h)
{
  p = clamp(p, (float2)(0.0f), (float2)((float)(w - 1), (float)(h - 1)));
  int x0 = clamp((int)p.x, 0, w - 1), y0 = clamp((int)p.y, 0, h - 1);
  int x1 = min(x0 + 1, w - 1), y1 = min(y0 + 1, h - 1);
  float tx = p.x - x0, ty = p.y - y0;
  return mix(mix(f[y0 * w + x0], f[y0 * w + x1], tx), mix(f[y1 * w + x0], f[y1 * w + x1], tx), ty);
}

__kernel void semi_lagrange_back_trace(__global const float *u, __global const float *v, __global const float *dens,
                                       __global float *densOut, int width, int height, float dt, float decay)
{
  int id = get_global_id(0);
  if (id >= width * height) return;
  float2 here = (float2)((float)(id % width), (float)(id / width));
  float2 mid = here - 0.5f * dt * (float2)(u[id], v[id]);
  float2 vm = (float2)(sample(u, mid, width, height), sample(v, mid, width, height));
  densOut[id] = decay * sample(dens, here - dt * vm, width, height);
}
