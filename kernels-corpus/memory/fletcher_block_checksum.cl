// Fletcher-style checksum of blocks of 16-bit words with deferred modulo, one block per work-item.
#define REDUCE(s) (((s) & 0xffffu) + ((s) >> 16))

__kernel void fletcher_block_checksum(__global const ushort *words, __global uint *sums, const uint blockWords, const uint blocks)
{
  const uint b = get_global_id(0);
  if (b >= blocks) return;
  const __global ushort *p = words + b * blockWords;
  uint lo = 0xffff, hi = 0xffff;

  for (uint first = 0; first < blockWords; first += 359u)
  {
    const uint last = min(first + 359u, blockWords);
    for (uint i = first; i < last; ++i)
    {
      lo += p[i];
      hi += lo;
    }
    lo = REDUCE(lo);
    hi = REDUCE(hi);
  }
  sums[b] = REDUCE(hi) << 16 | REDUCE(lo);
}
