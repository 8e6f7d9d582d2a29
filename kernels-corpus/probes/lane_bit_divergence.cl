// Divergence probe: each set bit of the lane number, up to a depth, selects another amount of work.
static float burn(float v, int n)
{
  for (int i = 0; i < n; ++i)
    v = v * 0.9999f + 0.5f / (1.0f + v * v);
  return v;
}

__kernel void lane_bit_divergence(__global float *data, const int depth, const int work)
{
  const uint lane = get_local_id(0) & 31u;
  float v = data[get_global_id(0)];

  for (int b = 0; b < min(depth, 5); ++b)
  {
    if (lane >> b & 1u)
      v = burn(v, work << b);
    else
      v = sqrt(fabs(v)) + (float)b;
  }
  data[get_global_id(0)] = v;
}
