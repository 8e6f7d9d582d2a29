// Mahalanobis distance of points from a mean by forward substitution with a packed Cholesky factor.
#define MAXD 16

__kernel void mahalanobis_tri(__global const float *pts, __constant float *mu, __constant float *chol /* packed lower */,
                              __global float *dist, int dim, int n)
{
  int p = get_global_id(0);
  if (p >= n) return;
  int d = min(dim, MAXD);
  float z[MAXD];
  float sum = 0.0f;
  for (int i = 0; i < d; ++i) {
    float s = pts[p * d + i] - mu[i];
    for (int j = 0; j < i; ++j)
      s -= chol[i * (i + 1) / 2 + j] * z[j];
    z[i] = s / (chol[i * (i + 1) / 2 + i] + 1e-6f);
    sum += z[i] * z[i];
  }
  dist[p] = sqrt(sum);
}
