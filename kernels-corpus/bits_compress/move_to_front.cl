// Move-to-front coding of 4-bit symbols with the recency list packed in one 64-bit register.
kernel void move_to_front(global const uchar *symbols, global uchar *ranks, const int len)
{
	const size_t row = get_global_id(0);
	ulong list = 0xfedcba9876543210UL;

	for (int i = 0; i < len; i++) {
		const ulong s = symbols[row * len + i] & 15;
		int r = 0;
		while (r < 15 && ((list >> (4 * r)) & 15) != s)
			r++;
		ranks[row * len + i] = (uchar)r;
		const ulong below = list & ((1UL << (4 * r)) - 1);
		const ulong above = r == 15 ? 0 : list & (~0UL << (4 * r + 4));
		list = above | (below << 4) | s;
	}
}
