// Finds, in each work-group, the largest absolute value and where it lies.
struct peak {
	float mag;
	int   pos;
};

#ifndef WG
#define WG 128
#endif

static struct peak better(struct peak a, struct peak b)
{
	if (b.mag > a.mag || (b.mag == a.mag && b.pos < a.pos))
		return b;
	return a;
}

__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void iamax_group(__global const float *x, int n,
                 __global float *bestMag, __global int *bestPos)
{
	__local struct peak tile[WG];
	const int lid = get_local_id(0);
	const int gid = get_global_id(0);
	struct peak me;

	me.mag = gid < n ? fabs(x[gid]) : -1.0f;
	me.pos = gid;
	tile[lid] = me;
	barrier(CLK_LOCAL_MEM_FENCE);

	for (int d = WG >> 1; d > 0; d >>= 1) {
		if (lid < d)
			tile[lid] = better(tile[lid], tile[lid + d]);
		barrier(CLK_LOCAL_MEM_FENCE);
	}

	if (!lid) {
		bestMag[get_group_id(0)] = tile[0].mag;
		bestPos[get_group_id(0)] = tile[0].pos;
	}
}
