// Up to 64 simultaneous breadth-first searches: spreads visit masks one level along incoming arcs.
__kernel void multi_source_bfs_masks(__global const ulong *seen, __global ulong *seen_next,
                                     __global uint *reached_at, __global const uint *in_arcs,
                                     const uint indeg, const uint n, const uint depth)
{
	uint v = get_global_id(0);
	ulong m, before;

	if (v >= n)
		return;
	before = m = seen[v];
	for (uint k = indeg; k--; )
		m |= seen[in_arcs[k * n + v] % n];
	seen_next[v] = m;
	reached_at[v] += depth * (uint)popcount(m & ~before);
}
