// Work-efficient exclusive scan of 256 floats by 128 work-items (up-sweep then down-sweep).
#ifndef THREADS
#define THREADS 128
#endif
#define ITEMS (2 * THREADS)

__kernel __attribute__((reqd_work_group_size(THREADS, 1, 1)))
void exclusiveUpDown(__global float *restrict data, const uint length)
{
  __local float t[ITEMS];
  const uint lid = get_local_id(0);
  const uint base = get_group_id(0) * ITEMS;
  const uint a = base + lid, b = base + lid + THREADS;

  t[lid] = a < length ? data[a] : 0.0f;
  t[lid + THREADS] = b < length ? data[b] : 0.0f;

  uint gap = 1;
  for (uint active = THREADS; active > 0; active >>= 1, gap <<= 1) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid < active) {
      const uint hi = ((2 * lid + 2) * gap - 1) & (ITEMS - 1);
      const uint lo = (hi - gap) & (ITEMS - 1);
      t[hi] += t[lo];
    }
  }

  if (lid == 0)
    t[ITEMS - 1] = 0.0f;

  for (uint active = 1; active <= THREADS; active <<= 1) {
    gap >>= 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid < active) {
      const uint hi = ((2 * lid + 2) * gap - 1) & (ITEMS - 1);
      const uint lo = (hi - gap) & (ITEMS - 1);
      const float keep = t[lo];
      t[lo] = t[hi];
      t[hi] += keep;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);

  if (a < length) data[a] = t[lid];
  if (b < length) data[b] = t[lid + THREADS];
}
