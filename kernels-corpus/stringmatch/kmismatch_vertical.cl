// Search with at most k mismatches: a window per position, compared four characters at a time with early exit.
__kernel void kmismatch_vertical(const __global uchar *hay, const __global uchar *pin, __global short *mism,
                                 const int hayLen, const int quads, const int k)
{
	const int p = get_global_id(0);
	const int m = quads * 4;
	if (p > hayLen - m)
		return;

	int miss = 0;
	for (int q = 0; q < quads; ++q) {
		const uchar4 x = vload4(0, hay + p + 4 * q);
		const uchar4 y = vload4(q, pin);
		const char4 ne = (x != y);
		miss -= ne.x + ne.y + ne.z + ne.w;
		if (miss > k)
			break;
	}
	mism[p] = miss > k ? (short)-1 : (short)miss;
}
