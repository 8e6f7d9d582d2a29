// Conjugated rank-one update of a complex matrix; every work-item updates a 1x4 strip.
typedef float2 c32;

c32 cmulc(c32 a, c32 b) { return (c32)(a.x * b.x + a.y * b.y, a.y * b.x - a.x * b.y); }

__kernel void ger_complex_tile(__global c32 *A, __global const c32 *x, __global const c32 *y,
                               c32 alpha, int m, int n)
{
	int strips = (n + 3) / 4;
	int id = get_global_id(0);
	int i = id / strips;
	int j0 = id % strips * 4;

	if (i < m) {
		c32 xi = x[i];
		c32 ax = (c32)(alpha.x * xi.x - alpha.y * xi.y, alpha.x * xi.y + alpha.y * xi.x);
		int j1 = min(j0 + 4, n);
		for (int j = j0; j < j1; ++j)
			A[i * n + j] += cmulc(ax, y[j]);
	}
}
