// Turns an edge list into a padded adjacency by claiming slots with per-vertex counters.
kernel void EdgeListToEll(global const uint4 *edgePairs, global uint *slotCount, global uint *ell,
                          const uint vertices, const uint slots, const uint pairs)
{
	const uint i = get_global_id(0);
	if (i >= pairs)
		return;
	const uint4 two = edgePairs[i];
	const uint s[2] = { two.x % vertices, two.z % vertices };
	const uint t[2] = { two.y % vertices, two.w % vertices };

	for (int k = 0; k < 2; ++k) {
		const uint c = atomic_inc(&slotCount[s[k]]);
		if (c < slots)
			ell[c * vertices + s[k]] = t[k];
	}
}
