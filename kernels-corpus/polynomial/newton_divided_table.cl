// Newton divided differences of short sample rows, then evaluation of the interpolant at a point.
#define ROW_MAX 16

kernel void newton_divided_table(global const float *x, global const float *y, global float *value,
                                 const int pts, const int rows, const float at)
{
  float dd[ROW_MAX];
  const int r = get_global_id(0);
  const int n = clamp(pts, 2, ROW_MAX);
  if (r >= rows) return;
  global const float *xr = x + r * n, *yr = y + r * n;
  for (int i = 0; i < n; ++i) dd[i] = yr[i];
  for (int order = 1; order < n; ++order)
    for (int i = n - 1; i >= order; --i) {
      float dx = xr[i] - xr[i - order];
      dd[i] = fabs(dx) > 1e-12f ? (dd[i] - dd[i - 1]) / dx : 0.0f;
    }
  float v = dd[n - 1];
  for (int i = n - 2; i >= 0; --i)
    v = fma(v, at - xr[i], dd[i]);
  value[r] = v;
}
