// Sphere tracing of a signed distance scene (repeated spheres blended with a floor), shaded by step count.
#define FAR 60.0f

float smin(float a, float b, float k)
{
  float h = clamp(0.5f + 0.5f * (b - a) / k, 0.0f, 1.0f);
  return mix(b, a, h) - k * h * (1.0f - h);
}

float scene(float3 p)
{
  float3 q = p - 4.0f * floor(p / 4.0f) - 2.0f;
  float torus = length((float2)(length(q.xz) - 1.0f, q.y)) - 0.25f;
  return smin(fmin(length(q) - 0.7f, torus), p.y + 1.5f, 0.4f);
}

__kernel void sdf_sphere_trace(__global uchar4 *image, const int width, const int maxSteps, const float camZ, const float precis)
{
  const int id = get_global_id(0);
  const float2 uv = (float2)((float)(id % width), (float)(id / width)) / width - 0.5f;
  const float3 dir = normalize((float3)(uv, 1.0f));
  float3 p = (float3)(0.0f, 0.5f, camZ);
  float t = 0.0f;
  int n = 0;
  for (; n < maxSteps && t < FAR; n++) {
    const float d = scene(p + t * dir);
    if (d < precis * t)
      break;
    t += d;
  }
  p += t * dir;
  const float e = 1e-3f, s0 = scene(p);
  float3 g;
  g.x = scene(p + (float3)(e, 0, 0)) - s0;
  g.y = scene(p + (float3)(0, e, 0)) - s0;
  g.z = scene(p + (float3)(0, 0, e)) - s0;
  const float lum = t < FAR ? fmax(dot(normalize(g), (float3)(0.57f, 0.57f, -0.57f)), 0.1f) * exp(-0.04f * t) : 0.0f;
  image[id] = convert_uchar4_sat(255.0f * (float4)(lum, lum, (float)n / maxSteps, 1.0f));
}
