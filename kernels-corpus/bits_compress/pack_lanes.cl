// Pack blocks of 32 integers into a chosen bit width, one block per work-item.
kernel void pack_lanes(global const uint *restrict values, global uint *restrict packed,
                       const uint width, const uint nblocks)
{
  const uint blk = get_global_id(0);
  if (blk >= nblocks) return;

  const uint bw = min(width, 32u);
  const uint mask = bw == 32u ? 0xffffffffu : (1u << bw) - 1u;
  global const uint *src = values + blk * 32u;
  global uint *dst = packed + blk * 32u;

  ulong acc = 0;
  uint fill = 0, word = 0;
  for (uint k = 0; k < 32u; ++k) {
    acc |= (ulong)(src[k] & mask) << fill;
    fill += bw;
    if (fill >= 32u) {
      dst[word & 31u] = (uint)acc;
      word++;
      acc >>= 32;
      fill -= 32u;
    }
  }
}
