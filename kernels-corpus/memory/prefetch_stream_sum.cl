// Sums a private stretch of a stream while prefetching the next block of it.
#define BLOCK 16

kernel void prefetch_stream_sum(global const int4 *restrict stream, global int *restrict totals, const uint blocks)
{
  const size_t gid = get_global_id(0);
  global const int4 *mine = stream + gid * blocks * BLOCK;
  int4 acc = (int4)(0);

  for (uint b = 0; b < blocks; ++b) {
    if (b + 1 < blocks)
      prefetch(mine + (b + 1) * BLOCK, BLOCK);
    #pragma unroll
    for (uint k = 0; k < BLOCK; ++k)
      acc += mine[b * BLOCK + k];
  }
  totals[gid] = acc.x + acc.y + acc.z + acc.w;
}
