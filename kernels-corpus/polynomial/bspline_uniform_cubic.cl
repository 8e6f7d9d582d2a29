// Uniform cubic B-spline curve, four control values around each parameter, periodic ends.
__kernel void bsplineUniformCubic(__global const float *restrict cp, __global float *restrict out,
                                  const uint ncp, const uint per_span)
{
	const uint g = get_global_id(0);
	const uint span = (g / per_span) % ncp;
	const float u = (float)(g % per_span) / (float)per_span;
	const float v = 1.0f - u, uu = u * u, uuu = uu * u;
	const float4 basis = (float4)(v * v * v, 3.0f * uuu - 6.0f * uu + 4.0f,
				      -3.0f * uuu + 3.0f * uu + 3.0f * u + 1.0f, uuu);
	const float4 pts = (float4)(cp[span], cp[(span + 1) % ncp], cp[(span + 2) % ncp], cp[(span + 3) % ncp]);

	out[g] = dot(basis, pts) / 6.0f;
}
