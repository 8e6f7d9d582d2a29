// Counts set bits, odd-parity and empty words of a masked bit set into global counters.
#define TOTAL_BITS  0
#define ODD_WORDS   1
#define EMPTY_WORDS 2

kernel void bit_census(global const uint4 *words, global int *counters, uint mask, uint words_per_item)
{
	int bits = 0, odd = 0, empty = 0;
	const uint span = get_global_size(0);
	uint at = get_global_id(0);

	for (uint k = 0; k < words_per_item; ++k, at += span) {
		const uint4 pc = popcount(words[at] & mask);
		const int b = (int)(pc.x + pc.y + pc.z + pc.w);
		bits += b;
		odd += b & 1;
		empty += b == 0;
	}
	atomic_add(counters + TOTAL_BITS, bits);
	if (odd)
		atomic_add(counters + ODD_WORDS, odd);
	if (empty)
		atomic_add(counters + EMPTY_WORDS, empty);
}
