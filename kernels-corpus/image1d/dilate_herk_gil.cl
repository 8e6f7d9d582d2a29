// Horizontal grey dilation of any radius at constant cost a pixel: prefix and suffix maxima of blocks.
__kernel void dilate_herk_gil(__global const uchar *src, __global uchar *suffix, __global uchar *dst,
                              int nBlocks, int radius, int rows)
{
	int row = get_global_id(0);
	if (row >= rows)
		return;
	int k = 2 * radius + 1;
	__global const uchar *s = src + row * nBlocks * k;
	__global uchar *suf = suffix + row * nBlocks * k;
	__global uchar *d = dst + row * nBlocks * k;

	for (int b = 0; b < nBlocks; b++) {
		uchar m = 0;
		for (int i = k - 1; i >= 0; i--) {
			m = max(m, s[b * k + i]);
			suf[b * k + i] = m;
		}
	}
	for (int b = 0; b + 1 < nBlocks; b++) {
		uchar pre = 0;
		for (int i = 0; i < k; i++) {
			d[b * k + i] = max(pre, suf[b * k + i]);
			pre = max(pre, s[(b + 1) * k + i]);
		}
	}
}
