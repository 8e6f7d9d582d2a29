// Simon-like Feistel cipher in CBC mode: chains are sequential, one chain per work-item, interleaved storage.
static inline uint simon_f(uint x)
{
	return (rotate(x, 1u) & rotate(x, 8u)) ^ rotate(x, 2u);
}

__kernel void simon_cbc_chains(__global uint2 *buf, __constant uint *rk, __global const uint2 *iv,
			       const int chain_len, const int rounds, const int chains)
{
	const int c = get_global_id(0);
	uint2 prev;

	if (c >= chains)
		return;
	prev = iv[c];
	for (int i = 0; i < chain_len; i++) {
		uint2 v = buf[i * chains + c] ^ prev;
		for (int r = 0; r < rounds; r++) {
			const uint t = v.x;
			v.x = v.y ^ simon_f(v.x) ^ rk[r];
			v.y = t;
		}
		buf[i * chains + c] = v;
		prev = v;
	}
}
