// Sliding DFT: each work-item follows one bin while the window moves along the signal.
__kernel void sliding_dft_bins(__global const float *sig, __global float *peakPower, __global int *peakAt,
                               int bins, int window, int hops)
{
  int b = get_global_id(0);
  if (b >= bins)
    return;

  float ct, st = sincos(2.0f * M_PI_F * b / window, &ct);
  float re = 0.0f, im = 0.0f, best = -1.0f;
  int where = 0;

  for (int t = 0; t < window + hops; ++t) {
    float old = t >= window ? sig[t - window] : 0.0f;
    float dr = re + sig[t] - 0.9999f * old;
    re = dr * ct - im * st;
    im = dr * st + im * ct;
    float p = re * re + im * im;
    if (t >= window && p > best) { best = p; where = t - window; }
  }
  peakPower[b] = best;
  peakAt[b] = where;
}
