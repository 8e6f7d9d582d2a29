// Backward max pooling: routes each pooled gradient to the remembered corner of its 2x2 cell.
typedef struct { float a, b; } pair_t;

kernel void maxpool_unroute(global const float *g_pooled, global const uchar *corner,
                            global pair_t *g_rows, uint pw, uint ph)
{
	uint i = get_global_id(0);
	uint n = pw * ph;

	while (i < n) {
		const float g = g_pooled[i];
		const uchar k = corner[i] & 3;
		const uint at = (i / pw) * 2 * pw + i % pw;
		pair_t up = { 0.0f, 0.0f }, down = { 0.0f, 0.0f };
		switch (k) {
		case 0: up.a = g; break;
		case 1: up.b = g; break;
		case 2: down.a = g; break;
		default: down.b = g; break;
		}
		g_rows[at] = up;
		g_rows[at + pw] = down;
		i += get_global_size(0);
	}
}
