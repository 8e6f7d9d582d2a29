// Transpose 8 x 8 bit tiles: eight bytes become eight bit planes stored apart.
#define SWAP_STEP(x, mask, s) t = ((x) ^ ((x) >> (s))) & (mask); (x) ^= t ^ (t << (s))

__kernel void bitplane_transpose8(const __global ulong* restrict rows, __global uchar* restrict planes, const uint tiles)
{
	const uint tile = get_global_id(0);
	if (tile >= tiles) return;
	ulong x = rows[tile], t;

	SWAP_STEP(x, 0x00AA00AA00AA00AAUL, 7);
	SWAP_STEP(x, 0x0000CCCC0000CCCCUL, 14);
	SWAP_STEP(x, 0x00000000F0F0F0F0UL, 28);
	for (uint p = 0; p < 8; p++)
		planes[p * tiles + tile] = (uchar)(x >> (8 * p));
}
