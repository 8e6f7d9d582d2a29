// Rotation of a square sprite by a run-time angle in 16.16 fixed point, nearest sample, background outside.
__kernel void rotate_sprite_fixed(__global const uint *sprite, __global uint *canvas,
                                  int side, float angle, uint background)
{
	const int id = get_global_id(0);
	if (id >= side * side)
		return;
	const int sn = (int)(65536.0f * sin(angle)), cs = (int)(65536.0f * cos(angle));
	const int x2 = 2 * (id % side) - side + 1, y2 = 2 * (id / side) - side + 1;
	const int sx = ((int)(((long)x2 * cs + (long)y2 * sn) >> 16) + side) / 2;
	const int sy = ((int)(((long)y2 * cs - (long)x2 * sn) >> 16) + side) / 2;

	if (sx >= 0 && sy >= 0 && sx < side && sy < side)
		canvas[id] = sprite[sy * side + sx];
	else
		canvas[id] = background;
}
