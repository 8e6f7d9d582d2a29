// Inverts 4x4 matrices by Gauss-Jordan elimination with row swaps, rows as float4 in private arrays.
__kernel void inverse4_gauss_jordan(__global const float4 *src, __global float4 *dst)
{
	const int base = 4 * (int)get_global_id(0);
	float a[4][4], x[4][4];

	for (int i = 0; i < 4; i++) {
		vstore4(src[base + i], 0, a[i]);
		for (int j = 0; j < 4; j++)
			x[i][j] = i == j;
	}
	for (int c = 0; c < 4; c++) {
		for (int r = c + 1; r < 4; r++)
			if (fabs(a[r][c]) > fabs(a[c][c]))
				for (int j = 0; j < 4; j++) {
					float t = a[r][j]; a[r][j] = a[c][j]; a[c][j] = t;
					t = x[r][j]; x[r][j] = x[c][j]; x[c][j] = t;
				}
		float inv = a[c][c] == 0.0f ? 0.0f : 1.0f / a[c][c];
		for (int j = 0; j < 4; j++) {
			a[c][j] *= inv;
			x[c][j] *= inv;
		}
		for (int r = 0; r < 4; r++) {
			if (r == c)
				continue;
			float f = a[r][c];
			for (int j = 0; j < 4; j++) {
				a[r][j] -= f * a[c][j];
				x[r][j] -= f * x[c][j];
			}
		}
	}
	for (int i = 0; i < 4; i++)
		dst[base + i] = vload4(0, x[i]);
}
