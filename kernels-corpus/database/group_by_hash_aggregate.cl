// Group-by on wide keys: an open-addressing aggregate table claimed by compare-and-swap.
struct agg { uint key; uint count; uint total; };

kernel void GroupByHashAggregate(global const uint2 *rows, global volatile uint *tableKey,
                                 global uint *tableCount, global uint *tableSum,
                                 global uint *overflow, const uint n, const uint cap)
{
	for (uint i = get_global_id(0); i < n; i += get_global_size(0)) {
		struct agg a;
		a.key = rows[i].x | 1u;
		a.count = 1;
		a.total = rows[i].y >> 8;

		uint pos = (a.key * 0x45d9f3bu) % cap;
		uint tries = 0;
		for (; tries < 24; ++tries) {
			const uint seen = atomic_cmpxchg(&tableKey[pos], 0u, a.key);
			if (seen == 0u || seen == a.key)
				break;
			pos = (pos + tries + 1) % cap;
		}
		if (tries == 24) {
			atomic_inc(overflow);
			continue;
		}
		atomic_add(&tableCount[pos], a.count);
		atomic_add(&tableSum[pos], a.total);
	}
}
