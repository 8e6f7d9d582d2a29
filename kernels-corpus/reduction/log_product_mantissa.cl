// Product of many numbers without overflow: mantissas are multiplied, exponents added.
kernel void logProductMantissa(global const float *x, global float *mant, global int *expo,
                               const uint n, const uint perItem)
{
	const uint t = get_global_id(0);
	float m = 1.0f;
	int e = 0;

	for (uint k = 0; k < perItem; k++) {
		const ulong i = (ulong)t * perItem + k;
		int ek;
		if (i >= n)
			break;
		m *= x[i];
		m = frexp(m, &ek);
		e += ek;
	}
	mant[t] = m;
	expo[t] = e;
}
