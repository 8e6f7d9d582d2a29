// Rolling correlation and slope of two series, the window recomputed for each position.
__kernel void rolling_corr_window(__global const float *restrict a, __global const float *restrict b,
                                  __global float *restrict corr, __global float *restrict slope,
                                  uint window, uint positions)
{
  for (uint t = get_global_id(0); t < positions; t += get_global_size(0)) {
    float sa = 0, sb = 0, saa = 0, sbb = 0, sab = 0;
    for (uint k = t; k < t + window; ++k) {
      float p = a[k], q = b[k];
      sa += p;
      sb += q;
      saa += p * p;
      sbb += q * q;
      sab += p * q;
    }
    float inv = 1.0f / (float)window;
    float cab = sab - sa * sb * inv, va = saa - sa * sa * inv, vb = sbb - sb * sb * inv;
    slope[t] = va > 0 ? cab / va : 0;
    corr[t] = va > 0 && vb > 0 ? cab / sqrt(va * vb) : 0;
  }
}
