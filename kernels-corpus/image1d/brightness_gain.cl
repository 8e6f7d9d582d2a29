// In-place brightness and contrast on sixteen 8-bit samples at a time with saturation.
kernel void brightness_gain(global uchar *img, short gain_q6, short offset)
{
	size_t i = get_global_id(0);
	uchar16 v = vload16(i, img);
	int16 w = convert_int16(v) - 128;
	w = ((w * (int)gain_q6) >> 6) + 128 + (int)offset;
	vstore16(convert_uchar16_sat(w), i, img);
}
