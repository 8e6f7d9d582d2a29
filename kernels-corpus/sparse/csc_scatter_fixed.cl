// CSC product: each work-item walks one column and scatters fixed-point products into y.
#define Q 10

__kernel void csc_scatter_fixed(__global const int *colStart, __global const int *rowIdx,
                                __global const short *val, __global const short *x,
                                __global int *y, int ncols)
{
	const int c = get_global_id(0);

	if (c < ncols) {
		const int xv = x[c];
		if (xv == 0)
			return;
		for (int p = colStart[c]; p < colStart[c + 1]; p++)
			atomic_add(&y[rowIdx[p]], (val[p] * xv) >> Q);
	}
}
