// Throughput probe: eight independent float2 multiply-add streams, held in an array indexed by constants.
#define N 8

kernel void mul_ilp8_vector(global float2 *out, const float2 m, const uint iters)
{
  float2 s[N];
  #pragma unroll
  for (int j = 0; j < N; ++j)
    s[j] = (float2)(get_local_id(0) + j, j);

  for (uint i = 0; i < iters; ++i) {
    #pragma unroll
    for (int j = 0; j < N; ++j)
      s[j] = s[j] * m + s[j].yx;
  }

  float2 r = s[0];
  #pragma unroll
  for (int j = 1; j < N; ++j)
    r += s[j];
  out[get_global_id(0)] = r;
}
