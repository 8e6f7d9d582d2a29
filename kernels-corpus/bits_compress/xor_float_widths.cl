// XOR compression of float series: leading and trailing zero counts of each difference to the predecessor.
typedef struct { uchar lead; uchar trail; ushort bits; } Width;

__kernel void xor_float_widths(__global const float *series, __global Width *w, __global uint *totalBits, const int len)
{
  const int row = get_global_id(0);
  uint prev = as_uint(series[row * len]);
  uint bitsUsed = 32, lastLead = 32, lastTrail = 0;

  for (int t = 1; t < len; ++t) {
    const uint cur = as_uint(series[row * len + t]);
    const uint x = cur ^ prev;
    const uint lead = clz(x);
    const uint trail = x ? 31u - clz(x & (0u - x)) : 32u;
    ushort cost;
    if (x == 0)
      cost = 1;
    else if (lead >= lastLead && trail >= lastTrail)
      cost = (ushort)(2 + 32 - lastLead - lastTrail);
    else {
      cost = (ushort)(2 + 5 + 6 + 32 - lead - trail);
      lastLead = lead;
      lastTrail = trail;
    }
    w[row * len + t].lead = (uchar)lead;
    w[row * len + t].trail = (uchar)trail;
    w[row * len + t].bits = cost;
    bitsUsed += cost;
    prev = cur;
  }
  totalBits[row] = bitsUsed;
}
