// Mix mu-law coded channels: expand to linear, add with saturation and compress again.
static short expand(uchar m)
{
	const uchar u = ~m;
	const int t = (((u & 15) << 3) + 132) << ((u >> 4) & 7);
	return (short)((u & 128) ? 132 - t : t - 132);
}

static uchar compress(short v)
{
	const int mag = min(abs((int)v) + 132u, 32635u);
	const int seg = 31 - 7 - (int)clz((uint)mag);
	const uchar body = (uchar)((max(seg, 0) << 4) | ((mag >> (max(seg, 0) + 3)) & 15));
	return (uchar)~(body | (v < 0 ? 128 : 0));
}

__kernel void mulaw_mix_channels(__global const uchar *tracks, __global uchar *mix, const int channels, const int frames)
{
	const int f = get_global_id(0);
	if (f >= frames)
		return;
	short sum = 0;
	for (int c = 0; c < channels; ++c)
		sum = add_sat(sum, (short)(expand(tracks[c * frames + f]) >> 1));
	mix[f] = compress(sum);
}
