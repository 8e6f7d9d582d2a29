// Unsigned 16-bit samples as floats.
__kernel void widen_u16(__global const ushort *raw, __global float *img, int len)
{
	const int p = get_global_id(0);

	if (p >= len)
		return;
	img[p] = (float) raw[p];
}
