// Evaluates a continued fraction with the modified Lentz method until it settles or terms run out.
#define TINY 1e-25f

__kernel void continued_fraction(__global const float *a, __global const float *b, __global const float *z,
                                 __global float *value, __global ushort *used, ushort maxTerms)
{
	uint i = get_global_id(0);
	float x = z[i];
	float f = b[0] == 0.0f ? TINY : b[0];
	float C = f, D = 0.0f;
	int k = 1;

	for (; k < maxTerms; k++) {
		float num = a[k] * x;
		D = b[k] + num * D;
		if (D == 0.0f) D = TINY;
		C = b[k] + num / C;
		if (C == 0.0f) C = TINY;
		D = 1.0f / D;
		float delta = C * D;
		f *= delta;
		if (fabs(delta - 1.0f) < 1e-6f)
			break;
	}
	value[i] = f;
	used[i] = (ushort)k;
}
