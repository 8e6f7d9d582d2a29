// Closed-form eigenvalues and orientation of symmetric 2x2 tensors, four tensors a work-item.
__kernel void eigen2Closed(__global const float4 *a, __global const float4 *b, __global const float4 *d,
                           __global float4 *lmax, __global float4 *lmin, __global float4 *angle)
{
	const size_t i = get_global_id(0);
	const float4 half_tr = 0.5f * (a[i] + d[i]);
	const float4 half_df = 0.5f * (a[i] - d[i]);
	const float4 root = hypot(half_df, b[i]);

	lmax[i] = half_tr + root;
	lmin[i] = half_tr - root;
	angle[i] = 0.5f * atan2(b[i], half_df);
}
