// Push-style rank: scatters each vertex's share along its out edges in 8.24 fixed point with atomics.
typedef unsigned int fix24;
#define TO_FIX(x) convert_uint_sat((x) * 16777216.0f)

__kernel void rank_push_fixed_point(__global const float *rank, __global const ushort *out_edges,
                                    __global fix24 *acc, const ushort out_degree,
                                    const ushort vertices, const float damping)
{
	const ushort v = (ushort)(get_global_id(0) & 0xffff);
	if (v >= vertices || get_global_id(0) > 0xffff)
		return;

	const fix24 share = TO_FIX(damping * rank[v] / out_degree);
	__global const ushort *p = out_edges + (size_t)v * out_degree;
	__global const ushort *const end = p + out_degree;

	while (p < end)
		atomic_add(acc + *p++ % vertices, share);
}
