// Every 32 work-items transpose a 4x8 block of float2 within local memory, several blocks in turn.
__kernel void localShuffle4x8(__global const float2 *a, __global float2 *b, __local float2 *pad,
                              const int rounds)
{
    const int lid = get_local_id(0);
    const int lsz = get_local_size(0);
    const int base = get_group_id(0) * lsz * rounds;
    const int blk = lid & ~31, within = lid & 31;
    const int swapped = blk + (within & 3) * 8 + (within >> 2);

    for (int r = 0; r < rounds; ++r)
    {
        const int at = base + r * lsz + lid;
        pad[lid] = a[at];
        barrier(CLK_LOCAL_MEM_FENCE);
        b[at] = pad[swapped].yx;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}
