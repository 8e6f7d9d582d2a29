// Farthest-first traversal: refresh each point's distance to the new seed and reduce the farthest per group.
typedef struct { float d2; uint who; } Farthest;

__kernel void farthest_first_round(__global const float3 *cloud, __global float *minDist,
                                   __global Farthest *groupBest, const uint seedIndex,
                                   const uint count, __local Farthest *work)
{
	const uint gid = get_global_id(0);
	const uint lid = get_local_id(0);
	Farthest mine = { -1.0f, 0u };

	if (gid < count) {
		const float3 v = cloud[gid] - cloud[seedIndex % count];
		mine.d2 = fmin(minDist[gid], dot(v, v));
		mine.who = gid;
		minDist[gid] = mine.d2;
	}
	work[lid] = mine;
	barrier(CLK_LOCAL_MEM_FENCE);

	for (uint stride = 1; stride < get_local_size(0); stride *= 2) {
		const uint a = 2 * stride * lid;
		if (a + stride < get_local_size(0) && work[a + stride].d2 > work[a].d2)
			work[a] = work[a + stride];
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	if (lid == 0)
		groupBest[get_group_id(0)] = work[0];
}
