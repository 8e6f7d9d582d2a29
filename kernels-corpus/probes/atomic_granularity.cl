// Atomic contention probe: counters shared by 1, 32, local-size or all work-items, chosen by a scalar.
__kernel void atomic_granularity(__global uint *counters, const uint level, const uint reps)
{
	const uint gid = get_global_id(0);
	uint slot;

	switch (level & 3u) {
	case 0:  slot = gid; break;
	case 1:  slot = gid / 32u; break;
	case 2:  slot = get_group_id(0); break;
	default: slot = 0; break;
	}
	for (uint r = 0; r < reps; r++)
		atomic_add(&counters[slot], r + 1u);
}
