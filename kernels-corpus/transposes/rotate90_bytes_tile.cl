// Rotates a byte image by a quarter turn through a square local tile.
#define EDGE 16

__attribute__((reqd_work_group_size(EDGE * EDGE, 1, 1)))
kernel void rotate90_bytes_tile(global const uchar *img, global uchar *rot, int w, int h)
{
	local uchar t[EDGE * EDGE];
	const int lid = get_local_id(0);
	const int lx = lid & (EDGE - 1), ly = lid / EDGE;
	const int nbx = (w + EDGE - 1) / EDGE;
	const int ox = (get_group_id(0) % nbx) * EDGE;
	const int oy = (get_group_id(0) / nbx) * EDGE;

	t[lid] = (ox + lx < w && oy + ly < h) ? img[(oy + ly) * w + ox + lx] : 0;
	barrier(CLK_LOCAL_MEM_FENCE);

	/* pixel (x, y) goes to column h - 1 - y of row x */
	const int x = ox + ly, y = oy + lx;
	if (x < w && y < h)
		rot[x * h + (h - 1 - y)] = t[lx * EDGE + ly];
}
