// One Luby round of a maximal independent set: a vertex joins when its hashed priority beats all live neighbours.
#define LIVE   0
#define IN_SET 1
#define OUT    2

static inline uint prio(uint v, uint seed)
{
	v ^= seed * 0x9e3779b9u;
	v *= 0x85ebca6bu;
	v ^= v >> 13;
	v *= 0xc2b2ae35u;
	return v ^ (v >> 16);
}

__kernel void luby_mis_round(__global const uint *xadj, __global const uint *adjncy,
			     __global const uchar *state, __global uchar *next,
			     const uint nv, const uint seed)
{
	const uint v = get_global_id(0);

	if (v >= nv)
		return;
	uchar s = state[v];
	if (s == LIVE) {
		const uint mine = prio(v, seed);
		bool wins = true, shadowed = false;

		for (uint e = xadj[v]; e < xadj[v + 1]; e++) {
			const uint u = adjncy[e];
			if (u >= nv || u == v)
				continue;
			shadowed |= state[u] == IN_SET;
			wins &= state[u] != LIVE || prio(u, seed) < mine;
		}
		s = shadowed ? OUT : (wins ? IN_SET : LIVE);
	}
	next[v] = s;
}
