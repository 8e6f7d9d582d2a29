// B = U * B with U upper triangular: one work-item per column, in place from the top row down.
__kernel void trmm_left_upper(__global const float *U, __global float *B, int m, int ncols, int unit)
{
	int c = get_global_id(0);
	if (c >= ncols)
		return;

	for (int i = 0; i < m; i++) {
		float s = unit > 1 ? B[i * ncols + c] : U[i * m + i] * B[i * ncols + c];
		for (int k = i + 1; k < m; k++)
			s += U[i * m + k] * B[k * ncols + c];
		B[i * ncols + c] = s;
	}
}
