// A quantile of each record by bisection on the value: count how many lie below, halve the interval.
kernel void quantile_bisect_count(global const float *rec, global float *q, uint len, float p, int iters)
{
	uint r = get_global_id(0);
	global const float *x = rec + r * len;
	float lo = x[0], hi = x[0];
	for (uint i = 1; i < len; i++) {
		lo = fmin(lo, x[i]);
		hi = fmax(hi, x[i]);
	}
	uint want = (uint)(p * (float)len);
	for (int it = 0; it < iters; it++) {
		float mid = 0.5f * (lo + hi);
		uint below = 0;
		for (uint i = 0; i < len; i++)
			below += x[i] < mid;
		if (below > want)
			hi = mid;
		else
			lo = mid;
	}
	q[r] = 0.5f * (lo + hi);
}
