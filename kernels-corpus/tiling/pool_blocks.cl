// Non-overlapping block pooling of an image: minimum, mean and maximum of each block.
typedef struct
{
	ushort lo;
	ushort mean;
	ushort hi;
	ushort pixels;
} pool_t;

kernel void pool_blocks(global const ushort *img, global pool_t *pooled,
                        int width, int height, int block)
{
	const int bw = (width - 1) / block + 1;
	const int bh = (height - 1) / block + 1;
	const int b = get_global_id(0);

	if (b >= bw * bh)
		return;

	const int x0 = (b % bw) * block, x1 = min(x0 + block, width);
	const int y0 = (b / bw) * block, y1 = min(y0 + block, height);
	ushort lo = USHRT_MAX, hi = 0;
	ulong sum = 0;

	for (int y = y0; y < y1; y++)
		for (int x = x0; x < x1; x++) {
			const ushort v = img[y * width + x];
			lo = min(lo, v);
			hi = max(hi, v);
			sum += v;
		}

	const int area = (x1 - x0) * (y1 - y0);
	pool_t r = { lo, (ushort)(sum / (ulong)max(area, 1)), hi, (ushort)area };
	pooled[b] = r;
}
