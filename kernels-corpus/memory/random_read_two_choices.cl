// Reads two hashed places of a byte table per probe and keeps the smaller (two-choice load sampling).
kernel void random_read_two_choices(global const uchar *load_of, global uint *picked, uint buckets, uint probes, uint seed)
{
	const uint me = get_global_id(0);
	uint h = me ^ seed, worst = 0, sum = 0;

	for (uint p = 0; p < probes; p++) {
		h = h * 1103515245u + 12345u;
		const uint a = (h >> 7) % buckets;
		const uint b = (h * 40503u >> 3) % buckets;
		const uint l = min(load_of[a], load_of[b]);
		sum += l;
		worst = max(worst, l);
	}
	picked[me] = worst << 24 | (sum & 0xffffffu);
}
