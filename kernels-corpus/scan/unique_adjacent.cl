// Marks the first of each group of equal neighbours and ranks the survivors inside the work-group.
#define LMAX 256
kernel void unique_adjacent(global const ulong *sorted, global uint *rank, global uint *survivors)
{
	local uchar first[LMAX];
	const uint l = get_local_id(0);
	const uint g = get_global_id(0);

	first[l & (LMAX - 1)] = (g == 0) ? 1 : (sorted[g] != sorted[g - 1]);
	barrier(CLK_LOCAL_MEM_FENCE);

	uint r = 0;
	for (uint j = 0; j <= l && j < LMAX; ++j)
		r += first[j];
	rank[g] = r;
	if (l == get_local_size(0) - 1)
		survivors[get_group_id(0)] = r;
}
