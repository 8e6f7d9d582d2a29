// Fill a Brownian path by bridge bisection in a private array of 64 points, report its maximum and area.
#define LOG 6
#define PTS (1 << LOG)

__kernel void brownian_bridge_fill(__global const float *normal, __global float2 *maxArea, const float horizon)
{
	const int path = get_global_id(0);
	__global const float *z = normal + path * PTS;
	float w[PTS + 1];
	int used = 1;

	w[0] = 0.0f;
	w[PTS] = sqrt(horizon) * z[0];
	for (int lev = 0; lev < LOG; lev++) {
		const int step = PTS >> lev;
		const float sd = 0.5f * sqrt(horizon / (1 << lev));
		for (int k = 0; k < PTS; k++) {
			if (k % step == step / 2) {
				w[k] = 0.5f * (w[max(k - step / 2, 0)] + w[min(k + step / 2, PTS)]) + sd * z[used & (PTS - 1)];
				used++;
			}
		}
	}
	float top = 0.0f, area = 0.0f;
	for (int k = 1; k <= PTS; k++) {
		top = fmax(top, w[k]);
		area += 0.5f * (w[k] + w[k - 1]);
	}
	maxArea[path] = (float2)(top, area * horizon / PTS);
}
