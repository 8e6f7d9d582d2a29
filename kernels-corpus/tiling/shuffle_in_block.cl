// Stages K items a work-item in local memory and writes the block back reversed and re-blocked.
#ifndef K_ITEMS
#define K_ITEMS 4
#endif

__kernel void shuffle_in_block(__global const int* in, __global int* out, __local int* stage)
{
  const size_t lid  = get_local_id(0);
  const size_t lsz  = get_local_size(0);
  const size_t span = lsz * K_ITEMS;
  const size_t base = get_group_id(0) * span;

  // coalesced read ...
  for (size_t k = 0; k < K_ITEMS; ++k)
    stage[k * lsz + lid] = in[base + k * lsz + lid];
  barrier(CLK_LOCAL_MEM_FENCE);

  // ... each work-item works on its own K neighbours ...
  int run = 0;
  for (size_t k = 0; k < K_ITEMS; ++k) {
    run += stage[lid * K_ITEMS + k];
    stage[lid * K_ITEMS + k] = run ^ (int)k;
  }
  barrier(CLK_LOCAL_MEM_FENCE);

  // ... and a reversed coalesced write
  for (size_t k = lid; k < span; k += lsz)
    out[base + k] = stage[span - 1 - k];
}
