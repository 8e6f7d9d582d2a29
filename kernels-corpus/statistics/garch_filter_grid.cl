// Conditional variances of GARCH(1,1) with leverage over many assets; series stored time-major.
__kernel void garch_filter_grid(__global const float *ret, __global float *sigma, __global const float *omega,
                                __global const float *alpha, __global const float *beta, __global const float *lever,
                                uint days, uint assets)
{
	uint a = get_global_id(0);
	if (a >= assets)
		return;
	float w = omega[a], al = alpha[a], be = beta[a], lv = lever[a];
	float h = w / fmax(1.0f - al - be - 0.5f * lv, 0.01f);
	for (uint d = 0; d < days; d++) {
		float r = ret[d * assets + a];
		sigma[d * assets + a] = sqrt(fmax(h, 1e-12f));
		h = w + (al + (r < 0.0f ? lv : 0.0f)) * r * r + be * h;
	}
}
