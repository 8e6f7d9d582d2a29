// Resets (sum, weight) pairs to a given start, two floats a store.
kernel void splat_pairs(global float2 *acc, float sum0, int n)
{
  size_t k = get_global_id(0);
  if (k < n)
    acc[k] = (float2)(sum0, 0.f);
}
