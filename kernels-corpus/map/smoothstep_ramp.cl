// Several easing curves laid over a clamped parameter, the curve is chosen per element by a code byte.
#define SQ(t) ((t) * (t))

float ease(float t, uint code)
{
  switch (code & 7u) {
    case 0: return t;
    case 1: return smoothstep(0.0f, 1.0f, t);
    case 2: return t * SQ(t) * (t * (6.0f * t - 15.0f) + 10.0f);
    case 3: return 1.0f - SQ(1.0f - t);
    case 4: return exp2(10.0f * (t - 1.0f));
    case 5: return step(0.5f, t);
    case 6: return 1.0f - sqrt(fmax(1.0f - SQ(t), 0.0f));
  }
  return 0.5f - 0.5f * cospi(t);
}

__kernel void smoothstep_ramp(__global const float *t, __global const uchar *code, __global const float2 *ends,
                              __global float *out, uint n)
{
  for (uint i = get_global_id(0); i < n; i += get_global_size(0))
    out[i] = mix(ends[i].x, ends[i].y, ease(clamp(t[i], 0.0f, 1.0f), code[i]));
}
