// Rank sort with tiles: counts smaller keys while the array streams through local memory, then scatters.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

__kernel void rank_local_tiles(__global const double *key, __global double *sorted,
                               __local double *tile, const uint n)
{
  const uint i = get_global_id(0), l = get_local_id(0), L = get_local_size(0);
  const double mine = i < n ? key[i] : 0.0;
  uint rank = 0;

  for (uint base = 0; base < n; base += L) {
    tile[l] = base + l < n ? key[base + l] : 0.0;
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint m = min(L, n - base);
    for (uint j = 0; j < m; ++j)
      rank += (tile[j] < mine || (tile[j] == mine && base + j < i)) ? 1 : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (i < n)
    sorted[min(rank, n - 1)] = mine;
}
