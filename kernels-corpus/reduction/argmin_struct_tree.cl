// Position and value of the smallest element of each group, ties to the lower index.
typedef struct { float value; uint where; } Candidate;

static inline Candidate better(Candidate a, Candidate b)
{
	if (b.value < a.value || (b.value == a.value && b.where < a.where))
		return b;
	return a;
}

__kernel void argmin_struct_tree(__global const float *x, __global Candidate *best,
				 __local Candidate *c, uint n)
{
	uint lid = get_local_id(0);
	Candidate mine = { FLT_MAX, UINT_MAX };

	for (uint i = get_global_id(0); i < n; i += get_global_size(0)) {
		Candidate cand = { x[i], i };
		mine = better(mine, cand);
	}
	c[lid] = mine;
	barrier(CLK_LOCAL_MEM_FENCE);
	for (uint d = 128; d; d >>= 1) {
		if (lid < d && lid + d < get_local_size(0))
			c[lid] = better(c[lid], c[lid + d]);
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	if (!lid)
		best[get_group_id(0)] = c[0];
}
