// Segmented inclusive scan in a group: (value, head flag) pairs combined in log steps.
struct seg { float v; int head; };

static struct seg combine(struct seg left, struct seg right)
{
	struct seg r;
	r.v = right.head ? right.v : left.v + right.v;
	r.head = left.head | right.head;
	return r;
}

__kernel void segmented_flags(__global const float *value, __global const uchar *head,
			      __global float *out, __local struct seg *buf)
{
	const uint l = get_local_id(0), g = get_global_id(0);
	struct seg me = { value[g], head[g] & 1 };

	buf[l] = me;
	barrier(CLK_LOCAL_MEM_FENCE);
	for (uint d = 1; d < get_local_size(0); d <<= 1) {
		struct seg prev = { 0.0f, 1 };
		if (l >= d)
			prev = buf[l - d];
		barrier(CLK_LOCAL_MEM_FENCE);
		if (l >= d)
			me = combine(prev, me);
		buf[l] = me;
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	out[g] = me.v;
}
