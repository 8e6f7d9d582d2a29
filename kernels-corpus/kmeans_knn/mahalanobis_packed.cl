// Squared Mahalanobis distance with a packed symmetric 6 x 6 inverse covariance in constant memory.
#define N 6

__kernel void mahalanobis_packed(__global const float *obs, __constant float *mean,
                                 __constant float *packed, __global float *m2, const int pitch)
{
  const int lane = get_global_id(0) % pitch;
  float d[N];
  for (int a = 0; a < N; ++a)
    d[a] = obs[a * pitch + lane] - mean[a];

  float q = 0.0f;
  for (int a = 0; a < N; ++a) {
    const int rowStart = a * N - a * (a - 1) / 2;       /* packed upper triangle, row by row */
    q += packed[clamp(rowStart, 0, 20)] * d[a] * d[a];
    for (int b = a + 1; b < N; ++b)
      q += 2.0f * packed[clamp(rowStart + b - a, 0, 20)] * d[a] * d[b];
  }
  m2[get_global_id(0)] = q;
}
