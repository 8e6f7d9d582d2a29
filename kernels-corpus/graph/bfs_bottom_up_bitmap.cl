// Bottom-up breadth-first step: unvisited vertices look for a parent in a frontier bitmap and stop at the first.
#define TEST_BIT(map, i) (((map)[(i) >> 5] >> ((i) & 31)) & 1u)

__kernel void bfs_bottom_up_bitmap(__global const uint* restrict offsets,
                                   __global const uint* restrict targets,
                                   __global const uint* restrict frontier,
                                   __global uint* restrict next_frontier,
                                   __global int* restrict parent,
                                   const uint num_vertices)
{
  const uint v = get_global_id(0);
  if (v >= num_vertices || parent[v] >= 0) return;

  const uint end = offsets[v + 1];
  for (uint i = offsets[v]; i < end; ++i)
  {
    const uint u = min(targets[i], num_vertices - 1);
    if (TEST_BIT(frontier, u))
    {
      parent[v] = (int)u;
      atomic_or(&next_frontier[v >> 5], 1u << (v & 31));
      break;
    }
  }
}
