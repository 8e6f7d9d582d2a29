// Local quadratic smoothing with closed-form weights of a symmetric window, edge values mirrored.
__kernel void savgolPolySmooth(__global const float *in, __global float *out, int n, int halfwin)
{
	int i = get_global_id(0);
	if (i < n) {
		float m = (float)halfwin;
		float w0 = 3.0f * (3.0f * m * m + 3.0f * m - 1.0f);
		float norm = (2.0f * m + 3.0f) * (2.0f * m + 1.0f) * (2.0f * m - 1.0f);
		float s = 0.0f;
		for (int k = -halfwin; k <= halfwin; k++) {
			int j = abs(i + k);
			j = j >= n ? 2 * n - 2 - j : j;
			j = clamp(j, 0, n - 1);
			s += (w0 - 15.0f * (float)(k * k)) * in[j];
		}
		out[i] = s / norm;
	}
}
