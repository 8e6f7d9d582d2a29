// In- and out-degree of every vertex counted with atomics over an edge list.
kernel void edge_degree_count(global const uint2 *edges, global uint *out_deg, global uint *in_deg, uint n_edges)
{
	uint stride = get_global_size(0);
	for (uint e = get_global_id(0); e < n_edges; e += stride) {
		uint2 uv = edges[e];
		if (uv.x == uv.y)
			continue;	/* self loop */
		atomic_inc(&out_deg[uv.x]);
		atomic_inc(&in_deg[uv.y]);
	}
}
