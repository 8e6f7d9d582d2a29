// Adds a dense vector into every stride-th slot of a larger one, several phases in turn.
__kernel void stride_scatter_add(__global const int* v, __global int* big, int stride, int n)
{
	int i = get_global_id(0);
	if (i < n) {
		for (int phase = 0; phase < stride; phase++) {
			int slot = i * stride + phase;
			big[slot] += v[i] * (phase + 1);
		}
	}
}
