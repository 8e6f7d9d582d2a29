// Weighted histogram: fixed-point weights so that integer atomics add exactly.
#define SCALE 1024.0f

kernel void weightedFixedPoint(global const float2 *valueWeight, global int *bins,
                               const int nbins, const float lo, const float step)
{
  float2 vw = valueWeight[get_global_id(0)];
  float pos = (vw.x - lo) / step;
  int b = clamp((int)floor(clamp(pos, -1.0e6f, 1.0e6f)), 0, nbins - 1);
  int w = convert_int_sat_rte(clamp(vw.y, -1000.0f, 1000.0f) * SCALE);
  if (w != 0)
    atomic_add(&bins[b], w);
}
