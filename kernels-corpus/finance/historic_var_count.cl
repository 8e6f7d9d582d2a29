// Profit-and-loss of a portfolio for each historic day, with exceedances of a loss limit counted.
__kernel void historic_var_count(__global const float *returns, __global const float *position, __global float *pnl,
                                 volatile __global uint *breaches, const int assets, const int days, const float limit)
{
	__local uint seen;
	const int day = get_global_id(0);

	if (get_local_id(0) == 0)
		seen = 0;
	barrier(CLK_LOCAL_MEM_FENCE);

	if (day < days) {
		__global const float *r = returns + day * assets;
		float lin = 0.0f, quad = 0.0f;
		for (int a = 0; a < assets; a++, r++) {
			lin += position[a] * *r;
			quad += position[a] * *r * *r;
		}
		const float p = lin - 0.5f * quad;
		pnl[day] = p;
		if (p < -limit)
			atomic_inc(&seen);
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	if (get_local_id(0) == 0 && seen > 0)
		atomic_add(breaches, seen);
}
