// Wide multiplication chain: mul_hi and low product of 64-bit words mixed with adds.
kernel void imul64_hi_chain(global ulong *acc, const ulong k, const int rounds)
{
	const int i = get_global_id(0);
	ulong lo = acc[i], hi = ~lo;
	for (int r = 0; r < rounds; r++) {
		const ulong top = mul_hi(lo, k ^ hi);
		lo = lo * (k | 1UL) + top;
		hi ^= top >> (r & 31);
	}
	acc[i] = lo ^ hi;
}
