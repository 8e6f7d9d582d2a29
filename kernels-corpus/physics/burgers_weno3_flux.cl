// Third-order WENO reconstruction with a Lax-Friedrichs split for Burgers' equation, periodic line.
static float weno3(float a, float b, float c)
{
	float b0 = (b - a) * (b - a), b1 = (c - b) * (c - b);
	float w0 = 1.0f / ((1e-6f + b0) * (1e-6f + b0));
	float w1 = 2.0f / ((1e-6f + b1) * (1e-6f + b1));
	return (w0 * (1.5f * b - 0.5f * a) + w1 * 0.5f * (b + c)) / (w0 + w1);
}

__kernel void burgers_weno3_flux(__global const float *u, __global float *flux, uint n, float alpha)
{
	uint i = get_global_id(0);
	if (i >= n)
		return;
	float fp[4], fm[4];
	for (uint k = 0; k < 4; k++) {
		float v = u[(i + n + k - 1) % n];
		fp[k] = 0.5f * (0.5f * v * v + alpha * v);
		fm[k] = 0.5f * (0.5f * v * v - alpha * v);
	}
	flux[i] = weno3(fp[0], fp[1], fp[2]) + weno3(fm[3], fm[2], fm[1]);
}
