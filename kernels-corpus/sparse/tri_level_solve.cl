// One level of a sparse lower-triangular solve, rows renumbered so that each level is contiguous.
kernel void tri_level_solve(global const int *ptr, global const int *col,
                            global const float *val, global const float *diag, global const float *b,
                            global const float *xdone, global float *xnext,
                            const int levelFirst, const int levelSize)
{
	const int t = get_global_id(0);
	if (t >= levelSize)
		return;
	const int row = levelFirst + t;
	float s = b[row];

	for (int p = ptr[row]; p < ptr[row + 1]; ++p)
		s -= val[p] * xdone[col[p]];
	const float d = diag[row];
	xnext[row] = d != 0.0f ? native_divide(s, d) : s;
}
