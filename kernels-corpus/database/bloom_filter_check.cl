// Semi-join reduction: tests keys against a blocked Bloom filter of 256-bit blocks.
typedef uint8 block_t;

kernel void bloomFilterCheck(global const block_t *filter, global const ulong *keys,
                             global uchar *maybe, const uint blocks)
{
  const ulong k = keys[get_global_id(0)] * 0xff51afd7ed558ccdUL;
  const block_t salt = (block_t)(0x47b6137bu, 0x44974d91u, 0x8824ad5bu, 0xa2b7289du,
                                 0x705495c7u, 0x2df1424bu, 0x9efc4947u, 0x5c6bfb31u);
  const block_t bit = (block_t)(1u) << (((block_t)((uint)k) * salt) >> 27);
  const block_t have = filter[(uint)(k >> 32) % blocks];

  maybe[get_global_id(0)] = all((have & bit) == bit) ? 1 : 0;
}
