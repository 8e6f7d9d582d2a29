// Maximum of unsigned values through a local atomic, then one global atomic for each group.
__kernel void max_two_level_atomic(__global const uint *g_data,
                                   volatile __global uint *g_max,
                                   const uint n)
{
  __local uint l_max;
  if (get_local_id(0) == 0)
    l_max = 0u;
  barrier(CLK_LOCAL_MEM_FENCE);

  uint mine = 0u;
  for (uint i = get_global_id(0); i < n; i += get_global_size(0))
    mine = max(mine, g_data[i]);
  atomic_max(&l_max, mine);
  barrier(CLK_LOCAL_MEM_FENCE);

  if (get_local_id(0) == 0)
    atomic_max(&g_max[0], l_max);
}
