// Cube roots by Newton iteration from a bit-trick seed, over a grid-stride loop.
static inline float seed_cbrt(float a)
{
	uint bits = as_uint(a) / 3u + 0x2a514067u;
	return as_float(bits);
}

kernel void cbrt_newton(global float *restrict y, global const float *restrict x, int n, int iters)
{
	const int step = (int)get_global_size(0);

	for (int i = (int)get_global_id(0); i < n; i += step) {
		const float v = x[i];
		const float a = fmax(fabs(v), 1e-30f);
		float r = seed_cbrt(a);
		for (int t = 0; t < iters; ++t)
			r = (2.0f * r + a / (r * r)) * (1.0f / 3.0f);
		y[i] = copysign(r, v);
	}
}
