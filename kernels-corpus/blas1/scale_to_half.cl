// Scales a float vector and stores it with half precision, eight elements a work-item.
__kernel void scale_to_half(__global const float8 *src, __global half *dst, float factor, uint octets)
{
	uint o = get_global_id(0);
	if (o >= octets)
		return;
	vstore_half8_rte(src[o] * factor, o, dst);
}
