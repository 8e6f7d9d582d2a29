// Poisson counts by multiplying uniforms until below exp(-mean), means per item, capped.
__kernel void poisson_product_counts(__global const float *mean, __global ushort *count, const uint cap, const ulong key)
{
  const size_t i = get_global_id(0);
  ulong z = key + i * 0x9E3779B97F4A7C15UL;
  const float stop = exp(-clamp(mean[i], 0.0f, 80.0f));
  float prod = 1.0f;
  uint k = 0;
  while (k < cap) {
    z += 0x9E3779B97F4A7C15UL;
    ulong m = z;
    m = (m ^ (m >> 30)) * 0xBF58476D1CE4E5B9UL;
    m = (m ^ (m >> 27)) * 0x94D049BB133111EBUL;
    m ^= m >> 31;
    prod *= (float)(m >> 40) * 0x1p-24f;
    if (prod <= stop)
      break;
    k++;
  }
  count[i] = (ushort)k;
}
