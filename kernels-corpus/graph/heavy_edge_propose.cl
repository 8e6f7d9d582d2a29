// Heavy-edge matching: each free vertex proposes to its heaviest free neighbour, ties by lower id.
struct adj { int to; float w; };

kernel void heavy_edge_propose(global const struct adj *arcs, global const int *mate,
                               global int *proposal, const int n, const int deg)
{
	const int v = get_global_id(0);
	int best = -1;
	float heaviest = -FLT_MAX;

	if (v >= n)
		return;
	if (mate[v] < 0) {
		for (int k = 0; k < deg; k++) {
			const struct adj a = arcs[k * n + v];
			if (a.to < 0 || a.to >= n || a.to == v)
				continue;
			if (mate[a.to] >= 0)
				continue;
			if (a.w > heaviest || (a.w == heaviest && a.to < best)) {
				heaviest = a.w;
				best = a.to;
			}
		}
	}
	proposal[v] = best;
}
