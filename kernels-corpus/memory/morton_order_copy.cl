// Reads a square power-of-two grid in Morton order and writes it linearly, bits picked apart in a loop.
kernel void morton_order_copy(global const float *grid, global float *line, const uint side)
{
	const uint i = get_global_id(0);
	uint x = 0, y = 0;

	for (uint b = 0; b < 16; b++) {
		x |= (i >> (2 * b) & 1u) << b;
		y |= (i >> (2 * b + 1) & 1u) << b;
	}
	line[i] = grid[(y % side) * side + x % side];
}
