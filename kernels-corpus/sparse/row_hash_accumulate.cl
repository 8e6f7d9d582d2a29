// Accumulates keyed values into a small open-addressing table in private memory, probes limited.
#define SLOTS 32u
#define EMPTY 0xffffffffu

__kernel void row_hash_accumulate(__global const uint *keys, __global const int *vals,
                                  __global int *distinct, __global int *largest, uint perRow, uint rows)
{
	uint tag[SLOTS];
	int acc[SLOTS];
	uint r = get_global_id(0);
	int used = 0, top = INT_MIN;

	if (r >= rows)
		return;
	for (uint s = 0; s < SLOTS; s++) {
		tag[s] = EMPTY;
		acc[s] = 0;
	}
	for (uint e = 0; e < perRow; e++) {
		uint k = keys[r * perRow + e];
		uint h = k * 2654435761u >> 27;
		for (uint probe = 0; probe < SLOTS; probe++) {
			uint s = (h + probe) & (SLOTS - 1);
			if (tag[s] == EMPTY) {
				tag[s] = k;
				used++;
			}
			if (tag[s] == k) {
				acc[s] += vals[r * perRow + e];
				break;
			}
		}
	}
	for (uint s = 0; s < SLOTS; s++)
		top = max(top, acc[s]);
	distinct[r] = used;
	largest[r] = top;
}
