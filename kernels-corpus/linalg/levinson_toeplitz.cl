// Levinson-Durbin recursion on the autocorrelations of many frames, order limited to 20.
#define MAXP 20

__kernel void levinsonToeplitz(__global const float *acf, __global float *lpc, __global float *gain,
                               int order, int frames)
{
	int fr = get_global_id(0);
	if (fr >= frames)
		return;
	const int p = min(order, MAXP);
	float a[MAXP + 1], tmp[MAXP + 1];
	__global const float *r = acf + fr * (p + 1);
	float err = fmax(r[0], 1e-9f);

	for (int i = 0; i <= MAXP; i++)
		a[i] = 0.0f;
	a[0] = 1.0f;
	for (int m = 1; m <= p; m++) {
		float k = r[m];
		for (int j = 1; j < m; j++)
			k += a[j] * r[m - j];
		k = -k / err;
		for (int j = 0; j <= m; j++)
			tmp[j] = a[j] + k * a[m - j];
		for (int j = 0; j <= m; j++)
			a[j] = tmp[j];
		err *= fmax(1.0f - k * k, 1e-6f);
	}
	for (int i = 0; i < p; i++)
		lpc[fr * p + i] = a[i + 1];
	gain[fr] = sqrt(err);
}
