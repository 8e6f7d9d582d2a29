// RNA folding by base-pair maximisation (Nussinov): all intervals of one span, pairing or bifurcating.
#define MIN_LOOP 3

static int pairs(uchar a, uchar b)
{
	/* A=0 C=1 G=2 U=3: A-U, C-G and the wobble G-U */
	const int s = (a & 3) + (b & 3);
	return s == 3 || (s == 5 && a != b);
}

__kernel void nussinov_diagonal(__global ushort *table, __global const uchar *rna, const int n, const int span)
{
	for (int i = get_global_id(0); i < n - span; i += get_global_size(0)) {
		const int j = i + span;
		ushort best = max(table[(i + 1) * n + j], table[i * n + j - 1]);
		if (span > MIN_LOOP && pairs(rna[i], rna[j]))
			best = max(best, (ushort)(table[(i + 1) * n + j - 1] + 1));
		for (int k = i + 1; k < j; ++k) {
			const ushort both = table[i * n + k] + table[(k + 1) * n + j];
			best = best > both ? best : both;
		}
		table[i * n + j] = best;
	}
}
