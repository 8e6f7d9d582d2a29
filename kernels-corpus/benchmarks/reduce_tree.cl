// Sum by a grid of work-groups: two coalesced loads a turn, then a tree in local memory.
__kernel void reduce_tree(__global const float *g_idata, __global float *g_odata, __local float *sdata,
                          const unsigned int n)
{
    const unsigned int tid = get_local_id(0);
    const unsigned int blockSize = get_local_size(0);
    const unsigned int gridSize = blockSize * 2 * get_num_groups(0);
    unsigned int i = get_group_id(0) * (blockSize * 2) + tid;

    sdata[tid] = 0;
    while (i < n)
    {
        sdata[tid] += g_idata[i];
        if (i + blockSize < n)
            sdata[tid] += g_idata[i + blockSize];
        i += gridSize;
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    for (unsigned int s = 512; s > 0; s >>= 1)
    {
        if (tid < s && tid + s < blockSize)
            sdata[tid] += sdata[tid + s];
        barrier(CLK_LOCAL_MEM_FENCE);
    }

    if (tid == 0)
        g_odata[get_group_id(0)] = sdata[0];
}
