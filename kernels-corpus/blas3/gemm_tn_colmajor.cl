// C = A^T B with column-major storage: both operands are read down their columns.
#define IDX2(i, j, ld) ((size_t)(j) * (ld) + (i))

kernel void gemmTNColMajor(const uint m, const uint n, const uint k,
                           global const float *restrict a, global const float *restrict b,
                           global float *restrict c)
{
	for (uint e = get_global_id(0); e < m * n; e += get_global_size(0)) {
		const uint col = e / m, row = e % m;
		float s0 = 0.f, s1 = 0.f;
		uint p = 0;

		for (; p + 2 <= k; p += 2) {
			s0 += a[IDX2(p, row, k)] * b[IDX2(p, col, k)];
			s1 += a[IDX2(p + 1, row, k)] * b[IDX2(p + 1, col, k)];
		}
		if (p < k)
			s0 += a[IDX2(p, row, k)] * b[IDX2(p, col, k)];
		c[IDX2(row, col, m)] = s0 + s1;
	}
}
