// In-place bit-reversal permutation of a complex array with 2^log2n elements.
kernel void bitrev_swap(global float2 *z, uint log2n)
{
	uint bits = clamp(log2n, 1u, 24u);
	uint i = get_global_id(0);
	uint mask = (1u << bits) - 1u;
	if (i > mask)
		return;
	uint j = 0;
	for (uint b = 0, v = i; b < bits; ++b, v >>= 1)
		j = j << 1 | (v & 1u);
	if (i < j) {
		float2 keep = z[i];
		z[i] = z[j & mask];
		z[j & mask] = keep;
	}
}
