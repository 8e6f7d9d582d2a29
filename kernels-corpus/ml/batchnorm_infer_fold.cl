// Batch-norm inference with folded running statistics and a leaky rectifier, two channels-first values per item.
__kernel void batchnorm_infer_fold(__global float2 *fmap, __global const float4 *stats, const int plane2,
                                   const int channels, const int total2, const float leak)
{
	const int i = get_global_id(0);
	if (i >= total2)
		return;
	/* stats packs (mean, variance, gamma, beta) */
	const float4 s = stats[i / plane2 % channels];
	const float k = s.z * rsqrt(s.y + 1e-3f);
	float2 v = fmap[i] * k + (s.w - s.x * k);
	v = fmax(v, leak * v);
	fmap[i] = v;
}
