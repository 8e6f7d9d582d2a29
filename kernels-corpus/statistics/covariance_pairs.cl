// Entry (i, j) of the covariance matrix of centred columns, lower triangle numbered in one dimension.
__kernel void covariance_pairs(__global const float *X, __global const float *mean, __global float *cov,
                               int samples, int vars)
{
  int t = get_global_id(0);
  int pairs = vars * (vars + 1) / 2;
  if (t >= pairs) return;

  int i = 0, left = t;
  for (int row = 0; row < vars; ++row) {
    if (left <= row) { i = row; break; }
    left -= row + 1;
  }
  int j = clamp(left, 0, vars - 1);
  float mi = mean[i], mj = mean[j], s = 0.0f;
  for (int k = 0; k < samples; ++k)
    s += (X[k * vars + i] - mi) * (X[k * vars + j] - mj);
  cov[t] = s / (float)max(samples - 1, 1);
}
