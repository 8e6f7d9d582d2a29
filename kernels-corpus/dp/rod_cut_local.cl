// Rod cutting in a work-group: best revenue of every length, relaxed by all work-items in lockstep.
__kernel void rod_cut_local(__global const int *price, __global int *revenue, __local int *best, const int rounds)
{
    const int lid = get_local_id(0);
    const int L = get_local_size(0);
    const int base = get_group_id(0) * L;

    best[lid] = price[base + lid];
    barrier(CLK_LOCAL_MEM_FENCE);

    for (int r = 0; r < rounds; r++) {
        int mine = best[lid];
        for (int cut = 0; 2 * cut + 1 < lid; cut++)
            mine = max(mine, best[cut] + best[lid - cut - 1]);
        barrier(CLK_LOCAL_MEM_FENCE);
        best[lid] = mine;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    revenue[base + lid] = best[lid];
}
