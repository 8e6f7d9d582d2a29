// k-mer spectrum: 2-bit rolling code along each read, counts added to a 4096-entry table.
#define TABLE 4096

__kernel void kmer_spectrum(__global const uchar *reads, __global uint *table, const uint readLen, const uint k)
{
	const uint r = get_global_id(0);
	const uint kk = min(k, 6u);
	uint code = 0, valid = 0;

	for (uint i = 0; i < readLen; ++i) {
		const uchar base = reads[r * readLen + i];
		if (base == 'N') {
			valid = 0;
			continue;
		}
		code = ((code << 2) | ((base >> 1) & 3u)) & (TABLE - 1);
		if (++valid >= kk)
			atomic_inc(&table[code & ((1u << (2 * kk)) - 1u) & (TABLE - 1)]);
	}
}
