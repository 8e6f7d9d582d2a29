// Expands pairs of RGB565 pixels held in one word to two RGBA8888 words by bit replication.
#define EXPAND5(v) (((v) << 3) | ((v) >> 2))
#define EXPAND6(v) (((v) << 2) | ((v) >> 4))

static uint to8888(uint p)
{
	uint r = p >> 11 & 31u, g = p >> 5 & 63u, b = p & 31u;
	return EXPAND5(r) | EXPAND6(g) << 8 | EXPAND5(b) << 16 | 0xff000000u;
}

kernel void rgb565_unpack_u32(global const uint *src, global uint2 *dst, uint pairs)
{
	uint i = get_global_id(0);
	if (i < pairs) {
		uint w = src[i];
		dst[i] = (uint2)(to8888(w & 0xffffu), to8888(w >> 16));
	}
}
