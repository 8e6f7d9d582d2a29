// LU with partial pivoting of 8x8 matrices in private memory; writes pivots and the determinant sign.
#define D 8

typedef struct { float v[D][D]; } mat8;

kernel void lu_partial_pivot8(global const mat8 *in, global mat8 *out, global uchar *piv,
                              global float *det, uint count)
{
	uint id = get_global_id(0);
	if (id >= count)
		return;
	mat8 m = in[id];
	float d = 1.0f;

	for (int c = 0; c < D; c++) {
		int best = c;
		float top = fabs(m.v[c][c]);
		for (int r = c + 1; r < D; r++)
			if (fabs(m.v[r][c]) > top) {
				top = fabs(m.v[r][c]);
				best = r;
			}
		piv[id * D + c] = (uchar)best;
		for (int j = 0; j < D; j++) {
			float t = m.v[c][j];
			m.v[c][j] = m.v[best][j];
			m.v[best][j] = t;
		}
		d *= best == c ? m.v[c][c] : -m.v[c][c];
		if (top < 1e-30f)
			continue;
		for (int r = c + 1; r < D; r++) {
			float f = m.v[r][c] / m.v[c][c];
			m.v[r][c] = f;
			for (int j = 0; j < D; j++)
				if (j > c)
					m.v[r][j] -= f * m.v[c][j];
		}
	}
	out[id] = m;
	det[id] = d;
}
