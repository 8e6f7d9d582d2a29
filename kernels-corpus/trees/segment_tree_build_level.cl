// Builds one level of a segment tree of (sum, best prefix, best suffix, best run) records.
typedef int4 node_t;  /* sum, prefix, suffix, best */

static node_t join(node_t a, node_t b)
{
	node_t r;
	r.s0 = a.s0 + b.s0;
	r.s1 = max(a.s1, a.s0 + b.s1);
	r.s2 = max(b.s2, b.s0 + a.s2);
	r.s3 = max(max(a.s3, b.s3), a.s2 + b.s1);
	return r;
}

kernel void segment_tree_build_level(global node_t *t, const uint level_size)
{
	const uint i = get_global_id(0);
	if (i < level_size) {
		const uint me = level_size + i;
		t[me] = join(t[2 * me], t[2 * me + 1]);
	}
}
