// Builds a bitmap index in bit-sliced form: one bitmap per distinct value, one word for each work-item.
#define VALUES 16

kernel void bitmapIndexBuild(global const uchar *column, global uint *bitmaps, const uint words)
{
	const uint w = get_global_id(0);
	if (w >= words)
		return;
	uint m[VALUES];
	for (uint v = 0; v < VALUES; v++)
		m[v] = 0;
	global const uchar *rows = column + w * 32;
	for (uint r = 0; r < 32; r++)
		m[rows[r] & (VALUES - 1)] |= 1u << r;
	for (uint v = 0; v < VALUES; v++)
		bitmaps[v * words + w] = m[v];
}
