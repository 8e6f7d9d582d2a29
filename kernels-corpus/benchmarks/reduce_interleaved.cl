// The naive sum of a work-group: partners at growing distance, half of the lanes idle from the first round on.
__kernel void reduce_interleaved(__global const int *in, __global int *out, __local int *tmp)
{
    size_t lid = get_local_id(0), lsz = get_local_size(0);
    tmp[lid] = in[get_global_id(0)];
    for (size_t s = 1; s < lsz; s *= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lid % (2 * s) == 0 && lid + s < lsz)
            tmp[lid] += tmp[lid + s];
    }
    if (lid == 0)
        out[get_group_id(0)] = tmp[0];
}
