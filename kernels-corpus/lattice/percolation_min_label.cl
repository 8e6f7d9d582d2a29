// One relaxation sweep of cluster labels: open sites take the least label around, a flag tells of changes.
__kernel void percolation_min_label(__global const uchar * restrict open, __global uint * restrict label,
                                    __global int * restrict dirty, const int cols, const int rows)
{
	const int me = get_global_id(0);
	const int r = me / cols;
	const int c = me - r * cols;
	uint best;

	if (r >= rows || !open[me])
		return;
	best = label[me];
	if (c > 0 && open[me - 1])
		best = min(best, label[me - 1]);
	if (c + 1 < cols && open[me + 1])
		best = min(best, label[me + 1]);
	if (r > 0 && open[me - cols])
		best = min(best, label[me - cols]);
	if (r + 1 < rows && open[me + cols])
		best = min(best, label[me + cols]);
	if (best < label[me]) {
		label[me] = best;
		*dirty = 1;
	}
}
