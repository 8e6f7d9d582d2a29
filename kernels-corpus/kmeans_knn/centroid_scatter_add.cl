// Accumulate points into their cluster sums with fixed-point atomics, labels taken as given.
#define FIX_SHIFT 10
#define TO_FIX(v) (convert_int_sat_rte((v) * (float)(1 << FIX_SHIFT)))

__kernel void centroid_scatter_add(global const float2 *pts, global const uint *label,
                                   global int *sumX, global int *sumY, global int *members)
{
  const size_t i = get_global_id(0);
  const uint c = label[i];
  const float2 p = pts[i];
  atomic_add(sumX + c, TO_FIX(p.x));
  atomic_add(sumY + c, TO_FIX(p.y));
  atomic_inc(members + c);
}
