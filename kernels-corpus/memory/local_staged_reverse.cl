// Reverses each segment of a row through local memory so that reads and writes are both coalesced.
__kernel void local_staged_reverse(__global int2 *data, __local int2 *seg, const uint segments)
{
    const uint n = get_local_size(0), l = get_local_id(0);
    uint s = get_group_id(0);
    while (s < segments) {
        seg[n - 1 - l] = data[s * n + l];
        barrier(CLK_LOCAL_MEM_FENCE);
        data[s * n + l] = seg[l].yx;
        barrier(CLK_LOCAL_MEM_FENCE);
        s += get_num_groups(0);
    }
}
