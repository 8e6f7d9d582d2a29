// Splits a work list of vertices into near and far piles by tentative distance, dropping stale ones.
__kernel void sssp_near_far_split(__global const uint *pile, __global const float *dist, __global const float *distWhenQueued,
                                  __global uint *near_pile, __global uint *far_pile, __global uint *tails,
                                  const float delta, const uint pileLen, const uint room)
{
    __local uint fill[2], origin[2];
    const uint l = get_local_id(0), i = get_global_id(0);

    if (l < 2) fill[l] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);

    uint side = 2, rank = 0, v = 0;
    if (i < pileLen) {
        v = pile[i];
        const float d = dist[v];
        if (d <= distWhenQueued[i]) {
            side = d < delta ? 0 : 1;
            rank = atomic_inc(&fill[side & 1]);
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < 2) origin[l] = atomic_add(tails + l, fill[l]);
    barrier(CLK_LOCAL_MEM_FENCE);

    const uint at = origin[side & 1] + rank;
    if (side < 2 && at < room) {
        if (side == 0) near_pile[at] = v;
        else           far_pile[at] = v;
    }
}
