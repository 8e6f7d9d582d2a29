// Pointwise (1x1) convolution: a group stages a slab of channel vectors of 32 pixels, then mixes them.
#define PIXELS 32
#define MAX_CIN 64

__kernel __attribute__((reqd_work_group_size(128, 1, 1)))
void pointwise_conv_tile(__global const float *restrict in,  /* pixel major: pixels x cin */
                         __constant float *mixer,            /* cout x cin */
                         __global float *restrict out,       /* pixels x cout */
                         const int cin, const int cout)
{
	__local float slab[PIXELS * MAX_CIN];
	const int t = get_local_id(0);
	const int c = min(cin, MAX_CIN);
	const int first = get_group_id(0) * PIXELS;
	int i;

	for (i = t; i < PIXELS * c; i += 128)
		slab[i] = in[first * c + i];
	barrier(CLK_LOCAL_MEM_FENCE);

	for (i = t; i < PIXELS * cout; i += 128) {
		const int p = i / cout;
		const int o = i % cout;
		float acc = 0;
		for (int k = 0; k < c; k++)
			acc += slab[p * c + k] * mixer[o * c + k];
		out[(first + p) * cout + o] = acc;
	}
}
