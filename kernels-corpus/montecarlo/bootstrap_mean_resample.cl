// Bootstrap replicates of mean and variance: gather observations at random positions.
__kernel void bootstrap_mean_resample(__global const float *data, __global float2 *replicate, const uint n, const uint seed)
{
  uint rep = get_global_id(0);
  uint state = (rep + 1u) * 0x9E3779B9u + seed;
  float m = 0.0f, q = 0.0f;
  for (uint k = 1; k <= n; k++) {
    state = state * 1103515245u + 12345u;
    uint pick = mul_hi(state, n);
    float x = data[pick % n];
    float d = x - m;
    m += d / (float)k;
    q += d * (x - m);
  }
  replicate[rep] = (float2)(m, n > 1 ? q / (float)(n - 1) : 0.0f);
}
