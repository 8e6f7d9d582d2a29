// Bitmap index: (A or B) and not C over 128-bit words, with the count of selected rows for each group.
__kernel void bitmap_index_combine(__global const uint4* a, __global const uint4* b, __global const uint4* c,
                                   __global uint4* sel, __global uint* hits, int words)
{
  __local uint n;
  if (get_local_id(0) == 0) n = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  int w = get_global_id(0);
  if (w < words) {
    uint4 m = (a[w] | b[w]) & ~c[w];
    uint4 pc = popcount(m);
    sel[w] = m;
    atomic_add(&n, pc.x + pc.y + pc.z + pc.w);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0) hits[get_group_id(0)] = n;
}
