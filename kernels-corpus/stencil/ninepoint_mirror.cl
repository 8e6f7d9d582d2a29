// Compact nine-point Laplacian on a flattened plane; the field is mirrored about its rim cells.
static int mirror(int p, int size)
{
	if (p < 0)
		p = -p;
	if (p >= size)
		p = 2 * size - 2 - p;
	return clamp(p, 0, size - 1);	/* planes one cell wide */
}

kernel void ninepoint_mirror(global const float *restrict f, global float *restrict lap,
			     const int nx, const int ny, const float scale)
{
	const int id = get_global_id(0);
	const int row = id / nx, col = id % nx;

	if (row < ny) {
		const int u = mirror(row - 1, ny) * nx, d = mirror(row + 1, ny) * nx;
		const int m = row * nx;
		const int l = mirror(col - 1, nx), r = mirror(col + 1, nx);
		float edges = f[u + col] + f[d + col] + f[m + l] + f[m + r];
		float corners = f[u + l] + f[u + r] + f[d + l] + f[d + r];

		lap[id] = scale * (4.0f * edges + corners - 20.0f * f[id]);
	}
}
