// Register tile: each work-item makes eight neighbouring outputs of a 1-D filter from a sliding register window.
#define OUTS 8
#define TAPS 5

kernel void register_tile_conv(global const float *restrict x, constant float *taps, global float *restrict y, const uint tiles)
{
  const uint t = get_global_id(0);
  if (t >= tiles) return;

  float win[OUTS + TAPS - 1];
  for (uint j = 0; j < OUTS + TAPS - 1; ++j)
    win[j] = x[t * OUTS + j];
  for (uint o = 0; o < OUTS; ++o)
  {
    float s = 0.0f;
    for (uint k = 0; k < TAPS; ++k)
      s += taps[k] * win[o + k];
    y[t * OUTS + o] = s;
  }
}
