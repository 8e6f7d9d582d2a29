// Two-dimensional density with bilinear weights on a flattened grid.
typedef struct { float x, y, w; } Pt;

__kernel void hist2d_flat_linear(__global const Pt *pts, __global uint *grid,
                                 const int nx, const int ny, const int n)
{
	for (int i = get_global_id(0); i < n; i += get_global_size(0)) {
		const Pt p = pts[i];
		const float fx = fmin(fmax(p.x, 0.0f), 1.0f) * (nx - 1);
		const float fy = fmin(fmax(p.y, 0.0f), 1.0f) * (ny - 1);
		const int ix = clamp((int)fx, 0, nx - 1), iy = clamp((int)fy, 0, ny - 1);
		const int jx = min(ix + 1, nx - 1), jy = min(iy + 1, ny - 1);
		const float ax = fx - ix, ay = fy - iy;
		const float w = fabs(p.w) * 256.0f;

		atomic_add(&grid[iy * nx + ix], convert_uint_sat(w * (1 - ax) * (1 - ay)));
		atomic_add(&grid[iy * nx + jx], convert_uint_sat(w * ax * (1 - ay)));
		atomic_add(&grid[jy * nx + ix], convert_uint_sat(w * (1 - ax) * ay));
		atomic_add(&grid[jy * nx + jx], convert_uint_sat(w * ax * ay));
	}
}
