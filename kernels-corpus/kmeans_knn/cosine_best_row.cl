// Row of a matrix most similar to the query by cosine, two work-items' worth of lanes by float8 loads.
inline float hsum8(float8 v)
{
	float4 t = v.lo + v.hi;
	float2 u = t.lo + t.hi;
	return u.x + u.y;
}

__kernel void cosine_best_row(__global const float * restrict rows,
			      __global const float * restrict query,
			      __global float * restrict sim,
			      const int nrows, const int width8)
{
	const int r = get_global_id(0);
	if (r >= nrows)
		return;

	float8 ab = 0.0f, aa = 0.0f, bb = 0.0f;
	for (int j = 0; j < width8; j++) {
		const float8 a = vload8(r * width8 + j, rows);
		const float8 b = vload8(j, query);
		ab = fma(a, b, ab);
		aa = fma(a, a, aa);
		bb = fma(b, b, bb);
	}
	sim[r] = hsum8(ab) * rsqrt(fmax(hsum8(aa) * hsum8(bb), 1e-20f));
}
