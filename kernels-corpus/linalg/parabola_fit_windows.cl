// Weighted least squares line fits: 3x3 normal equations of a local parabola solved by Cramer's rule.
kernel void parabolaFitWindows(global const float *restrict y, global const float *restrict wgt,
                               global float4 *restrict coef, const int n, const int radius)
{
	const int centre = get_global_id(0);
	if (centre >= n)
		return;
	float s0 = 0, s1 = 0, s2 = 0, s3 = 0, s4 = 0, t0 = 0, t1 = 0, t2 = 0;

	for (int k = -radius; k <= radius; k++) {
		const int j = clamp(centre + k, 0, n - 1);
		const float w = wgt[k + radius], v = w * y[j], u = (float)k;
		s0 += w;
		s1 += w * u;
		s2 += w * u * u;
		s3 += w * u * u * u;
		s4 += w * u * u * u * u;
		t0 += v;
		t1 += v * u;
		t2 += v * u * u;
	}
	const float3 A = (float3)(s0, s1, s2), B = (float3)(s1, s2, s3), C = (float3)(s2, s3, s4);
	const float3 T = (float3)(t0, t1, t2);
	const float det = dot(A, cross(B, C));
	const float inv = fabs(det) > 1e-20f ? 1.0f / det : 0.0f;

	coef[centre] = (float4)(dot(T, cross(B, C)), dot(A, cross(T, C)), dot(A, cross(B, T)), 1.0f) * inv;
}
