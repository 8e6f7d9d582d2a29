// Cull bounding spheres against six planes and append the survivors with an atomic counter.
__kernel void frustum_cull_compact(__constant float4 *planes, __global const float4 *spheres, volatile __global uint *visible,
                                   __global uint *list, const uint count, const uint capacity)
{
	const uint i = get_global_id(0);
	if (i >= count)
		return;
	const float4 s = spheres[i];
	for (int p = 0; p < 6; p++) {
		const float4 pl = planes[p];
		if (dot(pl.xyz, s.xyz) + pl.w < -s.w)
			return;
	}
	const uint at = atomic_inc(visible);
	if (at < capacity)
		list[at] = i;
}
