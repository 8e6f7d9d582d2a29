// Kolmogorov-Smirnov distance of pairs of sorted samples by walking both in step.
__kernel void ks_distance_sorted(__global const float *A, __global const float *B, __global float *D,
                                 const int na, const int nb, const int tests)
{
	const int t = get_global_id(0);
	if (t >= tests) return;
	__global const float *a = A + t * na;
	__global const float *b = B + t * nb;
	int i = 0, j = 0;
	float d = 0.0f;
	for (int step = 0; step < na + nb; ++step) {
		if (i >= na || j >= nb)
			break;
		const float x = a[min(i, na - 1)], y = b[min(j, nb - 1)];
		i += x <= y;
		j += y <= x;
		d = fmax(d, fabs((float)i / (float)na - (float)j / (float)nb));
	}
	D[t] = d;
}
