// D2Q9 pull streaming on a torus with half-way bounce-back at solid cells.
__constant char4 kDir[9] = {
	(char4)(0, 0, 0, 0), (char4)(1, 0, 3, 0), (char4)(0, 1, 4, 0), (char4)(-1, 0, 1, 0), (char4)(0, -1, 2, 0),
	(char4)(1, 1, 7, 0), (char4)(-1, 1, 8, 0), (char4)(-1, -1, 5, 0), (char4)(1, -1, 6, 0)
};

__kernel void d2q9_stream_bounce(__global const float *src, __global float *dst, __global const uchar *solid,
				 const uint nx, const uint ny)
{
	const uint id = get_global_id(0), size = nx * ny;

	if (id < size && !solid[id]) {
		const uint x = id % nx, y = id / nx;
#pragma unroll
		for (uint q = 0; q < 9; q++) {
			const uint sx = (x + nx - kDir[q].x) % nx;
			const uint sy = (y + ny - kDir[q].y) % ny;
			const uint from = sy * nx + sx;
			const uint opp = q == 0 ? 0 : q < 5 ? (q + 1) % 4 + 1 : (q - 3) % 4 + 5;
			dst[q * size + id] = solid[from] ? src[opp * size + id] : src[q * size + from];
		}
	}
}
