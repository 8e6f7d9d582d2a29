// Sums subtree weights upwards: leaves climb parent links and add their weight to each ancestor.
kernel void tree_level_sums(global const uint *parent, global const ushort *weight,
                            global uint *subtree, const uint nodes, const uint maxDepth)
{
	uint at = get_global_id(0);
	if (at >= nodes)
		return;
	const uint w = weight[at];
	uint d = 0;
	do {
		atomic_add(&subtree[at], w);
		at = parent[at] % nodes;
	} while (at != 0 && ++d < maxDepth);
}
