// Sparse times a block of four dense vectors kept interleaved as float4, two entries at a time.
typedef struct { int col; float val; } entry_t;

kernel void csr_spmm_vec4(global const int *start, global const entry_t *entries,
                          global const float4 *X, global float4 *Y, int rows)
{
	int r = get_global_id(0);
	if (r >= rows)
		return;

	int e = start[r];
	int stop = start[r + 1];
	float4 s0 = 0.0f, s1 = 0.0f;

	while (e < stop - 1) {
		entry_t a = entries[e];
		entry_t b = entries[e + 1];
		s0 += a.val * X[a.col];
		s1 += b.val * X[b.col];
		e += 2;
	}
	if (e < stop)
		s0 += entries[e].val * X[entries[e].col];
	Y[r] = s0 + s1;
}
