// Minimum and maximum with three comparisons for two elements, int pairs merged by atomics.
__kernel void minmax_pair_halving(__global const int2 *pairs, __global int *lo, __global int *hi, const int count)
{
  int mn = INT_MAX, mx = INT_MIN;
  const int step = get_global_size(0);
  for (int i = get_global_id(0); i < count; i += step)
  {
    int2 p = pairs[i];
    if (p.x > p.y)
      p = p.yx;
    mn = min(mn, p.x);
    mx = max(mx, p.y);
  }
  atomic_min(lo, mn);
  atomic_max(hi, mx);
}
