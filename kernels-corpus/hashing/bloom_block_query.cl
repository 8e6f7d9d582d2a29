// Blocked Bloom filter query: one 256-bit block a key, eight bits tested at once by vector compare.
kernel void bloom_block_query(global const ulong *key, global const uint8 *blocks, global char *maybe, const uint nblocks)
{
	const size_t i = get_global_id(0);
	const ulong h = key[i] * 0xD6E8FEB86659FD93UL;
	const uint8 salt = (uint8)(0x47b6137bu, 0x44974d91u, 0x8824ad5bu, 0xa2b7289du,
				   0x705495c7u, 0x2df1424bu, 0x9efc4947u, 0x5c6bfb31u);
	const uint8 mask = (uint8)(1u) << ((salt * (uint)h) >> 27);
	const uint8 block = blocks[(uint)(h >> 32) % nblocks];

	maybe[i] = all((block & mask) == mask) ? 1 : 0;
}
