// Nearest reference vector under the L1 norm: one query per work-group, argmin by local reduction.
__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void group_nearest_l1(__global const uchar *restrict refs,
		      __global const uchar *restrict queries,
		      __global uint2 *restrict nearest,
		      const uint nrefs, const uint dim)
{
	__local uint dist[64];
	__local uint who[64];
	const uint lid = get_local_id(0);
	const uint grp = get_group_id(0);
	__global const uchar *q = queries + grp * dim;
	uint bd = UINT_MAX, bi = 0;

	for (uint r = lid; r < nrefs; r += 64) {
		__global const uchar *v = refs + r * dim;
		uint s = 0;
		for (uint k = 0; k < dim; k++)
			s += abs_diff(v[k], q[k]);
		if (s < bd) {
			bd = s;
			bi = r;
		}
	}
	dist[lid] = bd;
	who[lid] = bi;
	barrier(CLK_LOCAL_MEM_FENCE);

	for (uint off = 32; off > 0; off >>= 1) {
		if (lid < off && dist[lid + off] < dist[lid]) {
			dist[lid] = dist[lid + off];
			who[lid] = who[lid + off];
		}
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	if (lid == 0)
		nearest[grp] = (uint2)(who[0], dist[0]);
}
