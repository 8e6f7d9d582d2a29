// Butterfly between rows at a given distance in a tall narrow matrix, every column at once.
__kernel void row_pair_butterfly(__global float *M, const uint cols, const uint dist, const uint pairs)
{
	const uint g = get_global_id(0);
	const uint col = g % cols;
	const uint pr = g / cols;

	if (pr < pairs) {
		const uint top = (pr / dist) * 2 * dist + pr % dist;
		__global float *a = &M[top * cols + col];
		__global float *b = &M[(top + dist) * cols + col];
		const float u = *a, v = *b;
		*a = u + v;
		*b = u - v;
	}
}
