// Yield to maturity of coupon bonds by bisection on the price, a fixed number of halvings.
__kernel void yield_bisection(__global const float *dirtyPrice, __global const float *coupon, __global const ushort *periods,
                              __global float *ytm, const int halvings, const uint nBonds)
{
  uint i = get_global_id(0);
  if (i >= nBonds) return;
  const int n = periods[i] & 127;
  const float c = 0.5f * coupon[i], target = dirtyPrice[i];
  float lo = -0.05f, hi = 1.0f;

  for (int h = 0; h < halvings; ++h) {
    const float y = 0.5f * (lo + hi);
    const float v = 1.0f / (1.0f + 0.5f * y);
    float df = 1.0f, pv = 0.0f;
    for (int k = 0; k < n; ++k) {
      df *= v;
      pv += c * df;
    }
    pv += 100.0f * df;
    if (pv > target) lo = y; else hi = y;
  }
  ytm[i] = 0.5f * (lo + hi);
}
