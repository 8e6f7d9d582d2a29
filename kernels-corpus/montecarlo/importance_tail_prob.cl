// Tail probability of a normal by exponential tilting: shifted draws weighted with the likelihood ratio.
__kernel void importance_tail_prob(__global const float * restrict gauss, __global float * restrict est,
                                   __global float * restrict effSize, const int draws, const float level)
{
	const int id = get_global_id(0);
	const int n = get_global_size(0);
	float sw = 0.0f, sw2 = 0.0f;
	int i = 0;

	while (i < draws) {
		const float x = gauss[i * n + id] + level;
		const float w = x > level ? exp(0.5f * level * level - level * x) : 0.0f;
		sw += w;
		sw2 += w * w;
		i++;
	}
	est[id] = sw / draws;
	effSize[id] = sw * sw / fmax(sw2, 1e-30f);
}
