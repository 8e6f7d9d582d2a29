// Histogram with uneven bin edges found by binary search; under- and overflow have bins of their own.
__kernel void search_edges(__global const float *x, __constant float *edges,
                           __global uint *hist, const int n_edges, const int n)
{
	const int i = get_global_id(0);

	if (i >= n)
		return;
	const float v = x[i];
	int lo = 0, hi = n_edges;
	for (int it = 0; it < 16; ++it) {
		const int mid = (lo + hi) >> 1;
		if (lo < hi) {
			if (edges[clamp(mid, 0, n_edges - 1)] <= v)
				lo = mid + 1;
			else
				hi = mid;
		}
	}
	atomic_inc(&hist[clamp(lo, 0, n_edges)]);
}
